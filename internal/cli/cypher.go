package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"grove/cypher"
	"grove/internal/app"
	"grove/internal/fault"
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
		Example: "  grove cypher 'MATCH (d:Document) RETURN d.title, d.source LIMIT 10' --store neo4j\n  grove cypher 'MATCH (k:KeyElement {name: $name}) RETURN k' --param name=Ahab --json",
		Args:    words(),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if q.Text, err = questionOf(args, cmd.InOrStdin()); err != nil {
				return err
			}
			q.Params = map[string]any{}
			for name, value := range params {
				q.Params[name] = value
			}
			return c.reader(func(ctx context.Context, a *app.App, _ []string) error {
				t, err := a.Cypher(ctx, q)
				if err != nil {
					return err
				}
				return c.showTable(t)
			})(cmd, nil)
		},
	}
	f := cmd.Flags()
	f.IntVar(&q.Rows, "rows", cypher.DefaultOwnRows, fmt.Sprintf("maximum of rows, up to %d", cypher.MostOwnRows))
	f.StringToStringVar(&params, "param", nil, "a parameter of the statement, as `NAME=TEXT` (repeatable)")
	return cmd
}

func (c *command) showTable(t cypher.Table) error {
	var lines []string
	for _, row := range t.Rows {
		cells := make([]string, len(row))
		for i, v := range row {
			if s, ok := v.(string); ok {
				cells[i] = line(s)
				continue
			}
			raw, err := json.Marshal(v)
			if err != nil {
				return fault.Wrap(err, "cli.showTable", t.Columns[i])
			}
			cells[i] = line(string(raw))
		}
		lines = append(lines, strings.Join(cells, "\t"))
	}
	c.show(t, func() {
		c.printf("%s\n", strings.Join(t.Columns, "\t"))
		for _, l := range lines {
			c.printf("%s\n", l)
		}
		if t.Truncated {
			c.notef("there are more rows: see --rows\n")
		}
	})
	return nil
}
