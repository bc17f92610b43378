package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"grove/internal/app"
	"grove/internal/llm"
	"grove/query"
	"grove/query/agents"
	"grove/query/auto"
)

func (c *command) ask() *cobra.Command {
	var o app.AskOptions
	var history string
	var trace bool
	var within scopeFlags
	cmd := &cobra.Command{
		Use: "ask QUESTION", Short: "Answer a question from the graph, with citations",
		Long: `Answer a question with quotes from the text. The agent graphreader plans, picks key
elements to start from, reads their facts, chunks and neighbours, takes notes, and
answers from the notes. The agent tree takes the question apart into sub-queries that
fit the schema, searches entities, triples, communities and paths for each, and reasons
and reflects over what it finds, asking further; --without leaves out parts of it: the
loop of reasoning, the schema, or one of the four routes (communities, entities, triples,
paths). The agents bm25, dense, hybrid and graph answer in one
call from the best chunks that the search of this name finds; zeroshot reads nothing.
The agent auto picks one of them and says why.

Each sentence of an answer is held against the quotes under it, and marked where they
do not bear it out. --mode reject abstains rather than say what has no source. With
--history, a JSON file of earlier turns [{"question", "answer"}] or messages [{"role",
"content"}], a follow-up is first made to stand alone.

An abstention is an answer: it exits with 0. Where --max-calls, --max-tokens, --budget
or --timeout ended the search, the best answer so far is given, and the exit code is 3.`,
		Example: "  grove ask \"Who is the captain of the Pequod?\"\n  grove ask \"亚哈是谁？\" --mode reject --trace\n  grove ask \"Where was the Pequod's captain born?\" --agent tree --without communities\n  grove ask \"Who built it?\" --document notes.md --since 2026-01-31",
		Args:    oneText("the question"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.Question = args[0]
			var err error
			if o.Scope, err = within.scope(); err != nil {
				return err
			}
			if o.History, err = readHistory(history); err != nil {
				return err
			}
			if trace && !c.JSON {
				o.Watch = c.live()
			}
			return c.holder(cmd.Context(), func(ctx context.Context, a *app.App) error {
				answer, err := a.Ask(ctx, o)
				if err != nil {
					return err
				}
				show := func() error { return c.answer(o.Question, answer, trace) }
				if c.JSON {
					show = func() error { return c.print(answer) }
				}
				if err := show(); err != nil {
					return err
				}
				if answer.StoppedByUser() {
					return errPartly
				}
				return nil
			})
		},
	}
	within.add(cmd, true)
	f := cmd.Flags()
	f.StringVar(&o.Agent, "agent", agents.Names()[0], "agent that answers: "+strings.Join(agents.Names(), ", "))
	agentFlags(f, &o.Without, &o.Options)
	f.StringVar(&o.Mode, "mode", "open", "open, or reject: abstain when the text is not enough")
	f.IntVar(&o.Window, "window", 0, "tokens that one call may have (0: 4096)")
	f.IntVar(&o.MaxCalls, "max-calls", 0, "calls that the question may cost (0: no bound)")
	f.IntVar(&o.MaxTokens, "max-tokens", 0, "tokens that all calls together may be paid for (0: no bound)")
	f.Float64Var(&o.Budget, "budget", 0, "US dollars that the calls may cost, by --price-prompt and --price-completion (0: no bound)")
	f.DurationVar(&o.Timeout, "timeout", 0, "time for the calls, such as 30s or 2m (0: no bound)")
	f.StringVar(&history, "history", "", "JSON file with the earlier turns of the conversation")
	f.BoolVar(&trace, "trace", false, "show each step as it is made, and at the end all with their Cypher")
	return cmd
}

// answer shows an answer; what it says of its own is in the language of the question.
func (c *command) answer(question string, a query.Answer, trace bool) error {
	words := wordsFor(question)
	if a.Abstained {
		fmt.Fprintln(c.out, words.noAnswer+printable(a.Answer))
	} else {
		fmt.Fprintln(c.out, printable(marked(a, words.noSource)))
	}
	c.cited(a.Citations, words.unverified)
	c.nearest(a.Nearest, words.nearest)
	for _, x := range a.Conflicts {
		fmt.Fprintf(c.out, words.differ, line(x.A.Answer), x.A.Citation, line(x.B.Answer), x.B.Citation)
	}
	if a.Model == llm.OfflineName {
		fmt.Fprintln(c.out, "\n"+words.withoutModel(a))
	}
	if a.Limited != "" && !(a.Abstained && strings.Contains(a.Answer, a.Limited)) {
		fmt.Fprintf(c.out, words.ended, printable(a.Limited))
	}
	if a.Asked != "" {
		fmt.Fprintf(c.err, "understood as: %s\n", line(a.Asked))
	}
	for _, s := range a.Trace[:min(len(a.Trace), 2)] { // the rewriting of a follow-up may come first
		if s.Action == auto.Name {
			fmt.Fprintf(c.err, "%s was chosen: %s\n", a.Agent, s.Args["why"])
		}
	}
	if n := len(a.Trace); n > 0 && a.Trace[n-1].Action == app.NotKept {
		fmt.Fprintf(c.err, "the trace was not kept: %s\n", line(fmt.Sprint(a.Trace[n-1].Args["error"])))
	}
	fmt.Fprintf(c.err, "%s, %d calls, %d ms\n", a.Agent, a.Usage.Calls, a.Ms)
	if !trace {
		return nil
	}
	return c.traced(a.Trace)
}

// marked is an answer with a mark behind each sentence that no quote bears out.
func marked(a query.Answer, noSource string) string {
	runes, from := []rune(a.Answer), 0
	var b strings.Builder
	for _, s := range a.Sentences {
		if !s.Supported && from <= s.End && s.End <= len(runes) {
			b.WriteString(string(runes[from:s.End]) + noSource)
			from = s.End
		}
	}
	return b.String() + string(runes[from:])
}

// nearest shows the passages beside an abstention, so that nobody takes them for one.
func (c *command) nearest(list []query.Near, heading string) {
	if len(list) > 0 {
		fmt.Fprintln(c.out, heading)
	}
	for _, n := range list {
		fmt.Fprintf(c.out, "  %s, %d-%d\n      \"%s\"\n", line(n.Document.Title), n.Start, n.End, line(n.Text))
	}
}

func (c *command) citations(list []query.Citation) { c.cited(list, askEnglish.unverified) }

// cited shows citations, each that could not be verified with a mark.
func (c *command) cited(list []query.Citation, unverified string) {
	for _, cite := range list {
		mark := ""
		if !cite.Verified {
			mark = unverified
		}
		fmt.Fprintf(c.out, "  [%d] %s, %d-%d%s\n      \"%s\"\n", cite.N, line(cite.Document.Title), cite.Start, cite.End, mark, line(cite.Quote))
	}
}
