package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"grove/ingest/refresh"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/jobs"
	"grove/internal/llm/replies"
	"grove/internal/lookup"
	"grove/internal/workspace"
)

// Purged is the report of a purge, beside the documents.
type Purged struct {
	// Replies counts the stored replies of language models that were removed;
	// RepliesWithoutChunks those among them that name no chunks: replies to anything but an
	// extraction, and those stored by older versions.
	Replies              int `json:"replies"`
	RepliesWithoutChunks int `json:"replies_without_chunks"`
	// Files counts the documents' own files that lay in the workspace's folder, as those of
	// the bundled sample do.
	Files int `json:"files"`
	// Traces counts the stored traces that were removed; TracesWithoutIDs those among them
	// that don't list what they read (see traces.Trace.Read).
	Traces           int `json:"traces"`
	TracesWithoutIDs int `json:"traces_without_ids"`
	// Jobs counts those whose requests or results were blanked.
	Jobs int `json:"jobs"`
	// Report is shown outside of this object in JSON.
	refresh.Report `json:"-"`
}

// Purge is Delete that leaves none of the documents' texts in the workspace's folder. It
// removes the stored replies whose requests held one of their chunks and the traces that
// read anything of them, found by id, and every reply and trace that lists no ids; it
// blanks the jobs about them, the errors of other finished jobs, and the pairs of names,
// no longer in the graph, that a model was asked about. Merges and splits stay, with their
// names. Then the database is rewritten and the text index is rebuilt, which costs as much
// as copying both.
//
// Without a document Purge finishes an interrupted purge or follows a plain deletion: it
// removes replies and traces that list no ids or chunks no longer in the graph, and
// rewrites database and index. An error after the documents are gone does not keep these
// from being done; the documents are returned with it. Not covered are traces of
// questions that began before the purge and end after it, backups, cassettes, the documents'
// files elsewhere, and the files of a Neo4j server. While an accepted job of the service is
// about one of the documents, Purge does nothing and returns fault.Conflict.
func (a *App) Purge(ctx context.Context, s lookup.Selector) ([]graph.Document, Purged, error) {
	var gone []graph.Document
	var purged Purged
	var failed error
	if s.Empty() {
		failed = errors.Join(a.sweep(ctx, nil, newPurgeKeys(a.store), &purged), a.dropAsked(ctx))
	} else {
		found, err := s.Documents(ctx, a.store, "app.Purge")
		if err != nil {
			return nil, purged, err
		}
		if err := a.checkWaiting(ctx, found); err != nil {
			return nil, purged, err
		}
		gone, failed = a.purge(ctx, found, &purged)
		if failed == nil {
			purged.Report, failed = a.Refresh(ctx, refresh.Options{KeywordTitles: true})
		}
		if len(gone) == 0 || ctx.Err() != nil {
			return gone, purged, failed
		}
	}
	_, err := a.vectors.Prune(ctx, a.Texts)
	return gone, purged, errors.Join(failed, err, a.store.Scrub(ctx), a.index.Rebuild(ctx))
}

// checkWaiting refuses to purge documents that a job of the service waits to write: what
// was accepted is neither lost nor carried out after it was made unreadable.
func (a *App) checkWaiting(ctx context.Context, documents []graph.Document) error {
	const op = "app.Purge"
	waiting, err := a.store.Jobs(ctx, graph.JobsQuery{Unfinished: true, Limit: graph.MaxRows})
	if err != nil {
		return err
	}
	for _, j := range waiting {
		for _, d := range documents {
			if jobs.Waits(j) && asksFor(j, d) {
				return fault.New(fault.Conflict, op, d.Source, fmt.Sprintf("the job %s, accepted by the service, is about it and waits", j.ID),
					"start `grove serve`, let the job end or cancel it there, and purge again")
			}
		}
	}
	return nil
}

// purge sweeps, removes the documents, and sweeps again: an interruption leaves no document
// removed whose ids nobody has any more, and questions in flight have stored their traces
// meanwhile. It returns the documents that were removed.
func (a *App) purge(ctx context.Context, documents []graph.Document, purged *Purged) ([]graph.Document, error) {
	keys := newPurgeKeys(a.store)
	for _, d := range documents {
		if err := keys.add(ctx, d); err != nil {
			return nil, err
		}
	}
	if err := a.sweep(ctx, documents, keys, purged); err != nil {
		return nil, err
	}
	if err := a.removeCopies(documents, purged); err != nil {
		return nil, err
	}
	gone, err := a.Jobs().Remove(ctx, documents)
	if len(gone) == 0 {
		return nil, err
	}
	clear(keys.present)
	return gone, errors.Join(err, a.sweep(ctx, documents, keys, purged), a.dropAsked(ctx))
}

