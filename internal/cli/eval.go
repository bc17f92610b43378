package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"grove/internal/eval"
)

func (c *command) eval() *cobra.Command {
	cmd := &cobra.Command{
		Use: "eval", Short: "Measure retrieval, answers, extraction and alias merging",
		RunE: c.unknown, Args: cobra.ArbitraryArgs,
	}
	cmd.AddCommand(c.evalRetrieval(), c.evalRun(), c.evalExtract(), c.evalAliases())
	return cmd
}

// row is a line of a table: a name, and figures under each other.
func (c *command) row(name string, figures ...any) {
	var b strings.Builder
	fmt.Fprintf(&b, "%-32s", line(name))
	for _, f := range figures {
		if x, ok := f.(float64); ok {
			f = fmt.Sprintf("%.4f", x)
		}
		fmt.Fprintf(&b, " %9v", f)
	}
	fmt.Fprintln(c.out, b.String())
}

// prf is a line of precision, recall and F1.
func (c *command) prf(name string, f eval.PRF) { c.row(name, f.P, f.R, f.F1) }
