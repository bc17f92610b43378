package traces

import (
	"encoding/json"
	"strings"
	"time"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/query"
)

// params are the parameters of a statement, or the arguments of a step, as JSON has
// them. What is missing or of another kind reads as nothing: no statement is the
// same then.
type params struct {
	values map[string]any
	// prefix stands before each id in a key.
	prefix string
}

// paramsOf reads parameters, which may come from memory as well as from a file.
func paramsOf(values map[string]any, workspace string) (params, error) {
	p := params{prefix: workspace + "/"}
	raw, err := json.Marshal(values)
	if err == nil {
		err = json.Unmarshal(raw, &p.values)
	}
	return p, fault.Wrap(err, "traces.paramsOf", "")
}

func (p params) text(name string) string {
	s, _ := p.values[name].(string)
	return s
}

func (p params) number(name string) int {
	n, _ := p.values[name].(float64)
	return int(n)
}

func (p params) texts(name string) []string {
	list, _ := p.values[name].([]any)
	var out []string
	for _, v := range list {
		if s, ok := v.(string); ok {
			out = append(out, s)
		}
	}
	return out
}

func (p params) id(name string) graph.ID {
	return graph.ID(strings.TrimPrefix(p.text(name), p.prefix))
}

func (p params) ids(name string) []graph.ID {
	var out []graph.ID
	for _, key := range p.texts(name) {
		out = append(out, graph.ID(strings.TrimPrefix(key, p.prefix)))
	}
	return out
}

// scope is what the statement was bounded to.
func (p params) scope() graph.Scope {
	since, err := time.Parse(time.RFC3339Nano, p.text("scopeSince"))
	if err != nil {
		since = time.Time{} // there was none
	}
	return graph.Scope{Documents: p.ids("scopeDocuments"), Tags: p.texts("scopeTags"), Since: since}
}

// scopeIn is what the reads of a question were bounded to, and so its searches.
func scopeIn(steps []query.Step, workspace string) (graph.Scope, error) {
	for _, s := range steps {
		p, err := paramsOf(s.Params, workspace)
		if scope := p.scope(); err != nil || !scope.Empty() {
			return scope, err
		}
	}
	return graph.Scope{}, nil
}
