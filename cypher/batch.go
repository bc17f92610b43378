package cypher

import (
	"slices"

	"grove/internal/graph"
	"grove/internal/lists"
)

// rows of the parameter $rows, each a map of strings, numbers and lists of them.
type rows = []map[string]any

// inBatches returns the statement once for every 5,000 rows, nothing for none.
func inBatches(text string, list rows) []Statement {
	var out []Statement
	for batch := range slices.Chunk(list, graph.MaxRows) {
		out = append(out, Statement{"UNWIND $rows AS row\n" + text, map[string]any{"rows": batch}})
	}
	return out
}

// mergeNodes writes nodes whole, by key.
func mergeNodes(label string, nodes rows) []Statement {
	return inBatches("MERGE (n:"+label+" {key: row.key})\nSET n += row", nodes)
}

// dropNodes removes nodes with all their edges.
func dropNodes(w scope, label string, ids []graph.ID) []Statement {
	return inBatches("MATCH (n:"+label+" {key: row.key})\nDETACH DELETE n",
		w.rows(ids))
}

// rows returns a row with the key of each node.
func (w scope) rows(ids []graph.ID) rows {
	return lists.Map(ids, func(id graph.ID) map[string]any { return map[string]any{"key": w.key(id)} })
}

// edge returns a row of an edge: the keys of its ends.
func (w scope) edge(from, to graph.ID) map[string]any {
	return map[string]any{"from": w.key(from), "to": w.key(to)}
}

// matchEnds finds the nodes that an edge's row names. The hints keep the planner
// from walking all edges of one end: a plan made while the graph was small stays.
func matchEnds(from, to string) string {
	return "MATCH (from:" + from + " {key: row.from}) USING INDEX SEEK from:" + from + "(key)\n" +
		"MATCH (to:" + to + " {key: row.to}) USING INDEX SEEK to:" + to + "(key)\n"
}
