package sqlite

import (
	"context"
	"database/sql"

	"grove/internal/graph"
)

// Apply carries out graph.Apply in one transaction.
func (s *Store) Apply(ctx context.Context, change graph.Change) (applied graph.Applied, err error) {
	err = s.change(ctx, "sqlite.Apply", func(tx *sql.Tx) error {
		applied, err = graph.Apply(ctx, applyTx{tx}, change)
		return err
	})
	return applied, err
}

type applyTx struct{ *sql.Tx }

var _ graph.ApplyTx = applyTx{}

func (tx applyTx) Bump(ctx context.Context) (number int64, err error) {
	err = tx.QueryRowContext(ctx, "UPDATE workspace SET change_number = change_number + 1 RETURNING change_number").Scan(&number)
	return number, err
}

func (tx applyTx) Digests(ctx context.Context, documents []graph.ID) (map[graph.ID]string, error) {
	out := map[graph.ID]string{}
	_, err := collect(ctx, tx, "sqlite.Digests", "SELECT id, sha256 FROM document WHERE id IN (SELECT value FROM json_each(?))",
		[]any{list(documents)}, func(rows *sql.Rows) (struct{}, error) {
			var id graph.ID
			var digest string
			err := rows.Scan(&id, &digest)
			out[id] = digest
			return struct{}{}, err
		})
	return out, err
}

func (tx applyTx) Removed(ctx context.Context, documents []graph.ID) (removed graph.Removed, err error) {
	const op = "sqlite.Removed"
	const chunks = "SELECT id FROM chunk WHERE document IN (SELECT value FROM json_each(?1))"
	args := []any{list(documents)}
	removed.Chunks, err = collect(ctx, tx, op, chunks+" ORDER BY id", args, scanID)
	if err != nil {
		return removed, err
	}
	e := &removed.Evidence
	of := func(table string) string { return " WHERE " + table + ".chunk IN (" + chunks + ")" }
	if e.Facts, err = factEvidence(ctx, tx, of("has_fact"), args); err != nil {
		return removed, err
	}
	if e.Mentions, err = mentionEvidence(ctx, tx, of("mentions"), args); err != nil {
		return removed, err
	}
	if e.Attributes, err = attributeEvidence(ctx, tx, of("states_attribute"), args); err != nil {
		return removed, err
	}
	e.Triples, err = tripleEvidence(ctx, tx, of("states_triple"), args)
	return removed, err
}

func scanID(rows *sql.Rows) (id graph.ID, err error) { return id, rows.Scan(&id) }

