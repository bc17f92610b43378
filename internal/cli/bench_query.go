package cli

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"grove/internal/app"
	"grove/query/agents"
)

func (c *command) benchQuery() *cobra.Command {
	var o app.QueryBenchOptions
	cmd := &cobra.Command{
		Use: "query", Short: "Measure what questions and searches take beside the model",
		Long: `Ask agents, and search by methods, on the embedded store, and measure the time of
everything but the model: the offline kit answers all questions once, and is then
replaced by its own replies from memory. What is measured is warm; new_ms is of questions
that were not asked before, cold_ms is the first. cpu_ms is processor time, which does not depend on what else the machine does.

The documents are the first --documents of the data sets together, the questions those
whose gold is among them. The workspace is a temporary one.`,
		Example: "  grove bench query --json\n  grove bench query --dataset sets/2wiki --documents 500 --methods hybrid,graph --agents graph,tree",
		Args:    usage(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			b, err := app.BenchQuery(cmd.Context(), o)
			if err != nil {
				return err
			}
			return c.showQueryBench(b)
		},
	}
	f := cmd.Flags()
	f.StringSliceVar(&o.Datasets, "dataset", nil, "folders with documents and questions, separated by commas (default: made ones)")
	f.IntVar(&o.Documents, "documents", 0, fmt.Sprintf("how many documents (0: all of --dataset, or %d made ones)", app.DefaultBenchDocuments))
	f.StringSliceVar(&o.Agents, "agents", nil, "agents: "+strings.Join(agents.Names(), ", "))
	f.StringSliceVar(&o.Methods, "methods", nil, "search methods: "+strings.Join(app.SearchMethods(), ", ")+" (neither agents nor methods: all of both)")
	f.IntVar(&o.Limit, "limit", 0, fmt.Sprintf("most questions (0: %d)", app.DefaultBenchQuestions))
	f.IntVar(&o.Concurrency, "concurrency", 1, "questions at a time")
	f.IntVar(&o.Rounds, "rounds", 0, fmt.Sprintf("how often all are asked; the cheapest counts (0: %d)", app.DefaultBenchRounds))
	f.StringVar(&o.Profile, "cpuprofile", "", "write the CPU profile to a file")
	return cmd
}

func (c *command) showQueryBench(b app.QueryBench) error {
	if c.JSON {
		return c.print(b)
	}
	fmt.Fprintf(c.out, "%d documents, %d chunks, %d questions, %d at a time; opened in %.0f ms, peak %.1f MB\n",
		b.Documents, b.Chunks, b.Questions, b.Concurrency, b.OpenMs, b.PeakMB)
	c.row("what", "p50_ms", "p99_ms", "cpu_ms", "calls", "cpu_ms_per_call", "prompt_tokens", "new_cpu_ms", "cold_ms", "em", "f1")
	for _, r := range b.Rows {
		c.row(cmp.Or(r.Agent, "search "+r.Method), r.P50Ms, r.P99Ms, r.CPUMs, r.Calls, r.CPUMsPerCall, r.PromptTokens, r.NewCPUMs, r.ColdMs, share(r.EM), share(r.F1))
	}
	return c.out.failed
}

// share shows a share that may be unknown.
func share(s *float64) any {
	if s == nil {
		return "-"
	}
	return *s
}
