package app

import (
	"context"
	"time"

	"grove/internal/graph"
)

// watchedStore is a store whose operations are counted and traced, each under its own
// name. What an operation does says [graph.Store].
type watchedStore struct {
	watchedReader
	to graph.Store
}

var _ graph.Store = watchedStore{}

// Apply counts the write.
func (s watchedStore) Apply(ctx context.Context, c graph.Change) (graph.Applied, error) {
	return reads(ctx, s.watch, "Apply", c, s.to.Apply)
}

// Journal counts the write.
func (s watchedStore) Journal(ctx context.Context, e []graph.Extraction) error {
	return writes(ctx, s.watch, "Journal", e, s.to.Journal)
}

// PutJob counts the write.
func (s watchedStore) PutJob(ctx context.Context, j graph.Job) error {
	return writes(ctx, s.watch, "PutJob", j, s.to.PutJob)
}

// PutDecision counts the write.
func (s watchedStore) PutDecision(ctx context.Context, kind string, subjects []string, at time.Time) (graph.Decision, error) {
	return operation(ctx, s.watch, "PutDecision", func(ctx context.Context) (graph.Decision, error) {
		return s.to.PutDecision(ctx, kind, subjects, at)
	})
}

// DropDecision counts the write.
func (s watchedStore) DropDecision(ctx context.Context, id graph.ID) error {
	return writes(ctx, s.watch, "DropDecision", id, s.to.DropDecision)
}

// PutTree counts the write.
func (s watchedStore) PutTree(ctx context.Context, c []graph.CommunityState) error {
	return writes(ctx, s.watch, "PutTree", c, s.to.PutTree)
}

// SetTreeMethod counts the write.
func (s watchedStore) SetTreeMethod(ctx context.Context, method string) error {
	return writes(ctx, s.watch, "SetTreeMethod", method, s.to.SetTreeMethod)
}

// PutSchema counts the write.
func (s watchedStore) PutSchema(ctx context.Context, body string) (graph.SchemaVersion, error) {
	return reads(ctx, s.watch, "PutSchema", body, s.to.PutSchema)
}

// SettleSchema counts the write.
func (s watchedStore) SettleSchema(ctx context.Context, version int) error {
	return writes(ctx, s.watch, "SettleSchema", version, s.to.SettleSchema)
}

// PutEmbeddings counts the write.
func (s watchedStore) PutEmbeddings(ctx context.Context, e []graph.Embedding) error {
	return writes(ctx, s.watch, "PutEmbeddings", e, s.to.PutEmbeddings)
}

// DropEmbeddings counts the write.
func (s watchedStore) DropEmbeddings(ctx context.Context, ids []graph.ID) error {
	return writes(ctx, s.watch, "DropEmbeddings", ids, s.to.DropEmbeddings)
}

// SetEmbedder counts the write.
func (s watchedStore) SetEmbedder(ctx context.Context, e graph.Embedder) error {
	return writes(ctx, s.watch, "SetEmbedder", e, s.to.SetEmbedder)
}

// Scrub counts the write.
func (s watchedStore) Scrub(ctx context.Context) error {
	_, err := operation(ctx, s.watch, "Scrub", func(ctx context.Context) (struct{}, error) { return struct{}{}, s.to.Scrub(ctx) })
	return err
}

// Snapshot gives a reader that is watched, too.
func (s watchedStore) Snapshot(ctx context.Context) (graph.Reader, func(), error) {
	r, release, err := s.to.Snapshot(ctx)
	if err != nil {
		return nil, nil, err
	}
	return watchedReader{r, s.watch}, release, nil
}

// Close closes the store.
func (s watchedStore) Close(ctx context.Context) error { return s.to.Close(ctx) }
