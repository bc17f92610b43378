package sqlite

import (
	"context"
	"database/sql"

	"grove/internal/graph"
)

// Evidence carries out graph.EvidenceQuery.
func (r reader) Evidence(ctx context.Context, q graph.EvidenceQuery) (e graph.Evidence, err error) {
	r = r.checked(q)
	err = r.view(ctx, "sqlite.Evidence", func(s queryer) (err error) {
		e, err = evidenceOf(ctx, s, q.Chunks)
		return err
	})
	e.Canonical()
	return e, err
}

// States carries out graph.StatesQuery.
func (r reader) States(ctx context.Context, q graph.StatesQuery) (state graph.State, err error) {
	r = r.checked(q)
	err = r.view(ctx, "sqlite.States", func(s queryer) (err error) {
		if state, err = readState(ctx, s, q); err != nil {
			return err
		}
		return readAbouts(ctx, s, &state, q.Facts)
	})
	return state, err
}

// search is a query of (item, problem), the findings of one check.
type search struct{ check, query string }

// searches find what foreign keys would have kept out, had they been on in the
// program that wrote, and what no foreign key says.
var searches = []search{
	{graph.SourcesCheck,
		`SELECT id AS item, 'no document ' || document AS problem FROM chunk WHERE document NOT IN (SELECT id FROM document)
UNION ALL SELECT id, 'no document ' || document FROM episode WHERE document NOT IN (SELECT id FROM document)
UNION ALL SELECT fact, 'evidence of chunk ' || chunk || ', which is not there' FROM has_fact WHERE chunk NOT IN (SELECT id FROM chunk)
UNION ALL SELECT element, 'evidence of chunk ' || chunk || ', which is not there' FROM mentions WHERE chunk NOT IN (SELECT id FROM chunk)
UNION ALL SELECT attribute, 'evidence of chunk ' || chunk || ', which is not there' FROM states_attribute WHERE chunk NOT IN (SELECT id FROM chunk)
UNION ALL SELECT triple, 'evidence of chunk ' || chunk || ', which is not there' FROM states_triple WHERE chunk NOT IN (SELECT id FROM chunk)
UNION ALL SELECT proposal, 'evidence of chunk ' || chunk || ', which is not there' FROM proposes WHERE chunk NOT IN (SELECT id FROM chunk)`},
	{graph.DanglingCheck, `SELECT chunk AS item, 'states fact ' || fact || ', which is not there' AS problem FROM has_fact WHERE fact NOT IN (SELECT id FROM fact)
UNION ALL SELECT chunk, 'mentions ' || element || ', which is not there' FROM mentions WHERE element NOT IN (SELECT id FROM key_element)
UNION ALL SELECT chunk, 'states attribute ' || attribute || ', which is not there' FROM states_attribute WHERE attribute NOT IN (SELECT id FROM attribute)
UNION ALL SELECT chunk, 'states triple ' || triple || ', which is not there' FROM states_triple WHERE triple NOT IN (SELECT id FROM triple)
UNION ALL SELECT chunk, 'proposes ' || proposal || ', which is not there' FROM proposes WHERE proposal NOT IN (SELECT id FROM proposal)
UNION ALL SELECT fact, 'is about ' || element || ', of which one is not there' FROM about
  WHERE element NOT IN (SELECT id FROM key_element) OR fact NOT IN (SELECT id FROM fact)
UNION ALL SELECT id, 'its entity ' || entity || ' is not there' FROM attribute WHERE entity NOT IN (SELECT id FROM key_element)`},
	// The triple is the typed relation here.
	{graph.RelationsCheck,
		`SELECT id AS item, 'its head ' || head || ' is not there' AS problem FROM triple WHERE head NOT IN (SELECT id FROM key_element)
UNION ALL SELECT id, 'its tail ' || tail || ' is not there' FROM triple WHERE tail NOT IN (SELECT id FROM key_element)`},
	{graph.JournalCheck,
		`SELECT chunk AS item, 'waits for its chunk' AS problem FROM extraction WHERE chunk NOT IN (SELECT id FROM chunk)`},
	{graph.StorageCheck, `SELECT 'database' AS item, integrity_check AS problem FROM pragma_integrity_check WHERE integrity_check <> 'ok'`},
}

// Integrity makes the checks that only the database can make.
func (r reader) Integrity(ctx context.Context) (checks []graph.Check, err error) {
	const op = "sqlite.Integrity"
	ctx, end := r.observe.Begin(ctx, op)
	defer func() { end(err) }()
	for _, s := range searches {
		count := 0
		items, err := ask(ctx, r, op, func(row *sql.Rows) (item string, err error) {
			err = row.Scan(&item, &count)
			return item, err
		}, "SELECT item || ': ' || problem, count(*) OVER () FROM (\n"+s.query+"\n) ORDER BY 1 LIMIT ?", graph.MaxItems)
		if err != nil {
			return nil, err
		}
		checks = append(checks, graph.Found(s.check, count, items))
	}
	return checks, nil
}
