package jobs

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"grove/ingest"
	"grove/internal/fault"
	"grove/internal/gist"
	"grove/internal/graph"
	"grove/internal/llm"
	"grove/internal/load"
	"grove/internal/workspace"
	"grove/schema"
)

// IngestOptions configure one ingest. Their JSON is a job's request.
type IngestOptions struct {
	// Paths are files and folders, or load.StandardInput alone.
	Paths []string `json:"paths"`
	// own reports whether a folder is that of a workspace, which is no document.
	own func(folder string) bool
	// Source names the document of a single file; Collection prefixes every source.
	Source     string `json:"source,omitempty"`
	Collection string `json:"collection,omitempty"`
	// Tags are "key=value" strings.
	Tags []string `json:"tags,omitempty"`
	// SchemaFile is a schema for a new workspace, a file or the name of a shipped
	// one; "" is the general one.
	SchemaFile string `json:"schema,omitempty"`
	// Replace lets a source be taken over from another origin.
	Replace bool `json:"replace,omitempty"`
	// Reread extracts unchanged documents again that another model extracted.
	Reread bool `json:"reread,omitempty"`
	// DeleteMissing deletes the documents of Collection and of the folders among Paths whose files are
	// gone.
	DeleteMissing bool `json:"delete_missing,omitempty"`
	// FollowLinks follows links of a folder that lead out of it.
	FollowLinks bool `json:"follow_links,omitempty"`
	// MaxFile bounds one file, and one line of JSON Lines, in bytes; 0 is the default.
	MaxFile int64 `json:"max_file,omitempty"`
	// Window bounds an extraction call in tokens; 0 is the default.
	Window int `json:"extract_window,omitempty"`
	// Pack is the most short chunks that share a call; 0 is the default.
	Pack int `json:"pack,omitempty"`
	// ChunkTokens bounds the chunks of new documents, in tokens; 0 is the default.
	ChunkTokens int `json:"chunk_tokens,omitempty"`
	// Separate asks for facts and for the graph in two calls.
	Separate bool `json:"separate,omitempty"`
	// Gists is the preset of the pages of which gists are wanted, such as "600/280", or gist.Off; "" leaves what is
	// wanted of each document as it is.
	Gists string `json:"gists,omitempty"`
	// MaxTotalTokens and Budget (US dollars) stop the run before it costs more; 0 is no bound.
	MaxTotalTokens int     `json:"max_total_tokens,omitempty"`
	Budget         float64 `json:"budget,omitempty"`
	// Input is what the path "-" reads: see load.Options.
	Input io.Reader `json:"-"`
	// Progress, if set, is called as the work advances.
	Progress func(ingest.Progress) `json:"-"`
}

// Ingest reads paths into the workspace, as a job.
func (j *Jobs) Ingest(ctx context.Context, o IngestOptions) (ingest.Report, error) {
	return j.ingestPaths(ctx, o, false)
}

// ingestPaths is Ingest; with again it then asks the model again for the chunks whose
// replies could not be read.
func (j *Jobs) ingestPaths(ctx context.Context, o IngestOptions, again bool) (ingest.Report, error) {
	p, err := Pipeline(j.ws, &o)
	if err != nil {
		return ingest.Report{}, err
	}
	if err := j.ws.CheckVectors(ctx); err != nil {
		return ingest.Report{}, err
	}
	return j.runNow(ctx, kindIngest, o, o.Progress, func(ctx context.Context, progress func(ingest.Progress)) (ingest.Report, error) {
		report, err := j.read(ctx, p, o, progress)
		if err == nil && again {
			err = j.retryAfter(ctx, &report, o, p.Bounds, progress)
		}
		return report, err
	})
}

// IngestSource reads a source into the workspace, as a job, with at most pack short chunks
// in a call (0: the default). What is derived is not refreshed.
func (j *Jobs) IngestSource(ctx context.Context, source ingest.Source, pack int) (ingest.Report, error) {
	return j.runNow(ctx, kindIngest, IngestOptions{Pack: pack}, nil, func(ctx context.Context,
		progress func(ingest.Progress)) (ingest.Report, error) {
		p := j.ws.Pipeline()
		p.Pack, p.Progress = pack, progress
		return p.Run(ctx, source)
	})
}

// read carries an ingest out.
func (j *Jobs) read(ctx context.Context, p *ingest.Pipeline, o IngestOptions, progress func(ingest.Progress)) (ingest.Report, error) {
	read := newReading(o)
	update, onPages := withPages(progress)
	p.Progress = func(now ingest.Progress) {
		now.Read = read.share()
		update(now)
	}
	lost := newGone(o, j.ws.Store.Documents)
	p.Moved = lost.moved
	skipped, files := 0, []ingest.SkippedFile{}
	report, err := p.Run(ctx, read.count(o.Records(func(path, reason string) {
		skipped++
		files = ingest.AddSkipped(files, ingest.SkippedFile{Item: path, Reason: reason})
		read.skipped(path)
	}, lost.note)))
	report.Documents.Skipped, report.SkippedFiles = skipped, files
	if err == nil && o.DeleteMissing && report.Stopped == nil {
		err = j.deleteMissing(ctx, lost, &report)
	}
	if err == nil {
		bounds := p.Bounds
		bounds.Window = p.Window
		err = j.ws.RefreshAfter(ctx, &report, bounds, onPages)
	}
	return report, err
}

