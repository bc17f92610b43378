package sqlite

import (
	"context"
	"database/sql"
	"time"

	"grove/internal/graph"
)

// PutJob writes a job whole.
func (s *Store) PutJob(ctx context.Context, j graph.Job) error {
	return s.transact(ctx, "sqlite.PutJob", func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "INSERT OR REPLACE INTO job VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", string(j.ID), j.Kind,
			string(j.State), j.Request, j.Progress, j.Result, j.Error, j.Created.UnixMilli(), j.Updated.UnixMilli())
		return err
	})
}

// Jobs carries out graph.JobsQuery.
func (r reader) Jobs(ctx context.Context, q graph.JobsQuery) ([]graph.Job, error) {
	states, err := asJSON(graph.List(q.States))
	if err != nil {
		return nil, err
	}
	var after string
	var before int64
	if q.After != nil {
		after, before = string(q.After.ID), q.After.Created.UnixMilli()
	}
	return ask(ctx, r, "sqlite.Jobs", fields(func(j *graph.Job) []any {
		return []any{&j.ID, &j.Kind, &j.State, &j.Request, &j.Progress, &j.Result, &j.Error,
			timeColumn{&j.Created, time.UnixMilli}, timeColumn{&j.Updated, time.UnixMilli}}
	}), `SELECT id, kind, state, request, progress, result, error, created, updated FROM job
WHERE (?1 = '' OR id = ?1) AND (?3 = '[]' OR state IN (SELECT value FROM json_each(?3)))
  AND (?4 = '' OR created < ?5 OR created = ?5 AND id > ?4) ORDER BY created DESC, id LIMIT ?2`,
		string(q.ID), graph.Limit(q.Limit), states, after, before)
}