func (tx applyTx) State(ctx context.Context, touched graph.Touched) (graph.State, error) {
	const op = "sqlite.State"
	s := graph.State{Facts: map[graph.ID]graph.FactState{}, Elements: map[graph.ID]graph.KeyElementState{},
		Attributes: map[graph.ID]graph.Attribute{}, Triples: map[graph.ID]graph.TripleState{}, Abouts: map[graph.AboutKey]int{}}
	none := struct{}{}
	const in = " WHERE id IN (SELECT value FROM json_each(?))"
	_, err := collect(ctx, tx, op, "SELECT id, text, support, texts FROM fact"+in, []any{list(touched.Facts)},
		func(rows *sql.Rows) (struct{}, error) {
			var f graph.FactState
			var texts string
			if err := rows.Scan(&f.ID, &f.Text, &f.Support, &texts); err != nil {
				return none, err
			}
			err := decode(texts, &f.Texts)
			s.Facts[f.ID] = f
			return none, err
		})
	if err != nil {
		return s, err
	}
	_, err = collect(ctx, tx, op, "SELECT types, descriptions, "+keyElementColumns+", surfaces FROM key_element k"+in, []any{list(touched.Elements)},
		func(rows *sql.Rows) (struct{}, error) {
			var k graph.KeyElementState
			var types, descriptions, surfaces string
			targets, finish := keyElementTargets(&k.KeyElement)
			if err := rows.Scan(append(append([]any{&types, &descriptions}, targets...), &surfaces)...); err != nil {
				return none, err
			}
			if err := finish(); err != nil {
				return none, err
			}
			for _, column := range []struct {
				text string
				into *graph.Tally
			}{{surfaces, &k.Surfaces}, {types, &k.Types}, {descriptions, &k.Descriptions}} {
				if err := decode(column.text, column.into); err != nil {
					return none, err
				}
			}
			s.Elements[k.ID] = k
			return none, nil
		})
	if err != nil {
		return s, err
	}
	attributes, err := collect(ctx, tx, op, "SELECT id, entity, key, value, support FROM attribute"+in, []any{list(touched.Attributes)}, scanAttribute)
	if err != nil {
		return s, err
	}
	for _, a := range attributes {
		s.Attributes[a.ID] = a
	}
	_, err = collect(ctx, tx, op, "SELECT names, id, head, relation, tail, name, support FROM triple"+in, []any{list(touched.Triples)},
		func(rows *sql.Rows) (struct{}, error) {
			var t graph.TripleState
			var names string
			if err := rows.Scan(append([]any{&names}, tripleTargets(&t.Triple)...)...); err != nil {
				return none, err
			}
			err := decode(names, &t.Names)
			s.Triples[t.ID] = t
			return none, err
		})
	if err != nil {
		return s, err
	}
	pairs := make([][2]graph.ID, len(touched.Abouts))
	for i, k := range touched.Abouts {
		pairs[i] = [2]graph.ID{k.Fact, k.Element}
	}
	// CROSS JOIN: the pairs lead, each one a look-up in the table.
	_, err = collect(ctx, tx, op, `SELECT a.fact, a.element, a.support FROM json_each(?) p CROSS JOIN about a
		ON a.fact = p.value ->> 0 AND a.element = p.value ->> 1`, []any{encode(pairs)},
		func(rows *sql.Rows) (struct{}, error) {
			var k graph.AboutKey
			var n int
			err := rows.Scan(&k.Fact, &k.Element, &n)
			s.Abouts[k] = n
			return none, err
		})
	return s, err
}

func (tx applyTx) Write(ctx context.Context, number int64, d graph.Delta) error {
	w := &writer{ctx: ctx, tx: tx.Tx}
	for _, table := range []string{"has_fact", "mentions", "states_attribute", "states_triple"} {
		w.drop("DELETE FROM "+table+" WHERE chunk = ?", d.DropChunks)
	}
	w.drop("DELETE FROM chunk WHERE id = ?", d.DropChunks)
	w.drop("DELETE FROM document WHERE id = ?", d.DropDocuments)
	w.drop("DELETE FROM extraction WHERE chunk = ?", d.Forget)
	each(w, "INSERT OR REPLACE INTO tombstone VALUES (?, ?)", d.Forget, func(id graph.ID) []any { return []any{id, number} })
	each(w, "DELETE FROM about WHERE fact = ? AND element = ?", d.DropAbouts,
		func(k graph.AboutKey) []any { return []any{k.Fact, k.Element} })
	w.drop("DELETE FROM fact WHERE id = ?", d.DropFacts)
	w.drop("DELETE FROM attribute WHERE id = ?", d.DropAttributes)
	w.drop("DELETE FROM triple WHERE id = ?", d.DropTriples)
	w.drop("DELETE FROM key_element WHERE id = ?", d.DropElements)
	w.put(number, d)
	w.evidence(d.Evidence)
	return w.err
}

