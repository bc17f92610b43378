// Package purge deletes documents and whatever the workspace's folder has of their texts: stored replies, traces,
// evaluation runs, jobs, copies. keys.go decides by ids what has them, pending.go finishes an interrupted purge.
package purge

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"grove/ingest/refresh"
	"grove/internal/eval/run"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/jobs"
	"grove/internal/llm"
	"grove/internal/llm/replies"
	"grove/internal/lookup"
	"grove/internal/traces"
	"grove/internal/workspace"
)

// Purger purges an open workspace.
type Purger struct {
	*workspace.Workspace
	Jobs   *jobs.Jobs
	Traces *traces.Folder
	Runs   run.Folder
}

// Report is the report of a purge, without the documents.
type Report struct {
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
	// Runs counts the evaluation runs that were removed; RunsWithoutIDs those among them with an answer that doesn't list what
	// it read.
	Runs           int `json:"runs"`
	RunsWithoutIDs int `json:"runs_without_ids"`
	// Jobs counts those whose requests or results were blanked.
	Jobs int `json:"jobs"`
	// Report is not part of this object's JSON.
	refresh.Report `json:"-"`
}

// Purge deletes documents and leaves none of the documents' texts in the workspace's folder. It
// removes the stored replies whose requests held one of their chunks and the traces and evaluation runs that
// read anything of them, found by id, and every reply, trace and run that lists no ids; it
// blanks the jobs about them, the errors of other finished jobs, and the pairs of names,
// no longer in the graph, that a model was asked about. Merges and splits remain, with their
// names. Then the database is rewritten and the text index is rebuilt, which takes as long
// as copying both.
//
// A purge that was interrupted is finished when the workspace is opened for writing again, and by
// the next one. Without a document Purge finishes such a purge or follows a plain deletion: it
// removes replies and traces that list no ids or chunks no longer in the graph, refreshes
// the derived layers, and rewrites database and index. An error after the documents are gone does not keep these
// from being done; the documents are returned with it. Not covered are traces of
// questions that began before the purge and end after it, backups, cassettes, the documents'
// files elsewhere, and the files of a Neo4j server. While an accepted job of the service is
// about one of the documents, or one of an interrupted purge, Purge does nothing and returns fault.Conflict.
func (p *Purger) Purge(ctx context.Context, s lookup.Selector) ([]graph.Document, Report, error) {
	return p.within(ctx, s, llm.Bounds{})
}

// within is Purge with bounds on the calls for the titles of communities.
func (p *Purger) within(ctx context.Context, s lookup.Selector, bounds llm.Bounds) ([]graph.Document, Report, error) {
	documents, err := p.pending()
	if err != nil {
		return nil, Report{}, err
	}
	if !s.Empty() {
		found, err := s.Documents(ctx, p.Store, "purge.Purge")
		if err != nil {
			return nil, Report{}, err
		}
		documents = append(documents, found...)
	}
	if err := p.checkAccepted(ctx, documents); err != nil {
		return nil, Report{}, err
	}
	if err := p.record(documents); err != nil {
		return nil, Report{}, err
	}
	var purged Report
	removed, failed := p.remove(ctx, documents, &purged)
	if failed == nil {
		purged.Report, failed = p.Refresh(ctx, refresh.Options{Bounds: bounds, KeywordTitles: true})
	}
	if failed != nil && len(removed) == 0 || ctx.Err() != nil {
		return removed, purged, failed
	}
	_, err = p.Vectors.Prune(ctx, p.Texts)
	if err = errors.Join(failed, err, p.Store.Scrub(ctx), p.Index.Rebuild(ctx)); err == nil {
		err = p.end()
	}
	return removed, purged, err
}

