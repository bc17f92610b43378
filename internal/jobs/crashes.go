package jobs

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"

	"grove/internal/fault"
	"grove/internal/graph"
)

// maxCrashes is the number of processes that may end while they run a job, until the job
// fails. Before that it may have been chance, or a person who killed the process.
const maxCrashes = 2

// closeStale marks the jobs that a dead process left running: whoever holds the
// workspace knows that no other works on it. A job is stored as running before its work
// begins, so each of its crashes is counted, once; no crash is one that ended while the store was
// away.
func (j *Jobs) closeStale(ctx context.Context) error {
	rows, err := j.ws.Store.Jobs(ctx, graph.JobsQuery{States: graph.Unfinished(), Limit: graph.MaxRows})
	if err != nil {
		return err
	}
	ended, _ := os.ReadFile(j.endedPath()) // without it every job counts as crashed
	for _, r := range rows {
		if r.State != graph.JobRunning {
			continue
		}
		if string(ended) == string(r.ID) {
			r.State = graph.JobInterrupted
		} else if r, err = interrupted(r); err != nil {
			return err
		}
		if r.State == graph.JobFailed {
			j.log.ErrorContext(ctx, "job set aside", "job", string(r.ID), "kind", r.Kind, "error", r.Error)
		}
		if err := j.put(ctx, r); err != nil {
			return err
		}
	}
	return nil
}

// extracts reports whether jobs of a kind of the queue extract documents, which takes memory.
func extracts(kind string) bool { return kind == kindUpload || kind == kindReread }

// interrupted is a job whose process died. A job of the queue that extracts or imports, and is gone on
// with unasked, fails with the last of maxCrashes: after the first it ran alone.
func interrupted(r graph.Job) (graph.Job, error) {
	r.State = graph.JobInterrupted
	if !extracts(r.Kind) && r.Kind != kindImport {
		return r, nil
	}
	t, err := taskOf(r)
	if err != nil {
		return r, err
	}
	t.order.Crashes++
	request, err := json.Marshal(t.order)
	if err != nil {
		return r, fault.Wrap(err, "jobs.interrupted", string(r.ID))
	}
	r.Request = string(request)
	if t.order.Crashes >= maxCrashes {
		r.State, r.Updated = graph.JobFailed, now()
		r.Error = fmt.Sprintf("the process ended %d times while it ran this job, perhaps for want of memory; "+
			"give it more memory or split what is ingested, then retry the job", t.order.Crashes)
	}
	return r, nil
}

// deferInterrupted puts the tasks during which a process crashed behind the others, and what concerns their
// documents behind them, else in the same order. The import of a workspace stays where it is, with all
// that follows it.
func (j *Jobs) deferInterrupted(ctx context.Context, tasks []task) ([]task, error) {
	crashed := func(t task) bool { return t.order.Crashes > 0 }
	if !slices.ContainsFunc(tasks, crashed) {
		return tasks, nil
	}
	sources, err := j.sourcesOf(ctx, tasks)
	if err != nil {
		return nil, err
	}
	var first, last []task
	for i, t := range tasks {
		if t.job.Kind == kindImport {
			return slices.Concat(first, last, tasks[i:]), nil
		}
		concerned := func(u task) bool {
			return slices.ContainsFunc(sources[t.job.ID], func(source string) bool {
				return slices.ContainsFunc(sources[u.job.ID],
					func(other string) bool { return ofFile(source, other) || ofFile(other, source) })
			})
		}
		if crashed(t) || slices.ContainsFunc(last, concerned) {
			last = append(last, t)
		} else {
			first = append(first, t)
		}
	}
	return append(first, last...), nil
}

// ofFile reports whether a source is another, or that of a record in the other's file.
func ofFile(source, file string) bool { return source == file || strings.HasPrefix(source, file+"#") }

// sourcesOf returns the sources that each task is about, by job.
func (j *Jobs) sourcesOf(ctx context.Context, tasks []task) (map[graph.ID][]string, error) {
	out := map[graph.ID][]string{}
	for some := range slices.Chunk(tasks, sourcesAtOnce) {
		q := graph.DocumentsQuery{Limit: len(some)}
		for _, t := range some {
			if t.order.Document != "" {
				q.IDs = append(q.IDs, t.order.Document)
				continue
			}
			for _, p := range t.order.parts() {
				out[t.job.ID] = append(out[t.job.ID], p.Source)
			}
		}
		if len(q.IDs) == 0 {
			continue
		}
		found, err := j.ws.Store.Documents(ctx, q)
		if err != nil {
			return nil, err
		}
		for _, d := range found {
			for _, t := range some {
				if t.order.Document == d.ID {
					out[t.job.ID] = []string{d.Source}
				}
			}
		}
	}
	return out, nil
}