func (w *writer) put(number int64, d graph.Delta) {
	each(w, "INSERT INTO document VALUES (?,?,?,?,?,?,?,?,?,?,?)", d.Documents, func(d graph.Document) []any {
		tags := d.Tags
		if tags == nil {
			tags = []string{}
		}
		return []any{d.ID, d.Source, d.SourceID, d.Title, d.Language, d.SHA256, d.Tokens, d.Runes, encode(tags), d.Origin, d.IngestedAt.Unix()}
	})
	each(w, "INSERT INTO chunk VALUES (?,?,?,?,?,?,?,?,?,?,?)", d.Chunks, func(c graph.Chunk) []any {
		return []any{c.ID, c.Document, c.Index, c.Start, c.End, c.Text, c.Tokens, c.Page, c.Heading, c.Name, number}
	})
	each(w, "DELETE FROM tombstone WHERE chunk = ?", d.Chunks, func(c graph.Chunk) []any { return []any{c.ID} })
	each(w, `INSERT INTO key_element VALUES (?1,?2,?3,?4,?5,?6,?7,?8,?9) ON CONFLICT (id) DO UPDATE SET
		name = ?3, type = ?4, description = ?5, support = ?6, surfaces = ?7, types = ?8, descriptions = ?9`, d.Elements,
		func(k graph.KeyElementState) []any {
			return []any{k.ID, k.Norm, k.Name, k.Type, k.Description, k.Support, encode(k.Surfaces), encode(k.Types), encode(k.Descriptions)}
		})
	each(w, "INSERT INTO fact VALUES (?1,?2,?3,?4) ON CONFLICT (id) DO UPDATE SET text = ?2, support = ?3, texts = ?4", d.Facts,
		func(f graph.FactState) []any { return []any{f.ID, f.Text, f.Support, encode(f.Texts)} })
	each(w, "INSERT INTO attribute VALUES (?1,?2,?3,?4,?5) ON CONFLICT (id) DO UPDATE SET support = ?5", d.Attributes,
		func(a graph.Attribute) []any { return []any{a.ID, a.Entity, a.Key, a.Value, a.Support} })
	each(w, `INSERT INTO triple VALUES (?1,?2,?3,?4,?5,?6,?7) ON CONFLICT (id) DO UPDATE SET name = ?5, support = ?6, names = ?7`, d.Triples,
		func(t graph.TripleState) []any {
			return []any{t.ID, t.Head, t.Relation, t.Tail, t.Name, t.Support, encode(t.Names)}
		})
	each(w, "INSERT INTO about VALUES (?1,?2,?3) ON CONFLICT (fact, element) DO UPDATE SET support = ?3", d.Abouts,
		func(a graph.About) []any { return []any{a.Fact, a.Element, a.Support} })
}

func (w *writer) evidence(e graph.Evidence) {
	each(w, "INSERT INTO has_fact VALUES (?,?,?,?,?,?,?,?,?)", e.Facts, func(r graph.FactEvidence) []any {
		about := r.About
		if about == nil {
			about = []graph.ID{}
		}
		return []any{r.Chunk, r.Fact, r.In, r.Surface, r.Start, r.End, r.Count, r.Text, encode(about)}
	})
	each(w, "INSERT INTO mentions VALUES (?,?,?,?,?,?,?,?,?)", e.Mentions, func(r graph.Mention) []any {
		return []any{r.Chunk, r.Element, r.In, r.Surface, r.Start, r.End, r.Count, r.Type, r.Description}
	})
	each(w, "INSERT INTO states_attribute VALUES (?,?,?,?,?,?,?)", e.Attributes, func(r graph.AttributeEvidence) []any {
		return []any{r.Chunk, r.Attribute, r.In, r.Surface, r.Start, r.End, r.Count}
	})
	each(w, "INSERT INTO states_triple VALUES (?,?,?,?,?,?,?,?,?)", e.Triples, func(r graph.TripleEvidence) []any {
		return []any{r.Chunk, r.Triple, r.In, r.Surface, r.Start, r.End, r.Count, r.HeadText, r.TailText}
	})
}

// writer runs prepared statements over many rows and keeps the first error.
type writer struct {
	ctx context.Context
	tx  *sql.Tx
	err error
}

func (w *writer) drop(statement string, ids []graph.ID) {
	each(w, statement, ids, func(id graph.ID) []any { return []any{id} })
}

func each[R any](w *writer, statement string, rows []R, args func(R) []any) {
	if w.err != nil || len(rows) == 0 {
		return
	}
	prepared, err := w.tx.PrepareContext(w.ctx, statement)
	if err != nil {
		w.err = err
		return
	}
	defer prepared.Close()
	for _, r := range rows {
		if _, err := prepared.ExecContext(w.ctx, args(r)...); err != nil {
			w.err = err
			return
		}
	}
}
