package sqlite

import (
	"context"
	"database/sql"

	"grove/internal/graph"
)

// evidenceOrder is the order of evidence on a page: by item, then as graph.PageQuery says.
const evidenceOrder = " ORDER BY item, chunk, place, surface"

func factEvidence(ctx context.Context, q querier, where string, args []any) ([]graph.FactEvidence, error) {
	return collect(ctx, q, "sqlite.factEvidence", `SELECT chunk, item, place, surface, start, "end", count, text, about FROM has_fact`+where+evidenceOrder, args,
		func(rows *sql.Rows) (e graph.FactEvidence, err error) {
			var about string
			if err := rows.Scan(&e.Chunk, &e.Fact, &e.In, &e.Surface, &e.Start, &e.End, &e.Count, &e.Text, &about); err != nil {
				return e, err
			}
			return e, decode(about, &e.About)
		})
}

func mentionEvidence(ctx context.Context, q querier, where string, args []any) ([]graph.Mention, error) {
	return collect(ctx, q, "sqlite.mentionEvidence", `SELECT chunk, item, place, surface, start, "end", count, type, description,
		(SELECT norm FROM key_element WHERE id = item) FROM mentions`+where+evidenceOrder, args,
		func(rows *sql.Rows) (e graph.Mention, err error) {
			return e, rows.Scan(&e.Chunk, &e.Element, &e.In, &e.Surface, &e.Start, &e.End, &e.Count, &e.Type, &e.Description, &e.Norm)
		})
}

func attributeEvidence(ctx context.Context, q querier, where string, args []any) ([]graph.AttributeEvidence, error) {
	return collect(ctx, q, "sqlite.attributeEvidence", `SELECT chunk, item, place, surface, start, "end", count, entity, key, value
		FROM states_attribute JOIN attribute ON attribute.id = item`+where+evidenceOrder, args,
		func(rows *sql.Rows) (e graph.AttributeEvidence, err error) {
			return e, rows.Scan(&e.Chunk, &e.Attribute, &e.In, &e.Surface, &e.Start, &e.End, &e.Count, &e.Entity, &e.Key, &e.Value)
		})
}

func tripleEvidence(ctx context.Context, q querier, where string, args []any) ([]graph.TripleEvidence, error) {
	return collect(ctx, q, "sqlite.tripleEvidence", `SELECT chunk, item, place, surface, start, "end", count, head, relation, tail, head_text, tail_text
		FROM states_triple JOIN triple ON triple.id = item`+where+evidenceOrder, args,
		func(rows *sql.Rows) (e graph.TripleEvidence, err error) {
			return e, rows.Scan(&e.Chunk, &e.Triple, &e.In, &e.Surface, &e.Start, &e.End, &e.Count, &e.Head, &e.Relation, &e.Tail, &e.HeadText, &e.TailText)
		})
}

func scanAttribute(rows *sql.Rows) (a graph.Attribute, err error) {
	return a, rows.Scan(&a.ID, &a.Entity, &a.Key, &a.Value, &a.Support)
}

// tripleTargets are where the columns id, head, relation, tail, name, support go.
func tripleTargets(t *graph.Triple) []any {
	return []any{&t.ID, &t.Head, &t.Relation, &t.Tail, &t.Name, &t.Support}
}
