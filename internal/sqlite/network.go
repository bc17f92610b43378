package sqlite

import (
	"context"
	"database/sql"

	"grove/internal/graph"
)

// PageEntities pages through the key elements that carry a type.
func (r reader) PageEntities(ctx context.Context, q graph.PageQuery) ([]graph.KeyElement, error) {
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
		_, err = rows(ctx, s, func(row *sql.Rows) (struct{}, error) {
			var fact, entity graph.ID
			err := row.Scan(&fact, &entity)
			if n := len(out); n == 0 || out[n-1].Fact != fact {
				out = append(out, graph.FactEntities{Fact: fact})
			}
			last := &out[len(out)-1]
			last.Entities = append(last.Entities, entity)
			return struct{}{}, err
		}, `SELECT a.fact, a.element FROM about a JOIN key_element k ON k.id = a.element
WHERE a.fact > ? AND a.fact <= ? AND k.type <> '' ORDER BY a.fact, a.element`, string(q.After), string(facts[len(facts)-1]))
		out = graph.Tied(out)
		return err
	})
	return out, next, err
}
