package cypher

import (
	"context"

	"grove/internal/graph"
)

// pageOf returns a page of nodes by key, without evidence.
func pageOf(w scope, q graph.PageQuery, n, label, condition, columns string) Statement {
	return Statement{"MATCH (" + n + ":" + label + ") WHERE " + n + ".key > $after AND " + n + ".key < $end" + condition + "\n" +
		"WITH " + n + " ORDER BY " + n + ".key LIMIT $limit\nRETURN " + columns + "\nORDER BY id",
		map[string]any{"after": w.key(q.After), "end": w.end(), "limit": graph.Limit(q.Limit)}}
}

// PageEntities pages through the key elements that carry a type.
func (s *Store) PageEntities(ctx context.Context, q graph.PageQuery) ([]graph.KeyElement, error) {
	return read(ctx, s, "cypher.PageEntities", pageOf(s.workspace, q, "k", "KeyElement", " AND k.type IS NOT NULL", elementColumns),
		func(r row) graph.KeyElement {
			k := elementOf(r)
			if q.Bare {
				k.Aliases = nil
			}
			return k
		})
}

// PageRelations pages through the triples.
func (s *Store) PageRelations(ctx context.Context, q graph.PageQuery) ([]graph.Triple, error) {
	return read(ctx, s, "cypher.PageRelations", pageOf(s.workspace, q, "t", "Triple", "", tripleColumns), tripleOf)
}

// PageTies pages through the facts, for the key elements of each.
func (s *Store) PageTies(ctx context.Context, q graph.PageQuery) ([]graph.FactElements, graph.ID, error) {
	rows, err := read(ctx, s, "cypher.PageTies", pageOf(s.workspace, q, "f", "AtomicFact", "",
		"f.id AS id, COLLECT { MATCH (f)-[:ABOUT]->(k:KeyElement) RETURN k.id ORDER BY k.id } AS elements"),
		func(r row) graph.FactElements {
			return graph.FactElements{Fact: r.id("id"), Elements: r.ids("elements")}
		})
	var next graph.ID
	if len(rows) == graph.Limit(q.Limit) {
		next = rows[len(rows)-1].Fact
	}
	return graph.Tied(rows), next, err
}
