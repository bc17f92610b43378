package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"grove/cypher"
	"grove/internal/app"
	"grove/internal/lists"
)

func (c *command) cypher() *cobra.Command {
	var q cypher.Own
	var params map[string]string
	cmd := &cobra.Command{
		Use: "cypher STATEMENT", Short: "Run a Cypher statement that reads the graph (Neo4j)",
		Long: fmt.Sprintf(`Run a Cypher statement in a read transaction on Neo4j. The server plans it first: what does
not only read the graph is refused, as are procedures that do not describe the database, and
LOAD CSV. It may run for %s, and its rows may have %d MiB. The statement sees all workspaces of
the database; the keys of nodes begin with the workspace's name and a slash.

The statement - is read from standard input.`, cypher.OwnTime, cypher.MostOwnBytes>>20),
		Example: "  grove cypher 'MATCH (d:Document) RETURN d.title, d.source LIMIT 10' --store neo4j\n" +
			"  grove cypher 'MATCH (k:KeyElement {name: $name}) RETURN k' --param name=Ahab --json",
		Args: words(),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if q.Text, err = questionOf(args, cmd.InOrStdin()); err != nil {
				return err
			}
			q.Params = map[string]any{}
			for name, value := range params {
				q.Params[name] = value
			}
			return c.reader(func(ctx context.Context, a *app.App, _ []string) error {
				return result(c, c.showTable)(a.Cypher(ctx, q))
			})(cmd, nil)
		},
	}
	f := cmd.Flags()
	f.IntVar(&q.Rows, "rows", cypher.DefaultOwnRows, fmt.Sprintf("maximum of rows, up to %d", cypher.MostOwnRows))
	f.StringToStringVar(&params, "param", nil, "a parameter of the statement, as `NAME=TEXT` (repeatable)")
	return cmd
}

func (c *command) showTable(t cypher.Table) {
	c.printf("%s\n", strings.Join(t.Columns, "\t"))
	for _, row := range t.Rows {
		c.printf("%s\n", strings.Join(lists.Map(row, cellOf), "\t"))
	}
	if t.Truncated {
		c.notef("there are more rows: see --rows\n")
	}
}

// cellOf returns a value of a table on one line: a text as it is, anything else as JSON.
func cellOf(v any) string {
	if s, ok := v.(string); ok {
		return line(s)
	}
	return line(compact(v))
}
