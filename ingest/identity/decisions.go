package identity

import (
	"context"

	"grove/ingest/resolve/alias"
	"grove/internal/graph"
)

// Decision is a decision about names.
type Decision struct {
	graph.Decision
	Names []graph.Name
}

// merges tells whether the names are to be one, whoever said so.
func (d Decision) merges() bool {
	return d.Kind == graph.MergeDecision || d.Kind == graph.ModelMergeDecision
}

// Decisions reads all decisions about names, in the order in which they were made.
func Decisions(ctx context.Context, store interface {
	Decisions(context.Context, graph.DecisionsQuery) ([]graph.Decision, error)
}) ([]Decision, error) {
	var out []Decision
	q := graph.DecisionsQuery{Kinds: []string{graph.MergeDecision, graph.ModelMergeDecision, graph.SplitDecision, graph.ApartDecision}, Limit: graph.MaxRows}
	for {
		page, err := store.Decisions(ctx, q)
		if err != nil {
			return nil, err
		}
		for _, d := range page {
			names := make([]graph.Name, len(d.Subjects))
			for i, s := range d.Subjects {
				if names[i], err = graph.ParseName(s); err != nil {
					return nil, err
				}
			}
			out = append(out, Decision{d, names})
			q.After = d.Seq
		}
		if len(page) < q.Limit {
			return out, nil
		}
	}
}

// aliasDecisions are decisions as package alias takes them. The first that splits a
// part off is none: the part's profile says it, and leaves it to be joined with
// what else the document means by it. A further one sets the part alone.
func aliasDecisions(list []Decision) []alias.Decision {
	var out []alias.Decision
	parted := map[graph.Name]bool{}
	for _, d := range list {
		var ids []graph.ID
		for _, n := range d.Names {
			switch {
			case d.merges() || d.Kind == graph.ApartDecision:
				ids = append(ids, n.ID())
			case n.Part != "" && !parted[n]:
				parted[n] = true
			default:
				out = append(out, alias.Decision{Seq: int64(d.Seq), Action: alias.SplitNames, IDs: []graph.ID{n.ID()}})
			}
		}
		switch {
		case d.Kind == graph.ApartDecision:
			out = append(out, alias.Decision{Seq: int64(d.Seq), Action: alias.SplitNames, IDs: ids})
		case d.merges():
			out = append(out, alias.Decision{Seq: int64(d.Seq), Action: alias.MergeNames, IDs: ids})
		}
	}
	return out
}
