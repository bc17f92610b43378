package app

import (
	"context"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"grove/ingest"
	"grove/internal/fault"
	"grove/internal/load"
)

// IngestOptions are what one ingest is told. Their JSON is a job's request.
type IngestOptions struct {
	// Paths are files and folders, or load.StandardInput alone.
	Paths []string `json:"paths"`
	// Source names the document of a single file; Collection stands before every source.
	Source     string `json:"source,omitempty"`
	Collection string `json:"collection,omitempty"`
	// Tags are "key=value" strings.
	Tags []string `json:"tags,omitempty"`
	// SchemaFile is a schema for a new workspace, a file or the name of a shipped
	// one; "" is the general one.
	SchemaFile string `json:"schema,omitempty"`
	// Replace lets a source be taken over from another origin.
	Replace bool `json:"replace,omitempty"`
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
	// MaxTotalTokens and Budget (US dollars) stop the run before it costs more; 0 is no bound.
	MaxTotalTokens int     `json:"max_total_tokens,omitempty"`
	Budget         float64 `json:"budget,omitempty"`
	// Input is what the path "-" reads: see load.Options.
	Input io.Reader `json:"-"`
	// Progress, if set, is told how far the work is.
	Progress func(ingest.Progress) `json:"-"`
}

// Ingest reads paths into the workspace, as a job.
func (a *App) Ingest(ctx context.Context, o IngestOptions) (ingest.Report, error) {
	return a.ingestJob(ctx, o, false)
}

// ingestJob is Ingest; with again it then asks anew for the chunks whose replies could
// not be read.
func (a *App) ingestJob(ctx context.Context, o IngestOptions, again bool) (ingest.Report, error) {
	p, err := a.ingestion(&o)
	if err != nil {
		return ingest.Report{}, err
	}
	if err := a.checkVectors(ctx); err != nil {
		return ingest.Report{}, err
	}
	return a.job(ctx, jobIngest, o, o.Progress, func(ctx context.Context, told func(ingest.Progress)) (ingest.Report, error) {
		report, err := a.read(ctx, p, o, told)
		if err == nil && again {
			err = a.askAgainAfter(ctx, &report, o, p.Bounds, told)
		}
		return report, err
	})
}

// read carries an ingest out.
func (a *App) read(ctx context.Context, p *ingest.Pipeline, o IngestOptions, told func(ingest.Progress)) (ingest.Report, error) {
	read := newReading(o.Paths)
	p.Progress = func(now ingest.Progress) {
		now.Read = read.share()
		told(now)
	}
	skipped, files := 0, []ingest.SkippedFile{}
	report, err := p.Run(ctx, read.follow(o.records(func(path, reason string) {
		skipped++
		files = ingest.AddSkipped(files, ingest.SkippedFile{Item: path, Reason: reason})
		read.skipped(path)
	})))
	report.Documents.Skipped, report.SkippedFiles = skipped, files
	if err == nil {
		err = a.RefreshAfter(ctx, &report, p.Bounds)
	}
	return report, err
}

// records are what the paths hold; skipped is told of files that are passed over.
func (o IngestOptions) records(skipped func(path, reason string)) ingest.Source {
	return func(ctx context.Context, yield func(load.Record, error) error) error {
		return load.Walk(ctx, o.Paths, load.Options{Source: o.Source, Collection: o.Collection, MaxFile: o.MaxFile, Input: o.Input, Skipped: skipped}, yield)
	}
}

// ingestion is the pipeline for the options, whose paths become absolute.
func (a *App) ingestion(o *IngestOptions) (*ingest.Pipeline, error) {
	const op = "app.Ingest"
	tags, err := checkTags(o.Tags)
	if err != nil {
		return nil, err
	}
	if err := a.checkBudget(o.Budget); err != nil {
		return nil, err
	}
	paths := make([]string, len(o.Paths))
	for i, path := range o.Paths {
		if paths[i] = path; path == load.StandardInput {
			continue
		}
		if paths[i], err = filepath.Abs(path); err != nil {
			return nil, &fault.Error{Kind: fault.Invalid, Op: op, Item: path, Err: err}
		}
	}
	o.Paths = paths
	p := a.pipeline()
	p.Tags, p.Replace, p.Window, p.Pack, p.ChunkTokens, p.Separate = tags, o.Replace, o.Window, o.Pack, o.ChunkTokens, o.Separate
	p.Bounds.MaxTotalTokens, p.Bounds.Budget = o.MaxTotalTokens, o.Budget
	if o.SchemaFile != "" {
		if p.Schema, err = ReadSchema(o.SchemaFile); err != nil {
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
			return nil, fault.New(fault.Invalid, "app.Ingest", t, "not a tag key=value, or a key given twice", "--tag year=2026")
		}
		last = key
	}
	return out, nil
}