// checkAccepted returns fault.Conflict if a job that the service has accepted and not started
// is about one of the documents: it would write the text again, or be lost.
func (p *Purger) checkAccepted(ctx context.Context, documents []graph.Document) error {
	const op = "purge.Purge"
	waiting, err := p.Store.Jobs(ctx, graph.JobsQuery{States: graph.Unfinished(), Limit: graph.MaxRows})
	if err != nil {
		return err
	}
	for _, j := range waiting {
		for _, d := range documents {
			if jobs.Waits(j) && requestNames(j, d) {
				return fault.New(fault.Conflict, op, d.Source, fmt.Sprintf("the accepted job %s of the service is about it", j.ID),
					"start `grove serve`, let the job end or cancel it there, and purge again")
			}
		}
	}
	return nil
}

// remove sweeps before and after it removes the documents: after an interruption no document is
// removed whose ids are still needed, and the second sweep has the traces of questions that
// were in flight. It returns the documents that were removed. Those of an interrupted
// purge may be gone already, or replaced by others, which stay.
func (p *Purger) remove(ctx context.Context, documents []graph.Document, purged *Report) ([]graph.Document, error) {
	present, err := p.present(ctx, documents)
	if err != nil {
		return nil, err
	}
	keys := newMatcher(p.Store)
	for _, d := range documents {
		keys.purged[d.ID] = true
	}
	for _, d := range present {
		if err := keys.add(ctx, d); err != nil {
			return nil, err
		}
	}
	if err := p.sweep(ctx, documents, keys, purged); err != nil {
		return nil, err
	}
	if err := p.removeCopies(present, purged); err != nil {
		return nil, err
	}
	removed, err := p.Jobs.Remove(ctx, present)
	if err != nil && len(removed) == 0 {
		return nil, err
	}
	err = errors.Join(err, p.recordRemoved(documents, present[len(removed):]))
	if len(removed) > 0 {
		clear(keys.present)
		err = errors.Join(err, p.sweep(ctx, documents, keys, purged))
	}
	return removed, errors.Join(err, p.dropAskedPairs(ctx))
}

// present returns those of the documents that are in the graph. One that was ingested again
// since the purge began is another document.
func (p *Purger) present(ctx context.Context, documents []graph.Document) (present []graph.Document, err error) {
	for group := range slices.Chunk(documents, graph.MaxIDs) {
		found, err := p.Store.Documents(ctx, graph.DocumentsQuery{IDs: graph.Keys(group), Limit: len(group)})
		if err != nil {
			return nil, err
		}
		for _, d := range found {
			if slices.ContainsFunc(group, func(g graph.Document) bool {
				return g.ID == d.ID && (g.SHA256 == d.SHA256 && g.IngestedAt.Equal(d.IngestedAt) ||
					g.SHA256 == anyText && !d.IngestedAt.After(g.IngestedAt))
			}) {
				present = append(present, d)
			}
		}
	}
	return present, nil
}

// sweep removes stored replies and traces by their keys, and blanks jobs.
func (p *Purger) sweep(ctx context.Context, documents []graph.Document, keys *matcher, purged *Report) error {
	count := func(removed, unnamed *int, purge func(context.Context, func(ids []string) (bool, error)) (int, error)) error {
		keys.unnamed = 0
		n, err := purge(ctx, keys.match(ctx))
		*removed += n
		*unnamed += keys.unnamed
		return err
	}
	dir := filepath.Join(p.Config.Folder(), workspace.RepliesFolder)
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		cache, err := replies.Open(dir, nil, "") // without a model: the cache only removes
		if err != nil {
			return err
		}
		if err := count(&purged.Replies, &purged.RepliesWithoutChunks, cache.Purge); err != nil {
			return err
		}
	}
	if err := count(&purged.Traces, &purged.TracesWithoutIDs, p.Traces.Purge); err != nil {
		return err
	}
	if err := count(&purged.Runs, &purged.RunsWithoutIDs, p.Runs.Purge); err != nil {
		return err
	}
	n, err := p.blankJobs(ctx, documents)
	purged.Jobs += n
	return err
}

