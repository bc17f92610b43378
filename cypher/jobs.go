package cypher

import (
	"context"
	"time"

	"grove/internal/graph"
)

func renderPutJob(w scope, j graph.Job) []Statement {
	m := w.base(j.ID, j.Kind+" "+j.Created.UTC().Format(time.DateTime))
	m["kind"], m["state"], m["request"], m["progress"] = j.Kind, string(j.State), j.Request, j.Progress
	m["result"], m["error"] = optional(j.Result), optional(j.Error)
	m["created"], m["updated"] = j.Created.UTC(), j.Updated.UTC()
	return mergeNodes("Job", rows{m})
}

// PutJob writes a job whole.
func (s *Store) PutJob(ctx context.Context, j graph.Job) error {
	return s.change(ctx, "cypher.PutJob", renderPutJob(s.workspace, j))
}

func renderJobs(w scope, q graph.JobsQuery) Statement {
	var last graph.Job // the beginning
	if q.After != nil {
		last = *q.After
	}
	return Statement{
		`MATCH (j:Job) WHERE j.key > $after AND j.key < $end AND ($id = '' OR j.id = $id) AND ($states = [] OR j.state IN $states)
  AND ($last = '' OR j.created < $before OR j.created = $before AND j.id > $last)
RETURN j.id AS id, j.kind AS kind, j.state AS state, j.request AS request, j.progress AS progress,
  j.result AS result, j.error AS error, j.created AS created, j.updated AS updated
ORDER BY created DESC, id LIMIT $limit`,
		map[string]any{"after": w.key(""), "end": w.end(), "id": string(q.ID), "limit": graph.Limit(q.Limit),
			"states": texts(q.States), "last": string(last.ID), "before": last.Created.UTC()}}
}

// Jobs carries out graph.JobsQuery.
func (s *Store) Jobs(ctx context.Context, q graph.JobsQuery) ([]graph.Job, error) {
	return read(ctx, s, "cypher.Jobs", q, func(r row) graph.Job {
		return graph.Job{ID: r.id("id"), Kind: r.text("kind"), State: graph.JobState(r.text("state")),
			Request: r.text("request"), Progress: r.text("progress"), Result: r.text("result"), Error: r.text("error"),
			Created: r.time("created"), Updated: r.time("updated")}
	})
}
