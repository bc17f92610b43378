package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"grove/internal/app"
	"grove/internal/llm"
	"grove/query"
	"grove/query/auto"
)

func (c *command) ask() *cobra.Command {
	var o app.AskOptions
	var trace bool
	cmd := &cobra.Command{
		Use: "ask QUESTION", Short: "Answer a question from the graph, with citations",
		Long: `Answer a question with quotes from the text. The agent graphreader plans, picks key
elements to start from, reads their facts, chunks and neighbours, takes notes, and
answers from the notes. The agent tree takes the question apart into sub-queries that
fit the schema, searches entities, triples, communities and paths for each, and reasons
and reflects over what it finds, asking further; --without leaves out parts of it
(communities, loop, schema). The agents bm25, dense, hybrid and graph answer in one
call from the best chunks that the search of this name finds; zeroshot reads nothing.
The agent auto picks one of them and says why. An abstention is an answer: it exits
with 0.`,
		Example: "  grove ask \"Who is the captain of the Pequod?\"\n  grove ask \"亚哈是谁？\" --mode reject --trace\n  grove ask \"Where was the Pequod's captain born?\" --agent tree --without communities",
		Args:    oneText("the question"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.Question = args[0]
			if trace && !c.JSON {
				o.Watch = c.live()
			}
			return c.holder(cmd.Context(), func(ctx context.Context, a *app.App) error {
				answer, err := a.Ask(ctx, o)
				if err != nil {
					return err
				}
				if c.JSON {
					return c.print(answer)
				}
				return c.answer(answer, trace)
			})
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.Agent, "agent", app.Agents()[0], "agent that answers: "+strings.Join(app.Agents(), ", "))
	f.StringSliceVar(&o.Without, "without", nil, "parts of the agent tree to leave out: communities, loop, schema")
	f.StringVar(&o.Mode, "mode", "open", "open, or reject: abstain when the text is not enough")
	f.IntVar(&o.Window, "window", 0, "tokens that one call may have (0: 4096)")
	f.IntVar(&o.MaxCalls, "max-calls", 0, "calls that the question may cost (0: no bound)")
	f.BoolVar(&trace, "trace", false, "show each step as it is made, and at the end all with their Cypher")
	return cmd
}

func (c *command) answer(a query.Answer, trace bool) error {
	if a.Abstained {
		fmt.Fprintln(c.out, "No answer:", printable(a.Answer))
	} else {
		fmt.Fprintln(c.out, printable(a.Answer))
	}
	c.citations(a.Citations)
	if a.Model == llm.OfflineName {
		fmt.Fprintln(c.out, "\n(offline: no language model wrote this; it is taken from the text)")
	}
	if a.Limited != "" {
		fmt.Fprintf(c.out, "(ended early: %s)\n", a.Limited)
	}
	if len(a.Trace) > 0 && a.Trace[0].Action == auto.Name {
		fmt.Fprintf(c.err, "%s was chosen: %s\n", a.Agent, a.Trace[0].Args["why"])
	}
	fmt.Fprintf(c.err, "%s, %d calls, %d ms\n", a.Agent, a.Usage.Calls, a.Ms)
	if !trace {
		return nil
	}
	return c.traced(a.Trace)
}

func (c *command) citations(list []query.Citation) {
	for _, cite := range list {
		mark := ""
		if !cite.Verified {
			mark = "  (could not be verified)"
		}
		fmt.Fprintf(c.out, "  [%d] %s, %d-%d%s\n      \"%s\"\n", cite.N, line(cite.Document.Title), cite.Start, cite.End, mark, line(cite.Quote))
	}
}
