package sqlite

import (
	"context"
	"database/sql"
	"slices"
	"strings"

	"grove/internal/graph"
)

// PageEntities pages through the key elements that carry a type.
func (r reader) PageEntities(ctx context.Context, q graph.PageQuery) ([]graph.KeyElement, error) {
	if q.Bare {
		return ask(ctx, r, "sqlite.PageEntities", fields(func(k *graph.KeyElement) []any {
			return []any{&k.ID, &k.Norm, &k.Name, &k.Type, &k.Description, &k.Support}
		}), "SELECT id, norm, name, type, description, support FROM key_element WHERE id > ? AND type <> '' ORDER BY id LIMIT ?",
			string(q.After), graph.Limit(q.Limit))
	}
	return ask(ctx, r, "sqlite.PageEntities", scanKeyElement,
		"SELECT "+keyElementColumns+" FROM key_element k WHERE k.id > ? AND k.type <> '' ORDER BY k.id LIMIT ?", string(q.After),
		graph.Limit(q.Limit))
}

// PageRelations pages through the triples.
func (r reader) PageRelations(ctx context.Context, q graph.PageQuery) ([]graph.Triple, error) {
	return ask(ctx, r, "sqlite.PageRelations", scanTriple,
		"SELECT "+tripleColumns+" FROM triple t WHERE t.id > ? ORDER BY t.id LIMIT ?", string(q.After), graph.Limit(q.Limit))
}

// PageTies pages through the facts, for the key elements of each.
func (r reader) PageTies(ctx context.Context, q graph.PageQuery) (out []graph.FactElements, next graph.ID, err error) {
	limit := graph.Limit(q.Limit)
	// Ids hold no comma: a row of each fact is read faster than one of each edge.
	out, err = ask(ctx, r, "sqlite.PageTies", func(row *sql.Rows) (f graph.FactElements, err error) {
		var elements string
		err = row.Scan(&f.Fact, &elements)
		f.Elements = make([]graph.ID, 0, 1+strings.Count(elements, ","))
		for id := range strings.SplitSeq(elements, ",") {
			f.Elements = append(f.Elements, graph.ID(id))
		}
		slices.Sort(f.Elements)
		return f, err
	}, "SELECT fact, group_concat(element) FROM about WHERE fact > ? GROUP BY fact HAVING count(*) > 1 ORDER BY fact LIMIT ?",
		string(q.After), limit)
	if len(out) == limit {
		next = out[limit-1].Fact
	}
	return out, next, err
}