// sweep removes stored replies and traces by their keys, and blanks jobs.
func (a *App) sweep(ctx context.Context, documents []graph.Document, keys *purgeKeys, purged *Purged) error {
	dir := filepath.Join(a.config.Folder(), workspace.RepliesFolder)
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		cache, err := replies.Open(dir, nil) // without a model: the cache only removes
		if err != nil {
			return err
		}
		keys.unnamed = 0
		n, err := cache.Purge(ctx, keys.match(ctx))
		purged.Replies += n
		purged.RepliesWithoutChunks += keys.unnamed
		if err != nil {
			return err
		}
	}
	keys.unnamed = 0
	n, err := a.Traces().Purge(ctx, keys.match(ctx))
	purged.Traces += n
	purged.TracesWithoutIDs += keys.unnamed
	if err != nil {
		return err
	}
	n, err = a.blankJobs(ctx, documents)
	purged.Jobs += n
	return err
}

// dropAsked drops the pairs of names that a model was asked about where one of them is no
// longer in the graph; a pair that comes again is asked about again. Decisions stay.
func (a *App) dropAsked(ctx context.Context) error {
	asked, err := graph.AllDecisions(ctx, a.store, graph.AskedDecision)
	if err != nil {
		return err
	}
	for _, d := range asked {
		for _, subject := range d.Subjects {
			there, err := a.nameInGraph(ctx, subject)
			if err == nil && !there {
				err = a.store.DropDecision(ctx, d.ID)
			}
			if err != nil {
				return err
			}
			if !there {
				break
			}
		}
	}
	return nil
}

func (a *App) nameInGraph(ctx context.Context, subject string) (bool, error) {
	name, err := graph.ParseName(subject)
	if err != nil {
		return false, err
	}
	q := graph.FindQuery{Norms: []string{name.Norm}, Limit: 1}
	if name.Part != "" {
		q = graph.FindQuery{IDs: []graph.ID{name.ID()}, Limit: 1}
	}
	found, err := a.store.Find(ctx, q)
	return len(found) > 0, err
}

// blankJobs blanks the requests and uploads of jobs that name a document, and the errors
// and results of these and of all finished jobs with errors: messages may quote any text.
func (a *App) blankJobs(ctx context.Context, documents []graph.Document) (int, error) {
	n := 0
	for q := (graph.JobsQuery{Limit: graph.MaxRows}); ; {
		jobs, err := a.store.Jobs(ctx, q)
		if err != nil {
			return n, err
		}
		for _, j := range jobs {
			blanked, err := a.blank(ctx, j, documents)
			if err != nil {
				return n, err
			}
			if blanked {
				n++
			}
		}
		if len(jobs) < q.Limit {
			return n, nil
		}
		q.After = &jobs[len(jobs)-1]
	}
}

func (a *App) blank(ctx context.Context, j graph.Job, documents []graph.Document) (bool, error) {
	ran := !jobs.Waits(j) && j.Request != "{}" // a blanked job reads nothing when it runs
	failed := ran && (j.Error != "" || strings.Contains(j.Result, `"errors":[{`))
	named := false
	for _, d := range documents {
		named = named || asksFor(j, d)
		failed = failed || namesDocument(j.Error, d) || namesDocument(j.Result, d)
	}
	if !failed && !named {
		return false, nil
	}
	if failed {
		j.Error, j.Result = "", ""
	}
	if named {
		if err := a.Jobs().DropUpload(j); err != nil {
			return false, err
		}
		j.Request = "{}"
	}
	return true, a.store.PutJob(ctx, j)
}

// asksFor tells whether a job's request names a document, or the file that it is a record of.
func asksFor(j graph.Job, d graph.Document) bool {
	if namesDocument(j.Request, d) {
		return true
	}
	file := strings.LastIndexByte(d.Source, '#')
	return file >= 0 && jobs.Queued(j) && namesDocument(j.Request, graph.Document{Source: d.Source[:file]})
}

// namesDocument tells whether a text, or a string in the JSON that it is, is the
// source of a document or the path of its file.
func namesDocument(s string, d graph.Document) bool {
	return d.Origin != "" && strings.Contains(s, inJSON(d.Origin)) || strings.Contains(s, `"`+inJSON(d.Source)+`"`)
}

// inJSON is a text as it stands inside a string of JSON.
func inJSON(s string) string {
	raw, err := json.Marshal(s)
	if err != nil {
		return s
	}
	return strings.Trim(string(raw), `"`)
}

// removeCopies removes the files of documents that lie in the workspace's folder.
func (a *App) removeCopies(documents []graph.Document, purged *Purged) error {
	folder, err := filepath.Abs(a.config.Folder())
	if err != nil {
		return &fault.Error{Kind: fault.Invalid, Op: "app.Purge", Item: a.config.Folder(), Err: err}
	}
	for _, d := range documents {
		if !strings.HasPrefix(d.Origin, folder+string(filepath.Separator)) {
			continue
		}
		switch err := os.Remove(d.Origin); {
		case err == nil:
			purged.Files++
		case !errors.Is(err, fs.ErrNotExist):
			return &fault.Error{Kind: fault.Unavailable, Op: "app.Purge", Item: d.Origin, Err: err, Hint: "check the file's permissions"}
		}
	}
	return nil
}
