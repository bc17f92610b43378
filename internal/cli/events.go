package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"sync"

	"grove/internal/traces"
	"grove/query"
)

// eventWidth is how many runes of an event's details one line shows.
const eventWidth = 160

// live shows the steps of a question on standard error while they are made.
func (c *command) live() func(query.Step) {
	if c.Quiet {
		return nil
	}
	var mu sync.Mutex
	n := 0
	return func(s query.Step) {
		mu.Lock()
		defer mu.Unlock()
		n++
		s.Step = n // in the order in which they come
		showEvent(c.err, query.StepEvent(s))
	}
}

// showEvent writes an event of a question on one line.
func showEvent(w io.Writer, e query.Event) {
	details := ""
	switch data := e.Data.(type) {
	case query.Step:
		details = fmt.Sprintf("%d. %s %s", data.Step, data.Action, cut(compact(data.Args), eventWidth))
		if data.Cypher != "" || data.Rows > 0 {
			details += fmt.Sprintf(" -> %d rows", data.Rows)
		}
	case query.References:
		details = fmt.Sprintf("%d citations", len(data.Citations))
		for _, cite := range data.Citations {
			details += fmt.Sprintf("; [%d] %s %d-%d", cite.N, line(cite.Document.Title), cite.Start, cite.End)
		}
	case query.Token:
		details = line(data.Text)
	case query.Answer:
		details = fmt.Sprintf("%s, %d ms", data.Agent, data.Ms)
	case traces.Error:
		details = string(data.Code) + ": " + line(data.Message)
	default:
		details = cut(compact(data), eventWidth)
	}
	fmt.Fprintf(w, "%-10s  %s\n", e.Kind, details)
}

// compact is a value as JSON.
func compact(v any) string {
	raw, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(raw)
}

// traced shows steps with their Cypher, as Neo4j Browser takes it.
func (c *command) traced(steps []query.Step) error {
	for _, s := range steps {
		args, err := json.Marshal(s.Args)
		if err != nil {
			return err
		}
		fmt.Fprintf(c.out, "\n%d. %s %s\n", s.Step, s.Action, line(string(args)))
		if s.Cypher != "" {
			fmt.Fprintf(c.out, "%s   -> %d rows\n", indent(printable(query.BrowserCypher(s))), s.Rows)
		}
	}
	return nil
}

func indent(s string) string {
	return "   " + strings.ReplaceAll(strings.TrimRight(s, "\n"), "\n", "\n   ") + "\n"
}
