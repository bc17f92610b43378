package cli

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"grove/internal/config"
	"grove/internal/fault"
)

func (c *command) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "grove",
		Short: "Read documents into a graph and answer questions from it, with citations",
		Long: `Grove reads documents into a graph of atomic facts, key elements, typed triples
and attributes, and answers questions by walking it, citing the text.

It needs no server, key or language model to begin with: the embedded store and
the offline model are the defaults.

The flags below can be set by the environment: --neo4j-uri is GROVE_NEO4J_URI. The
Neo4j password comes by GROVE_NEO4J_PASSWORD alone.

Exit codes: 0 done, 1 failed, 2 wrong usage, 3 partly done, 4 a service or a
held folder could not be reached, 130 interrupted.`,
		Example: `  grove demo
  grove ingest docs/
  grove ask "Who is the captain of the Pequod?"`,
		SilenceErrors: true, SilenceUsage: true,
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error { return c.settle(cmd) },
		RunE:              c.unknown,
		Args:              cobra.ArbitraryArgs,
	}
	root.SetOut(c.out)
	root.SetErr(c.err)
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return usageError{fmt.Errorf("%w (see `%s --help`)", err, cmd.CommandPath())}
	})
	f := root.PersistentFlags()
	f.StringVar(&c.Data, "data", "grove-data", "folder that holds the workspaces")
	f.StringVar(&c.Workspace, "workspace", "default", "name of the graph")
	f.StringVar(&c.Store, "store", config.Embedded, "embedded or neo4j")
	f.StringVar(&c.Neo4jURI, "neo4j-uri", "", "address of Neo4j, such as bolt://localhost:7687")
	f.StringVar(&c.Neo4jUser, "neo4j-user", "neo4j", "user of Neo4j")
	f.StringVar(&c.Model, "model", "offline", "language model: offline is none")
	f.BoolVar(&c.JSON, "json", false, "print exactly one JSON object")
	f.BoolVar(&c.Quiet, "quiet", false, "no progress")
	root.AddCommand(c.demo(), c.ingest(), c.ask(), c.search(), c.documents(), c.export(), c.version())
	return root
}

// unknown answers a bare `grove` with the help, and a word that is no command as wrong usage.
func (c *command) unknown(cmd *cobra.Command, args []string) error {
	switch {
	case len(args) == 0 && c.JSON:
		return usageError{&fault.Error{Kind: fault.Invalid, Err: errors.New("no command given"), Hint: "see `grove --help`"}}
	case len(args) == 0:
		return cmd.Help()
	}
	err := fmt.Errorf("unknown command %q", args[0])
	if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
		err = fmt.Errorf("%w; did you mean %s?", err, strings.Join(near, " or "))
	}
	return usageError{&fault.Error{Kind: fault.Invalid, Item: args[0], Err: err, Hint: "see `grove --help`"}}
}

// settle takes what the environment says for flags that were not given.
func (c *command) settle(cmd *cobra.Command) error {
	c.Neo4jPassword = os.Getenv("GROVE_NEO4J_PASSWORD")
	var bad error
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		name := environment(f.Name)
		value, ok := os.LookupEnv(name)
		if !ok || value == "" || f.Changed || bad != nil || cmd.Root().PersistentFlags().Lookup(f.Name) == nil {
			return
		}
		if err := f.Value.Set(value); err != nil {
			bad = usageError{&fault.Error{Kind: fault.Invalid, Item: name, Err: fmt.Errorf("%s=%s: %w", name, strconv.Quote(value), err)}}
		}
	})
	return bad
}

func environment(flag string) string {
	return "GROVE_" + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}
