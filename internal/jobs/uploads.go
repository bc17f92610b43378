package jobs

import (
	"context"
	"errors"
	"io"
	"slices"

	"grove/ingest"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/lists"
	"grove/internal/load"
	"grove/internal/lookup"
)

// Record is an uploaded text with its title.
type Record struct {
	Title string `json:"title"`
	Text  string `json:"text"`
}

// Part is one file of an upload.
type Part struct {
	// Source names the document.
	Source string `json:"source"`
	// File is the name that Spool or SpoolRecord gave.
	File string `json:"file,omitempty"`
}

// Upload is what a client asks to have ingested by one job.
type Upload struct {
	// Source names the document, File is the name that Spool or SpoolRecord gave.
	Source string `json:"source,omitempty"`
	File   string `json:"file,omitempty"`
	// More are further files.
	More []Part `json:"more,omitempty"`
	// Tags are "key=value".
	Tags []string `json:"tags,omitempty"`
	// Replace lets it replace a document of the same source.
	Replace bool `json:"replace,omitempty"`
	// Reread extracts unchanged documents again that another model extracted.
	Reread bool `json:"reread,omitempty"`
	// IdempotencyKey, if not "", names the request: a second one is answered with the
	// first one's job.
	IdempotencyKey string `json:"key,omitempty"`
}

// Spool stores an uploaded file until its job is done, under a name that follows from its
// content. Of the file's own name only the ending is taken, which tells its format. Where
// the uploads that wait take too much, those of jobs that failed are dropped: such a job
// cannot be done again.
func (j *Jobs) Spool(ctx context.Context, fileName string, content io.Reader) (string, error) {
	if err := j.dropRetained(ctx); err != nil {
		return "", err
	}
	return j.spool.file(ctx, fileName, content)
}

// SpoolRecord stores a text as Spool does.
func (j *Jobs) SpoolRecord(ctx context.Context, r Record) (string, error) {
	if err := j.dropRetained(ctx); err != nil {
		return "", err
	}
	return j.spool.record(ctx, r)
}

// Unspool removes a stored upload that no job was queued for.
func (j *Jobs) Unspool(name string) error { return j.spool.drop(name) }

// order returns what the job of an upload is to do.
func (u Upload) order() (order, error) {
	tags, err := checkTags(u.Tags)
	u.Source, u.Tags, u.More = load.Name(u.Source), tags, slices.Clone(u.More)
	for i, p := range u.More {
		u.More[i].Source = load.Name(p.Source)
	}
	return order{Upload: u}, err
}

// QueueUpload has an upload ingested. Where the same was asked for before it gives that
// job. A file that cannot be read, and a document whose source another text has, are
// refused at once; of several files the job reports them and ingests the others.
func (j *Jobs) QueueUpload(ctx context.Context, u Upload) (Job, error) {
	r, err := j.queueUpload(ctx, u)
	for _, p := range u.More {
		_, err = j.accepted(r, p.File, err)
	}
	return j.accepted(r, u.File, err)
}

func (j *Jobs) queueUpload(ctx context.Context, u Upload) (graph.Job, error) {
	o, err := u.order()
	if err != nil {
		return graph.Job{}, err
	}
	j.mu.Lock()
	first, known, err := j.repeated(ctx, kindUpload, o)
	j.mu.Unlock()
	if known || err != nil {
		return first, err
	}
	if len(o.More) == 0 {
		if err := j.preflight(ctx, o); err != nil {
			return graph.Job{}, err
		}
	}
	return j.add(ctx, kindUpload, o)
}

// accepted is a job that was queued for an upload, which is dropped where no job needs it.
func (j *Jobs) accepted(r graph.Job, file string, err error) (Job, error) {
	if t, _ := taskOf(r); err != nil || !slices.Contains(t.order.files(), file) {
		err = errors.Join(err, j.spool.drop(file))
	}
	return j.view(r), err
}

// QueueImport has a spooled canonical export read into the workspace; fault.Conflict where
// it holds documents.
func (j *Jobs) QueueImport(ctx context.Context, file string) (Job, error) {
	counts, err := j.ws.Store.Counts(ctx)
	if err == nil && counts.Documents > 0 {
		err = fault.New(fault.Conflict, "jobs.Import", j.ws.Config.Workspace, "the workspace holds documents",
			"import into a new one; an import that was interrupted goes on by POST jobs/{id}/retry")
	}
	var r graph.Job
	if err == nil {
		r, err = j.add(ctx, kindImport, order{Upload: Upload{File: file}})
	}
	return j.accepted(r, file, err)
}