// deleteMissing deletes the documents of the folders whose files are gone: see gone.missing.
func (j *Jobs) deleteMissing(ctx context.Context, lost *gone, report *ingest.Report) error {
	missing, kept, err := lost.missing(ctx)
	for _, folder := range kept {
		report.Documents.Skipped++
		report.SkippedFiles = ingest.AddSkipped(report.SkippedFiles, folder)
	}
	if err != nil || len(missing) == 0 {
		return err
	}
	removed, err := j.Remove(ctx, missing)
	report.Documents.Deleted = len(removed)
	for _, d := range removed[:min(len(removed), ingest.MaxRenamed)] {
		report.Deleted = append(report.Deleted, d.Source)
	}
	return err
}

// Records streams what the paths hold; skipped is called for files that are passed over, listed, if
// set, as load.Options.Listed.
func (o IngestOptions) Records(skipped func(path, reason string), listed func(folder string)) ingest.Source {
	return func(ctx context.Context, yield func(load.Record, error) error) error {
		return load.Walk(ctx, o.Paths, load.Options{Source: o.Source, Collection: o.Collection, MaxFile: o.MaxFile, Input: o.Input,
			Own: o.own, FollowLinks: o.FollowLinks, Skipped: skipped, Listed: listed}, yield)
	}
}

