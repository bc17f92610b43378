package cypher

import (
	"context"
	"fmt"
	"strings"

	"grove/internal/graph"
)

// renderPaths joins one branch for each length. Within a branch the hops are
// written out: the text holds them as checked integers, not as a parameter.
func renderPaths(w scope, q graph.PathsQuery) (Statement, error) {
	q, err := q.Bounded()
	if err != nil {
		return Statement{}, err
	}
	branches := make([]string, q.MaxHops)
	for i := range branches {
		branches[i] = pathBranch(i + 1)
	}
	return Statement{`MATCH (from:KeyElement {key: $from}), (to:KeyElement {key: $to}) WHERE from <> to
CALL (from, to) {
` + strings.Join(branches, "UNION ALL\n") + `}
WITH hops, elements, triples, weight ORDER BY hops, weight DESC, triples LIMIT $limit
RETURN hops, weight, [e IN elements | e.id] AS elements, [e IN elements | e.name] AS names,
  COLLECT {
    UNWIND range(0, hops - 1) AS i
    MATCH (t:Triple {key: $workspace + '/' + triples[i]})
    RETURN t {.id, .subject, .relation, .object, .name, .support} ORDER BY i
  } AS path
ORDER BY hops, weight DESC, triples`,
		map[string]any{"from": w.key(q.From), "to": w.key(q.To), "workspace": string(w),
			"fanout": q.Fanout, "beam": q.Beam, "limit": q.Limit}}, nil
}

// pathBranch finds the paths of exactly so many hops: all but the last take the
// first relations of an element and keep the best open paths; the last closes.
func pathBranch(hops int) string {
	var b strings.Builder
	b.WriteString("  WITH from AS e, [from] AS elements, [] AS triples, 0 AS weight\n")
	for range hops - 1 {
		b.WriteString(`  CALL (e) {
    MATCH (e)-[r]-(next:KeyElement)
    RETURN r, next ORDER BY r.support DESC, r.id, next.id LIMIT $fanout
  }
  WITH * WHERE next <> to AND NOT next IN elements
  WITH next AS e, elements + [next] AS elements, triples + [r.id] AS triples, weight + r.support AS weight
  ORDER BY weight DESC, triples LIMIT $beam
`)
	}
	// The hint keeps the planner to the relations between the two ends.
	fmt.Fprintf(&b, `  MATCH (e)-[r]-(goal:KeyElement {key: $to}) USING INDEX SEEK goal:KeyElement(key)
  RETURN %d AS hops, elements + [to] AS elements, triples + [r.id] AS triples, weight + r.support AS weight
  ORDER BY weight DESC, triples LIMIT $limit
`, hops)
	return b.String()
}

// Paths carries out graph.PathsQuery.
func (s *Store) Paths(ctx context.Context, q graph.PathsQuery) ([]graph.Path, error) {
	st, err := renderPaths(s.workspace, q)
	if err != nil {
		return nil, err
	}
	return read(ctx, s, "cypher.Paths", st, func(r row) graph.Path {
		path := graph.Path{Elements: r.ids("elements"), Names: r.texts("names"), Weight: r.number("weight")}
		for _, t := range r.rows("path") {
			path.Triples = append(path.Triples, tripleOf(t))
		}
		return path
	})
}
