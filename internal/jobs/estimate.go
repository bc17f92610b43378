package jobs

import (
	"context"
	"errors"

	"grove/ingest"
	"grove/internal/config"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/llm"
	"grove/internal/llm/cassette"
	"grove/internal/llm/offline"
	"grove/internal/text"
	"grove/internal/workspace"
)

// EstimateIngest estimates what an ingest would ask of the model. It makes no call and
// writes nothing, works while another process holds the workspace, and takes a workspace
// that does not exist for an empty one.
func EstimateIngest(ctx context.Context, c config.Config, o IngestOptions) (e ingest.Estimate, err error) {
	w, err := workspace.OpenReader(ctx, c)
	if fault.Is(err, fault.NotFound) {
		w, err = &workspace.Workspace{Config: c}, nil
	}
	if err != nil {
		return e, err
	}
	defer func() { err = errors.Join(err, w.Close()) }()
	if err := withoutCalls(w); err != nil {
		return e, err
	}
	p, err := Pipeline(w, &o)
	if err != nil {
		return e, err
	}
	if w.Store == nil {
		p.Store = emptyStore{}
	}
	if err := untitled(ctx, w, p); err != nil {
		return e, err
	}
	lost := newGone(o, p.Store.Documents)
	p.Moved = lost.moved
	skipped := 0
	e, err = p.Estimate(ctx, o.Records(func(string, string) { skipped++ }, lost.note))
	if err == nil && o.DeleteMissing {
		var missing []graph.Document
		var kept []ingest.SkippedFile
		missing, kept, err = lost.missing(ctx)
		e.Documents.Deleted = len(missing)
		skipped += len(kept)
	}
	e.Documents.Skipped = skipped
	return e, err
}

// EstimateReextract estimates what Reextract would ask of the model, as EstimateIngest does.
func EstimateReextract(ctx context.Context, c config.Config) (e ingest.Estimate, err error) {
	w, err := workspace.OpenReader(ctx, c)
	if err != nil {
		return e, err
	}
	defer func() { err = errors.Join(err, w.Close()) }()
	if err := withoutCalls(w); err != nil {
		return e, err
	}
	p := w.Pipeline()
	if err := untitled(ctx, w, p); err != nil {
		return e, err
	}
	return p.EstimateReextract(ctx)
}

// untitled sets whether the pipeline's workspace gets titles of communities without a call.
func untitled(ctx context.Context, w *workspace.Workspace, p *ingest.Pipeline) error {
	when, err := w.Summaries(ctx)
	p.Untitled = when != config.Eager
	return err
}

// withoutCalls gives a workspace a model of the configured one's name that makes no call.
func withoutCalls(w *workspace.Workspace) (err error) {
	if w.Counter, err = text.NewCounter(); err != nil {
		return fault.Wrap(err, "jobs.withoutCalls", "")
	}
	model, err := silent(w.Config)
	w.Client = &llm.Client{Model: model, Kit: offline.New(), Counter: w.Counter, Instructions: w.Config.Instructions}
	return err
}

// silent is a model of the configured one's name that makes no call; nil for the
// offline kit.
func silent(c config.Config) (llm.Model, error) {
	mode := cassette.Mode(c.LLM.CassetteMode)
	switch {
	case c.LLM.Cassette != "" && mode == cassette.Replay:
		return cassette.Open(c.LLM.Cassette, mode, nil)
	case c.Model == config.Offline && c.LLM.Cassette == "":
		return nil, nil
	}
	return silentModel(c.Model), nil
}

// silentModel has a name and refuses every call.
type silentModel string

// Name is the name of the model in whose place it stands.
func (m silentModel) Name() string { return string(m) }

// Complete refuses.
func (m silentModel) Complete(context.Context, llm.Request) (llm.Reply, error) {
	return llm.Reply{}, fault.New(fault.Invalid, "jobs.silentModel", string(m), "an estimate makes no call", "")
}

// emptyStore is what an estimate reads of a workspace that does not exist. No other
// method of a store is called.
type emptyStore struct{ ingest.Store }

// Documents are none.
func (emptyStore) Documents(context.Context, graph.DocumentsQuery) ([]graph.Document, error) {
	return nil, nil
}

// Extractions are none.
func (emptyStore) Extractions(context.Context, graph.ExtractionsQuery) ([]graph.Extraction, error) {
	return nil, nil
}

// Counts are 0.
func (emptyStore) Counts(context.Context) (graph.Counts, error) { return graph.Counts{}, nil }

// Schema is not found.
func (emptyStore) Schema(context.Context) (graph.SchemaVersion, error) {
	return graph.SchemaVersion{}, fault.New(fault.NotFound, "jobs.emptyStore", "", "the workspace has no schema yet", "")
}
