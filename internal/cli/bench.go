package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"grove/community"
	"grove/internal/bench"
)

func (c *command) bench() *cobra.Command {
	cmd := &cobra.Command{
		Use: "bench", Short: "Benchmark Grove",
		Args: usage(cobra.ArbitraryArgs), RunE: c.unknown,
	}
	cmd.AddCommand(c.benchCommunities(), c.benchIngest(), c.benchQuery(), c.benchServer())
	return cmd
}

func (c *command) benchCommunities() *cobra.Command {
	var edges, planted, method string
	cmd := &cobra.Command{
		Use: "communities --edges FILE", Short: "Benchmark community detection on a graph from a file",
		Long: `Divide a graph from a file into communities and report time, memory and quality. A line
of the file is head TAB relation TAB tail; in the file of planted communities it is
entity TAB community. No workspace is used.`,
		Example: "  grove bench communities --edges g.tsv --planted g.planted.tsv --json",
		Args:    usage(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if edges == "" {
				return usageError{fmt.Errorf("--edges is missing (see `%s --help`)", cmd.CommandPath())}
			}
			b, err := bench.Communities(cmd.Context(), edges, planted, method)
			if err != nil {
				return err
			}
			if c.JSON {
				return c.print(b)
			}
			fmt.Fprintf(c.out, "%d entities, %d edges: %d communities by %s in %d ms\n", b.Entities, b.Edges, b.Communities, b.Method, b.Ms)
			fmt.Fprintf(c.out, "coverage %.4f, modularity %.4f, peak %.1f MB", b.Coverage, b.Modularity, b.PeakMB)
			if b.NMI != nil {
				fmt.Fprintf(c.out, ", NMI %.4f", *b.NMI)
			}
			_, err = fmt.Fprintln(c.out)
			return err
		},
	}
	cmd.Flags().StringVar(&edges, "edges", "", "file of edges, tab-separated")
	cmd.Flags().StringVar(&planted, "planted", "", "file of planted communities to compare with")
	cmd.Flags().StringVar(&method, "method", community.Leiden, strings.Join(community.Methods(), ", "))
	return cmd
}
