package cli

import (
	"github.com/spf13/cobra"

	"grove/internal/graph"
)

// scopeFlags are the flags that bound a command to some documents.
type scopeFlags struct {
	documents, tags []string
	since           string
}

// add adds --tag and --since, and --document where documents can be named.
func (s *scopeFlags) add(cmd *cobra.Command, named bool) {
	if named {
		cmd.Flags().StringArrayVar(&s.documents, "document", nil, "only this document, by id, source or title (repeatable)")
	}
	cmd.Flags().StringArrayVar(&s.tags, "tag", nil, "only documents with this tag, key=value (repeatable: all must match)")
	cmd.Flags().StringVar(&s.since, "since", "", "only documents ingested since this date (2026-01-31) or time (2026-01-31T12:00:00Z)")
}

// scope reads them. Its Documents are names as they were given.
func (s *scopeFlags) scope() (graph.Scope, error) {
	since, err := graph.ParseSince(s.since)
	if err != nil {
		return graph.Scope{}, err
	}
	out := graph.Scope{Tags: s.tags, Since: since}
	for _, name := range s.documents {
		out.Documents = append(out.Documents, graph.ID(name))
	}
	return out, out.Check()
}