// dropAskedPairs deletes the record of pairs of names that a model was asked about if one of the
// names is no longer in the graph. Decisions remain.
func (p *Purger) dropAskedPairs(ctx context.Context) error {
	pairs, err := graph.AllDecisions(ctx, p.Store, graph.AskedDecision)
	if err != nil {
		return err
	}
	for _, d := range pairs {
		for _, subject := range d.Subjects {
			present, err := p.nameInGraph(ctx, subject)
			if err == nil && !present {
				err = p.Store.DropDecision(ctx, d.ID)
			}
			if err != nil {
				return err
			}
			if !present {
				break
			}
		}
	}
	return nil
}

func (p *Purger) nameInGraph(ctx context.Context, subject string) (bool, error) {
	name, err := graph.ParseName(subject)
	if err != nil {
		return false, err
	}
	q := graph.FindQuery{Norms: []string{name.Norm}, Limit: 1}
	if name.Part != "" {
		q = graph.FindQuery{IDs: []graph.ID{name.ID()}, Limit: 1}
	}
	found, err := p.Store.Find(ctx, q)
	return len(found) > 0, err
}

// blankJobs blanks the requests and uploads of jobs that name a document, and the errors
// and results of these and of all finished jobs with errors: messages may quote any text.
func (p *Purger) blankJobs(ctx context.Context, documents []graph.Document) (int, error) {
	n := 0
	for q := (graph.JobsQuery{Limit: graph.MaxRows}); ; {
		jobs, err := p.Store.Jobs(ctx, q)
		if err != nil {
			return n, err
		}
		for _, j := range jobs {
			blanked, err := p.blank(ctx, j, documents)
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

func (p *Purger) blank(ctx context.Context, j graph.Job, documents []graph.Document) (bool, error) {
	ran := !jobs.Waits(j) && j.Request != "{}" // a blanked job reads nothing when it runs
	failed := ran && (j.Error != "" || strings.Contains(j.Result, `"errors":[{`))
	named := false
	for _, d := range documents {
		named = named || requestNames(j, d)
		failed = failed || namesDocument(j.Error, d) || namesDocument(j.Result, d)
	}
	if !failed && !named {
		return false, nil
	}
	if failed {
		j.Error, j.Result = "", ""
	}
	if named {
		if err := p.Jobs.DropUpload(j); err != nil {
			return false, err
		}
		j.Request = "{}"
	}
	return true, p.Store.PutJob(ctx, j)
}

// requestNames reports whether a job's request names a document, or the file that contains it.
func requestNames(j graph.Job, d graph.Document) bool {
	if namesDocument(j.Request, d) {
		return true
	}
	file := strings.LastIndexByte(d.Source, '#')
	return file >= 0 && jobs.Queued(j) && namesDocument(j.Request, graph.Document{Source: d.Source[:file]})
}

// namesDocument reports whether a JSON text contains a document's source as a string, or the path
// of its file.
func namesDocument(s string, d graph.Document) bool {
	return d.Origin != "" && strings.Contains(s, inJSON(d.Origin)) || strings.Contains(s, `"`+inJSON(d.Source)+`"`)
}

// inJSON returns a text as it is encoded inside a JSON string.
func inJSON(s string) string {
	raw, err := json.Marshal(s)
	if err != nil {
		return s
	}
	return strings.Trim(string(raw), `"`)
}

// removeCopies removes the files of documents that lie in the workspace's folder.
func (p *Purger) removeCopies(documents []graph.Document, purged *Report) error {
	folder, err := filepath.Abs(p.Config.Folder())
	if err != nil {
		return fault.From(fault.Invalid, "purge.Purge", p.Config.Folder(), err, "")
	}
	for _, d := range documents {
		if !strings.HasPrefix(d.Origin, folder+string(filepath.Separator)) {
			continue
		}
		switch err := os.Remove(d.Origin); {
		case err == nil:
			purged.Files++
		case !errors.Is(err, fs.ErrNotExist):
			return fault.From(fault.Unavailable, "purge.Purge", d.Origin, err, "check the file's permissions")
		}
	}
	return nil
}
