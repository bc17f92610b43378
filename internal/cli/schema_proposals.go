package cli

import (
	"context"
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"grove/internal/app"
	"grove/internal/browse"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/schema"
)

func (c *command) schemaProposals() *cobra.Command {
	var part, state string
	var limit int
	cmd := &cobra.Command{Use: "proposals [NAME]", Short: "List the names that the schema lacks, or show where one is used", Args: usage(cobra.MaximumNArgs(1)),
		Example: "  grove schema proposals --part relation\n  grove schema proposals relation:DIRECTED_BY",
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkProposals(part, state, limit); err != nil {
				return err
			}
			return c.reader(cmd.Context(), func(ctx context.Context, a *app.App) error {
				if len(args) == 1 {
					v, err := a.Browse().Proposal(ctx, args[0])
					if err != nil {
						return err
					}
					return c.proposal(v)
				}
				if state == "all" {
					state = ""
				}
				list, err := a.Browse().Proposals(ctx, graph.SchemaPart(part), schema.State(state), limit)
				if err != nil {
					return err
				}
				return c.proposals(list)
			})
		}}
	cmd.Flags().StringVar(&part, "part", "", "type, relation or attribute (empty: all)")
	cmd.Flags().StringVar(&state, "state", "open", "open, accepted (by a person), automatic, rejected or all")
	cmd.Flags().IntVar(&limit, "limit", 50, "how many, the most supported first")
	return cmd
}

func checkProposals(part, state string, limit int) error {
	const op = "schema proposals"
	switch schema.State(state) {
	case schema.Open, schema.Accepted, schema.Automatic, schema.Rejected, "all":
	default:
		return fault.New(fault.Invalid, op, state, "not a state", "--state open, accepted, automatic, rejected or all")
	}
	switch {
	case part != "" && !graph.SchemaPart(part).Valid():
		return fault.New(fault.Invalid, op, part, "not a part of a schema", "--part type, relation or attribute")
	case limit < 1:
		return fault.New(fault.Invalid, op, "--limit", "less than one proposal", "give 1 or more")
	}
	return nil
}

func (c *command) proposals(list []browse.Proposal) error {
	if c.JSON {
		return c.print(map[string]any{"proposals": list})
	}
	w := tabwriter.NewWriter(c.out, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "PART\tNAME\tCHUNKS\tDOCUMENTS\tCONFIDENCE\tJOINS\tSTATE")
	for _, p := range list {
		fmt.Fprintf(w, "%s\t%s\t%d\t%d\t%.2f\t%s\t%s\n", p.Part, line(p.Name), p.Support, p.Documents, p.Confidence, line(p.Signature), p.State)
	}
	c.none(len(list))
	return w.Flush()
}

func (c *command) proposal(v browse.Proposal) error {
	if c.JSON {
		return c.print(v)
	}
	fmt.Fprintf(c.out, "%s  %s %s, %s: %d chunks of %d documents, confidence %.2f, joins %s\n",
		v.ID, v.Part, line(v.Name), v.State, v.Support, v.Documents, v.Confidence, line(v.Signature))
	for _, e := range v.Evidence {
		fmt.Fprintf(c.out, "  %s %d-%d  %s > %s  (%s)\n    %s\n", e.Chunk, e.Start, e.End, line(e.Subject), line(e.Object), line(e.Signature), line(e.Surface))
	}
	return nil
}
