package app

import (
	"context"
	"os"
	"slices"
	"strings"
	"time"

	"grove/ingest"
	"grove/internal/fault"
	"grove/internal/load"
	"grove/schema"
)

// IngestOptions are what one ingest is told.
type IngestOptions struct {
	// Paths are files and folders.
	Paths []string
	// Source names the document of a single file; Collection stands before every source.
	Source, Collection string
	// Tags are "key=value" strings.
	Tags []string
	// SchemaFile is a schema for a new workspace; "" is the general one.
	SchemaFile string
	// Replace lets a source be taken over from another origin.
	Replace bool
	// Window bounds an extraction call in tokens, Concurrency the calls at a time; 0 is the default.
	Window, Concurrency int
	Progress            func(ingest.Progress)
}

// Ingest reads paths into the workspace.
func (a *App) Ingest(ctx context.Context, o IngestOptions) (ingest.Report, error) {
	tags, err := checkTags(o.Tags)
	if err != nil {
		return ingest.Report{}, err
	}
	p := a.pipeline()
	p.Tags, p.Replace, p.Concurrency, p.Progress = tags, o.Replace, o.Concurrency, o.Progress
	p.Window = o.Window
	if o.SchemaFile != "" {
		raw, err := os.ReadFile(o.SchemaFile)
		if err != nil {
			return ingest.Report{}, &fault.Error{Kind: fault.Invalid, Op: "app.Ingest", Item: o.SchemaFile, Err: err, Hint: "give a schema file that can be read"}
		}
		if p.Schema, err = schema.Parse(raw); err != nil {
			return ingest.Report{}, fault.Wrap(err, "app.Ingest", o.SchemaFile)
		}
	}
	skipped := 0
	options := load.Options{Source: o.Source, Collection: o.Collection, Skipped: func(string, string) { skipped++ }}
	report, err := p.Run(ctx, func(ctx context.Context, yield func(load.Record, error) error) error {
		return load.Walk(ctx, o.Paths, options, yield)
	})
	report.Documents.Skipped = skipped
	return report, err
}

func (a *App) pipeline() *ingest.Pipeline {
	return &ingest.Pipeline{Store: a.store, Index: a.index, Client: a.client, Counter: a.counter, Now: time.Now}
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
