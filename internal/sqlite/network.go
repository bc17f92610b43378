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
		return ask(ctx, r, "sqlite.PageEntities", func(row *sql.Rows) (k graph.KeyElement, err error) {
			err = row.Scan(&k.ID, &k.Norm, &k.Name, &k.Type, &k.Description, &k.Support)
			return k, err
		}, "SELECT id, norm, name, type, description, support FROM key_element WHERE id > ? AND type <> '' ORDER BY id LIMIT ?", string(q.After), graph.Limit(q.Limit))
	}
	return ask(ctx, r, "sqlite.PageEntities", scanKeyElement,
		"SELECT "+keyElementColumns+" FROM key_element k WHERE k.id > ? AND k.type <> '' ORDER BY k.id LIMIT ?", string(q.After), graph.Limit(q.Limit))
}

// PageRelations pages through the triples.
func (r reader) PageRelations(ctx context.Context, q graph.PageQuery) ([]graph.Triple, error) {
	return ask(ctx, r, "sqlite.PageRelations", scanTriple,
		"SELECT "+tripleColumns+" FROM triple t WHERE t.id > ? ORDER BY t.id LIMIT ?", string(q.After), graph.Limit(q.Limit))
}

// PageTies pages through the facts, for the entities of each.
func (r reader) PageTies(ctx context.Context, q graph.PageQuery) (out []graph.FactEntities, next graph.ID, err error) {
	err = r.view(ctx, "sqlite.PageTies", func(s queryer) error {
		facts, err := rows(ctx, s, func(row *sql.Rows) (id graph.ID, err error) {
			err = row.Scan(&id)
			return id, err
		}, "SELECT id FROM fact WHERE id > ? ORDER BY id LIMIT ?", string(q.After), graph.Limit(q.Limit))
		if err != nil || len(facts) == 0 {
			return err
		}
		if len(facts) == graph.Limit(q.Limit) {
			next = facts[len(facts)-1]
		}
		// Ids hold no comma: a row of each fact is read faster than one of each edge.
		out, err = rows(ctx, s, func(row *sql.Rows) (f graph.FactEntities, err error) {
			var entities string
			err = row.Scan(&f.Fact, &entities)
			for id := range strings.SplitSeq(entities, ",") {
				f.Entities = append(f.Entities, graph.ID(id))
			}
			slices.Sort(f.Entities)
			return f, err
		}, `SELECT a.fact, group_concat(a.element) FROM about a JOIN key_element k ON k.id = a.element
WHERE a.fact > ? AND a.fact <= ? AND k.type <> '' GROUP BY a.fact HAVING count(*) > 1 ORDER BY a.fact`, string(q.After), string(facts[len(facts)-1]))
		return err
	})
	return out, next, err
}
