package cypher

import (
	"grove/internal/config"
	"grove/internal/graph"
	"grove/internal/lists"
)

// scope is a workspace's name, from which the keys of its nodes follow. A slash
// cannot be part of it, so no key of one workspace lies between the keys of another.
type scope string

func scopeOf(workspace string) (scope, error) {
	return scope(workspace), config.CheckWorkspace(workspace)
}

// key returns the value of the unique property "key" of the node with this id.
func (w scope) key(id graph.ID) string { return string(w) + "/" + string(id) }

// end returns the smallest string above all keys of the workspace.
func (w scope) end() string { return string(w) + string(rune('/'+1)) }

// keys returns the keys of ids, sorted, each once.
func (w scope) keys(ids []graph.ID) []string { return lists.Sorted(lists.Map(ids, w.key)) }

// base returns the properties that every node carries.
func (w scope) base(id graph.ID, name string) map[string]any {
	return map[string]any{"key": w.key(id), "id": string(id), "workspace": string(w), "name": name}
}

// optional leaves a property out where the string is empty.
func optional(s string) any {
	if s == "" {
		return nil
	}
	return s
}

// putTally keeps a tally as two parallel lists.
func putTally(m map[string]any, t graph.Tally, keys, counts string) { m[keys], m[counts] = t.Pairs() }
