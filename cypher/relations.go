package cypher

import (
	"context"
	"strings"

	"grove/internal/graph"
	"grove/internal/lists"
)

// tripleColumns read a triple t.
const tripleColumns = "t.id AS id, t.subject AS subject, t.relation AS relation, t.object AS object, t.name AS name, t.support AS support"

func tripleOf(r row) graph.Triple {
	return graph.Triple{ID: r.id("id"), Head: r.id("subject"), Relation: r.text("relation"), Tail: r.id("object"),
		Name: r.text("name"), Support: r.number("support")}
}

// Between two key elements only typed relations run, so a pattern with a
// KeyElement at both ends needs no list of types.
func renderRelations(w scope, q graph.RelationsQuery) (Statement, error) {
	var types []string
	for _, name := range lists.Sorted(q.Relations) {
		t, err := relationType(name)
		if err != nil {
			return Statement{}, err
		}
		types = append(types, t)
	}
	edge := "[r]"
	if len(types) > 0 {
		edge = "[r:" + strings.Join(types, "|") + "]"
	}
	left, right := "-", "-"
	switch q.Direction {
	case graph.Outgoing:
		right = "->"
	case graph.Incoming:
		left = "<-"
	}
	f := filterOf(w, q.Scope)
	params := map[string]any{"elements": w.keys(q.Elements), "fanout": q.PerElement()}
	if f != nil {
		return f.statement(`UNWIND $elements AS key
MATCH (e:KeyElement {key: key})
CALL (e) {
  MATCH (e)`+left+edge+right+`(:KeyElement)
  MATCH (t:Triple {key: r.key})
  WITH r, t, `+f.support("STATES", "t")+` AS support WHERE support > 0
  RETURN r, t, support ORDER BY support DESC, r.id LIMIT $fanout
}
RETURN e.id AS element, `+strings.Replace(tripleColumns, "t.support", "support", 1)+`,
  startNode(r).name AS headName, endNode(r).name AS tailName
ORDER BY element, support DESC, id`, params), nil
	}
	return Statement{`UNWIND $elements AS key
MATCH (e:KeyElement {key: key})
CALL (e) {
  MATCH (e)` + left + edge + right + `(o:KeyElement)
  RETURN r ORDER BY r.support DESC, r.id LIMIT $fanout
}
MATCH (t:Triple {key: r.key})
RETURN e.id AS element, ` + tripleColumns + `,
  startNode(r).name AS headName, endNode(r).name AS tailName
ORDER BY element, support DESC, id`, params}, nil
}

// Relations carries out graph.RelationsQuery.
func (s *Store) Relations(ctx context.Context, q graph.RelationsQuery) ([]graph.RelationRow, error) {
	return read(ctx, s, "cypher.Relations", q, func(r row) graph.RelationRow {
		return graph.RelationRow{Element: r.id("element"), Triple: tripleOf(r),
			HeadName: r.text("headName"), TailName: r.text("tailName")}
	})
}

// Relations records the read, bounded to the scope.
func (t Traced) Relations(ctx context.Context, q graph.RelationsQuery) ([]graph.RelationRow, error) {
	q.Scope = t.Scope
	return traced(ctx, t, "relations", q, t.Reader.Relations,
		map[string]any{"elements": q.Elements, "relations": q.Relations})
}

// tripleRow returns the properties of a Triple node.
func tripleRow(w scope, t graph.TripleState) map[string]any {
	m := w.base(t.ID, t.Name)
	m["subject"], m["relation"], m["object"], m["support"] = string(t.Head), t.Relation, string(t.Tail), t.Support
	putTally(m, t.Names, "names", "nameCounts")
	return m
}