// QueueDelete has a document deleted.
func (j *Jobs) QueueDelete(ctx context.Context, id graph.ID) (Job, error) {
	return j.queueDocument(ctx, kindDelete, id)
}

// QueueReread has the model asked again for the chunks of a document whose replies could
// not be read.
func (j *Jobs) QueueReread(ctx context.Context, id graph.ID) (Job, error) {
	return j.queueDocument(ctx, kindReread, id)
}

func (j *Jobs) queueDocument(ctx context.Context, kind string, id graph.ID) (Job, error) {
	if _, err := lookup.Document(ctx, j.ws.Store, "jobs.queue", id); err != nil {
		return Job{}, err
	}
	r, err := j.add(ctx, kind, order{Document: id})
	return j.view(r), err
}

// Estimate estimates what QueueUpload would ask of the model, and removes the upload.
func (j *Jobs) Estimate(ctx context.Context, u Upload) (ingest.Estimate, error) {
	o, err := u.order()
	var e ingest.Estimate
	if err == nil {
		p := j.ws.Pipeline()
		p.Tags, p.Reread = o.Tags, o.Reread
		if err = untitled(ctx, j.ws, p); err == nil {
			e, err = p.Estimate(ctx, j.spool.recordsOf(o))
		}
	}
	e.Errors = graph.List(e.Errors)
	return e, errors.Join(err, j.dropFiles(o))
}

// dropRetained drops the uploads of jobs that ended but did not do all they should, where
// the uploads that wait take most of the space: such a job can then not be done again.
func (j *Jobs) dropRetained(ctx context.Context) error {
	if !j.spool.crowded() {
		return nil
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	rows, err := j.ws.Store.Jobs(ctx, graph.JobsQuery{Limit: graph.MaxRows})
	if err != nil {
		return err
	}
	for _, r := range rows {
		if j.index(r.ID) >= 0 {
			continue
		}
		if err := j.DropUpload(r); err != nil {
			return err
		}
	}
	return nil
}

// DropUpload removes what was uploaded for a stored job that is over, where it was an upload.
func (j *Jobs) DropUpload(r graph.Job) error {
	if !Queued(r) {
		return nil
	}
	t, err := taskOf(r)
	return errors.Join(err, j.dropFiles(t.order))
}

// dropFiles removes the spooled files of an order.
func (j *Jobs) dropFiles(o order) (err error) {
	for _, file := range o.files() {
		err = errors.Join(err, j.spool.drop(file))
	}
	return err
}

// errEnough ends a look at a file.
var errEnough = errors.New("enough was read")

// sourcesAtOnce is how many sources are looked up at once.
const sourcesAtOnce = 1000

// uploaded is a document of an upload: its source, and the digest of its text.
type uploaded struct{ source, digest string }

// preflight refuses at once what the job would fail for: a file that cannot be read, and a
// document whose source another text has.
func (j *Jobs) preflight(ctx context.Context, o order) error {
	n := 0
	var some []uploaded
	err := j.spool.records(o.File, o.Source)(ctx, func(r load.Record, err error) error {
		if n++; err != nil && n == 1 {
			return err
		}
		if err != nil || o.Replace {
			return errEnough // of many records, some may fail
		}
		if some = append(some, uploaded{r.Source, graph.Digest(r.Title, r.Text)}); len(some) < sourcesAtOnce {
			return nil
		}
		err = j.checkSources(ctx, some)
		some = some[:0]
		return err
	})
	if err != nil && !errors.Is(err, errEnough) {
		return err
	}
	return j.checkSources(ctx, some)
}

// checkSources refuses documents whose source another text has, naming the first.
func (j *Jobs) checkSources(ctx context.Context, some []uploaded) error {
	if len(some) == 0 {
		return nil
	}
	ids := lists.Map(some, func(d uploaded) graph.ID { return graph.DocumentID(d.source) })
	rows, err := j.ws.Store.Documents(ctx, graph.DocumentsQuery{IDs: ids, Limit: len(ids)})
	if err != nil {
		return err
	}
	existing := map[graph.ID]string{}
	for _, d := range rows {
		if !d.Partial {
			existing[d.ID] = d.SHA256
		}
	}
	for i, d := range some {
		if digest, taken := existing[ids[i]]; taken && digest != d.digest {
			return fault.New(fault.SourceTaken, "jobs.preflight", d.source, "a document with another text has this source",
				"give another source, or replace the document by PUT")
		}
	}
	return nil
}
