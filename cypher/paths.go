package cypher

import (
	"context"
	"strings"

	"grove/internal/graph"
)

// renderPaths writes the hops out, so that the text holds their number as a
// checked integer. A round first closes the open paths, then makes them longer
// unless enough are found: paths with fewer hops come first.
func renderPaths(w scope, q graph.PathsQuery) (Statement, error) {
	q, err := q.Bounded()
	if err != nil {
		return Statement{}, err
	}
	f := filterOf(w, q.Scope)
	closing, lengthening := closePaths(f), lengthenPaths(f)
	return f.statement(`MATCH (from:KeyElement {key: $from}), (to:KeyElement {key: $to}) WHERE from <> to
WITH to, [{elements: [from], triples: [], weight: 0}] AS open, [] AS found
`+strings.Repeat(closing+lengthening, q.MaxHops-1)+closing+`UNWIND found AS p
WITH p ORDER BY size(p.triples), p.weight DESC, p.triples LIMIT $limit
RETURN p.weight AS weight, [e IN p.elements | e.id] AS elements, [e IN p.elements | e.name] AS names,
  COLLECT {
    UNWIND range(0, size(p.triples) - 1) AS i
    MATCH (t:Triple {key: $workspace + '/' + p.triples[i]})
    RETURN t {.id, .subject, .relation, .object, .name, `+f.pathSupport()+`} ORDER BY i
  } AS path
ORDER BY size(p.triples), p.weight DESC, p.triples`,
		map[string]any{"from": w.key(q.From), "to": w.key(q.To), "workspace": string(w),
			"fanout": q.Fanout, "beam": q.Beam, "limit": q.Limit}), nil
}

// pathSupport returns the projection of a triple's support.
func (f *filter) pathSupport() string {
	if f == nil {
		return ".support"
	}
	return "support: " + f.support("STATES", "t")
}

// step returns the end of a pattern over the relation r: nothing, or within a scope
// the condition that r is stated there, and its support counted; carried are the
// names that go on. Second is where the support is read.
func (f *filter) step(carried string) (condition, support string) {
	if f == nil {
		return "", "r.support"
	}
	return "\n  MATCH (t:Triple {key: r.key})\n  WITH " + carried + ", r, " + f.support("STATES", "t") + " AS support WHERE support > 0",
		"support"
}

// closePaths adds the open paths that one more relation leads to the goal. The
// hint keeps the planner to the relations between the two ends.
func closePaths(f *filter) string {
	condition, support := f.step("p, goal")
	return `CALL (open) {
  UNWIND open AS p
  WITH p, last(p.elements) AS e
  MATCH (e)-[r]-(goal:KeyElement {key: $to}) USING INDEX SEEK goal:KeyElement(key)` + condition + `
  WITH p.elements + [goal] AS elements, p.triples + [r.id] AS triples, p.weight + ` + support + ` AS weight
  ORDER BY weight DESC, triples LIMIT $limit
  RETURN collect({elements: elements, triples: triples, weight: weight}) AS closed
}
WITH to, open, found + closed AS found
`
}

// lengthenPaths takes the first relations of each open path's end, and keeps
// the best of the longer paths.
func lengthenPaths(f *filter) string {
	condition, support := f.step("next")
	read := "r, next"
	if f != nil {
		read += ", support"
	}
	return `CALL (to, open, found) {
  UNWIND CASE WHEN size(found) < $limit THEN open ELSE [] END AS p
  WITH p, last(p.elements) AS e
  CALL (e) {
    MATCH (e)-[r]-(next:KeyElement)` + condition + `
    RETURN ` + read + ` ORDER BY ` + support + ` DESC, r.id, next.id LIMIT $fanout
  }
  WITH p, ` + read + ` WHERE next <> to AND NOT next IN p.elements
  WITH p.elements + [next] AS elements, p.triples + [r.id] AS triples, p.weight + ` + support + ` AS weight
  ORDER BY weight DESC, triples LIMIT $beam
  RETURN collect({elements: elements, triples: triples, weight: weight}) AS longer
}
WITH to, longer AS open, found
`
}

// Paths carries out graph.PathsQuery.
func (s *Store) Paths(ctx context.Context, q graph.PathsQuery) ([]graph.Path, error) {
	return read(ctx, s, "cypher.Paths", q, func(r row) graph.Path {
		path := graph.Path{Elements: r.ids("elements"), Names: r.texts("names"), Weight: r.number("weight")}
		for _, t := range r.rows("path") {
			path.Triples = append(path.Triples, tripleOf(t))
		}
		return path
	})
}

// Paths records the read, bounded to the scope.
func (t Traced) Paths(ctx context.Context, q graph.PathsQuery) ([]graph.Path, error) {
	q.Scope = t.Scope
	return traced(ctx, t, "paths", q, t.Reader.Paths, map[string]any{"from": q.From, "to": q.To, "max_hops": q.MaxHops})
}