// Pipeline returns the workspace's pipeline for the options, whose paths become absolute.
func Pipeline(w *workspace.Workspace, o *IngestOptions) (*ingest.Pipeline, error) {
	tags, err := checkTags(o.Tags)
	if err != nil {
		return nil, err
	}
	if err := w.CheckBudget(o.Budget); err != nil {
		return nil, err
	}
	paths := make([]string, len(o.Paths))
	for i, path := range o.Paths {
		if paths[i] = path; path == load.StandardInput {
			continue
		}
		if paths[i], err = filepath.Abs(path); err != nil {
			return nil, fault.From(fault.Invalid, "jobs.Ingest", path, err, "")
		}
	}
	o.Paths = paths
	o.own = w.IsWorkspace
	p := w.Pipeline()
	p.Tags, p.Replace, p.Window, p.Pack, p.ChunkTokens, p.Separate = tags, o.Replace, o.Window, o.Pack, o.ChunkTokens, o.Separate
	if o.Gists != "" {
		if p.Gists, err = gist.Wanted(o.Gists); err != nil {
			return nil, err
		}
	}
	p.Reread, p.Bounds.MaxTotalTokens, p.Bounds.Budget = o.Reread, o.MaxTotalTokens, o.Budget
	if o.SchemaFile != "" {
		if p.Schema, err = schema.Read(o.SchemaFile); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// checkTags sorts the tags and refuses those that are not key=value, and keys given twice.
func checkTags(tags []string) ([]string, error) {
	out := slices.Sorted(slices.Values(tags))
	last := ""
	for _, t := range out {
		key, _, ok := strings.Cut(t, "=")
		if !ok || key == "" || key == last {
			return nil, fault.New(fault.Invalid, "jobs.Ingest", t, "not a tag key=value, or a key given twice", "--tag year=2026")
		}
		last = key
	}
	return out, nil
}

// Reextract asks the model again for every chunk, under the schema as it is now; cached
// replies count. Stopped or killed, it goes on when it is called again.
func (j *Jobs) Reextract(ctx context.Context, b llm.Bounds, progress func(ingest.Progress)) (ingest.Report, error) {
	if err := j.ws.CheckBudget(b.Budget); err != nil {
		return ingest.Report{}, err
	}
	return j.runNow(ctx, kindReextract, struct{}{}, progress, func(ctx context.Context,
		progress func(ingest.Progress)) (ingest.Report, error) {
		p := j.ws.Pipeline()
		p.Bounds.MaxTotalTokens, p.Bounds.Budget = b.MaxTotalTokens, b.Budget
		return j.refreshed(ctx, p, p.Reextract, progress)
	})
}

// RunAgain does a job again, as one job: an ingest with what it was asked for, and then
// the chunks whose replies could not be read; a service's job that is not done is done
// again itself. "" retries these chunks alone.
func (j *Jobs) RunAgain(ctx context.Context, id graph.ID, progress func(ingest.Progress)) (ingest.Report, error) {
	const op = "jobs.RunAgain"
	retry := func() (ingest.Report, error) {
		return j.runNow(ctx, kindRetry, map[string]string{"of": string(id)}, progress, func(ctx context.Context,
			progress func(ingest.Progress)) (ingest.Report, error) {
			return j.retryChunks(ctx, j.ws.Pipeline(), progress)
		})
	}
	if id == "" {
		return retry()
	}
	r, err := j.stored(ctx, id)
	if err != nil {
		return ingest.Report{}, err
	}
	switch {
	case Queued(r) && r.State != graph.JobDone:
		return j.takeUp(ctx, r, progress)
	case r.Kind != kindIngest:
		return retry()
	}
	var o IngestOptions
	if err := json.Unmarshal([]byte(r.Request), &o); err != nil {
		return ingest.Report{}, fault.From(fault.Corrupt, op, string(id), err, "")
	}
	switch {
	case len(o.Paths) == 0:
		return ingest.Report{}, fault.New(fault.NotFound, op, string(id), "what the job was asked for was purged", "ingest the paths again")
	case slices.Contains(o.Paths, load.StandardInput):
		return ingest.Report{}, fault.New(fault.Invalid, op, string(id), "the job read standard input, which is gone",
			"give it again: grove ingest - --source "+o.Source+"; `grove jobs retry` alone asks again for what could not be read")
	}
	o.Progress = progress
	return j.ingestPaths(ctx, o, true)
}

// takeUp does a job of the queue again, as the holder of the workspace.
func (j *Jobs) takeUp(ctx context.Context, r graph.Job, progress func(ingest.Progress)) (ingest.Report, error) {
	if err := j.closeStale(ctx); err != nil {
		return ingest.Report{}, err
	}
	t, err := j.again(r)
	if err != nil {
		return ingest.Report{}, err
	}
	report, err := j.run(ctx, t.job, progress, func(ctx context.Context, progress func(ingest.Progress)) (ingest.Report, error) {
		return j.carryOut(ctx, t, progress)
	})
	j.conclude(j.log, t, report, err)
	return report, err
}

// retryChunks asks the model again for the chunks whose replies could not be read, within
// the bounds of the pipeline.
func (j *Jobs) retryChunks(ctx context.Context, p *ingest.Pipeline, progress func(ingest.Progress)) (ingest.Report, error) {
	return j.refreshed(ctx, p, func(ctx context.Context) (ingest.Report, error) { return p.Retry(ctx) }, progress)
}

// refreshed runs what a pipeline does with its progress, and then refreshes the derived layers within the pipeline's bounds.
func (j *Jobs) refreshed(ctx context.Context, p *ingest.Pipeline, do func(context.Context) (ingest.Report, error),
	progress func(ingest.Progress)) (ingest.Report, error) {
	update, onPages := withPages(progress)
	p.Progress = update
	report, err := do(ctx)
	if err == nil {
		err = j.ws.RefreshAfter(ctx, &report, p.Bounds, onPages)
	}
	return report, err
}

// retryAfter is retryChunks after an ingest, whose report it goes on with, for what is
// left of the bounds. Nothing is done where every reply could be read.
func (j *Jobs) retryAfter(ctx context.Context, report *ingest.Report, o IngestOptions, bounds llm.Bounds,
	progress func(ingest.Progress)) error {
	left, ok := bounds.After(report.Usage)
	if !ok || report.Stopped != nil {
		return nil // a bound is reached
	}
	waiting, err := j.ws.Store.Quarantined(ctx, graph.QuarantinedQuery{Limit: 1})
	if err != nil || len(waiting) == 0 {
		return err
	}
	p := j.ws.Pipeline()
	p.Bounds, p.Separate, p.Window, p.Pack = left, o.Separate, o.Window, o.Pack
	again, err := j.retryChunks(ctx, p, progress)
	report.Merge(again)
	return err
}

// CancelRunning ends a job of whichever process; what was done is kept. The process that
// runs it ends it at its next heartbeat. One that waits for the service is cancelled at
// once, which only the holder of the workspace can do: fault.Held for a reader.
func (j *Jobs) CancelRunning(ctx context.Context, id graph.ID) (graph.JobState, error) {
	const op = "jobs.CancelRunning"
	r, err := j.stored(ctx, id)
	if err != nil {
		return "", err
	}
	switch state := j.view(r).State; {
	case state == graph.JobRunning:
		err := os.WriteFile(j.cancelPath(), []byte(id), 0o600)
		return state, fault.From(fault.Unavailable, op, j.cancelPath(), err, "the workspace's folder cannot be written")
	case !Waits(r):
		return "", fault.New(fault.Invalid, op, string(id), "the job is "+string(state),
			"only a job that runs, or waits for the service, can be cancelled")
	case j.ws.Index == nil: // a reader
		return "", fault.New(fault.Held, op, string(id), "the job waits for the service", "")
	}
	return graph.JobCancelled, j.putCancelled(ctx, r)
}
