package sqlite

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"

	"grove/internal/graph"
)

const keyElementColumns = "k.id, k.norm, k.name, k.type, k.description, k.support, k.surfaces"

// KeyElements carries out graph.KeyElementsQuery.
func (r reader) KeyElements(ctx context.Context, q graph.KeyElementsQuery) ([]graph.KeyElementRow, error) {
	r = r.checked(q)
	return listed(ctx, r, listing[graph.KeyElementRow]{
		op: "sqlite.KeyElements", items: q.Facts, limit: graph.Limit(q.Limit), scope: q.Scope,
		read: func(ctx context.Context, facts []graph.ID, limit int) ([]graph.KeyElementRow, error) {
			s := scoped(q.Scope)
			text, args := s.query("SELECT a.fact, "+s.keyElements()+" FROM about a JOIN key_element k ON k.id = a.element WHERE a.fact IN "+
				list(len(facts))+s.about("a.fact", "a.element")+" ORDER BY a.fact, a.element"+limited(limit), values(facts...)...)
			return ask(ctx, r, "sqlite.KeyElements", func(row *sql.Rows) (k graph.KeyElementRow, err error) {
				k.KeyElement, err = scanKeyElementAfter(row, &k.Fact)
				return k, err
			}, text, args...)
		},
		item: func(k graph.KeyElementRow) graph.ID { return k.Fact },
		compare: func(a, b graph.KeyElementRow) int {
			return cmp.Or(cmp.Compare(a.Fact, b.Fact), cmp.Compare(a.ID, b.ID))
		},
	})
}

func scanKeyElement(row *sql.Rows) (graph.KeyElement, error) { return scanKeyElementAfter(row) }

// scanKeyElementAfter reads keyElementColumns behind other columns. The aliases
// are the strings of the surfaces' tally.
func scanKeyElementAfter(row *sql.Rows, before ...any) (k graph.KeyElement, err error) {
	var surfaces string
	if err = row.Scan(append(before, &k.ID, &k.Norm, &k.Name, &k.Type, &k.Description, &k.Support, &surfaces)...); err != nil {
		return k, err
	}
	var tally graph.Tally
	err = json.Unmarshal([]byte(surfaces), &tally)
	k.Aliases = tally.Keys()
	return k, err
}
