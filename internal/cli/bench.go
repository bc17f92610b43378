package cli

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"grove/community"
	"grove/internal/app"
	"grove/internal/bench"
	"grove/internal/text"
	"grove/query/agents"
)

func (c *command) bench() *cobra.Command {
	return c.group(&cobra.Command{Use: "bench", Short: "Benchmark Grove"}, c.benchCommunities(), c.benchIngest(), c.benchQuery(),
		c.benchServer())
}

func (c *command) benchCommunities() *cobra.Command {
	var edges, planted, method string
	cmd := &cobra.Command{
		Use: "communities --edges FILE", Short: "Benchmark community detection on a graph from a file",
		Long: `Divide a graph from a file into communities and report time, memory and quality. A line
of the file is head TAB relation TAB tail; in the file of planted communities it is
entity TAB community. No workspace is used.`,
		Example: "  grove bench communities --edges g.tsv --planted g.planted.tsv --json",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return result(c, c.showCommunitiesBench)(bench.Communities(cmd.Context(), edges, planted, method))
		},
	}
	cmd.Flags().StringVar(&edges, "edges", "", "file of edges, tab-separated")
	cmd.Flags().StringVar(&planted, "planted", "", "file of planted communities to compare with")
	cmd.Flags().StringVar(&method, "method", community.Leiden, strings.Join(community.Methods(), ", "))
	need(cmd, "edges")
	return cmd
}

func (c *command) showCommunitiesBench(b bench.CommunitiesResult) {
	c.printf("%s, %s: %s by %s in %d ms\n", text.Count(b.Entities, "entity"), text.Count(b.Edges, "edge"),
		text.Count(b.Communities, "community"), b.Method, b.Ms)
	c.printf("coverage %.4f, modularity %.4f, peak %.1f MB", b.Coverage, b.Modularity, b.PeakMB)
	if b.NMI != nil {
		c.printf(", NMI %.4f", *b.NMI)
	}
	c.printf("\n")
}

func (c *command) benchQuery() *cobra.Command {
	var o bench.QueryOptions
	cmd := &cobra.Command{
		Use: "query", Short: "Benchmark questions and searches (time without the model)",
		Long: `Measure the time of agents and search methods on the embedded store without the model:
the offline kit answers all questions once, and its replies then come from memory.
p50_ms and p99_ms are latencies with warm caches, new_ms is that of questions asked for
the first time, cold_ms that of the first question. cpu_ms is CPU time, which depends
less on the load of the machine.

The documents are the first --documents of the data sets together, the questions those
whose gold documents are among them. The workspace is temporary.`,
		Example: "  grove bench query --json\n" +
			"  grove bench query --dataset sets/2wiki --documents 500 --methods hybrid,graph --agents graph,tree",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return result(c, c.showQueryBench)(bench.Query(cmd.Context(), app.OpenBench, o))
		},
	}
	f := cmd.Flags()
	f.StringSliceVar(&o.Datasets, "dataset", nil, "folders with documents and questions, separated by commas (default: generated ones)")
	f.IntVar(&o.Documents, "documents", 0,
		fmt.Sprintf("how many documents (0: all of --dataset, or %d generated ones)", bench.DefaultDocuments))
	f.StringSliceVar(&o.Agents, "agents", nil, "agents: "+strings.Join(agents.Names(), ", "))
	agentFlags(f, &o.Without, &o.Options)
	f.StringSliceVar(&o.Methods, "methods", nil,
		"search methods: "+strings.Join(app.SearchMethods(), ", ")+" (neither agents nor methods: all of both)")
	f.IntVar(&o.Limit, "limit", 0, fmt.Sprintf("maximum of questions (0: %d)", bench.DefaultQuestions))
	f.IntVar(&o.Concurrency, "concurrency", 1, "questions at a time")
	f.IntVar(&o.Rounds, "rounds", 0, fmt.Sprintf("rounds; the one with the least CPU time counts (0: %d)", bench.DefaultRounds))
	f.StringVar(&o.Profile, "cpuprofile", "", "write the CPU profile to a file")
	return cmd
}

func (c *command) showQueryBench(b bench.QueryResult) {
	c.printf("%s, %s, %s, %d at a time; opened in %.0f ms, peak %.1f MB\n",
		text.Count(b.Documents, "document"), text.Count(b.Chunks, "chunk"),
		text.Count(b.Questions, "question"), b.Concurrency, b.OpenMs, b.PeakMB)
	c.figures("what", "p50_ms", "p99_ms", "cpu_ms", "calls", "cpu_ms_per_call", "prompt_tokens", "new_cpu_ms", "cold_ms", "em", "f1")
	for _, r := range b.Rows {
		c.figures(cmp.Or(r.Agent, "search "+r.Method), r.P50Ms, r.P99Ms, r.CPUMs, r.Calls, r.CPUMsPerCall, r.PromptTokens, r.NewCPUMs,
			r.ColdMs, r.EM, r.F1)
	}
}
