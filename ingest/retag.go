package ingest

import (
	"context"
	"slices"

	"grove/internal/graph"
)

// retag gives a document with unchanged text the run's tags, if there are any and it has
// others.
func (r *run) retag(old graph.Document) {
	if len(r.Tags) == 0 || slices.Equal(old.Tags, r.Tags) {
		return
	}
	r.retags = append(r.retags, graph.Retag{Document: old.ID, Tags: r.Tags})
	r.count(func(rep *Report) { rep.Documents.Retagged++ })
}

// sendRetags sends the tags gathered by retag to the writer.
func (r *run) sendRetags() {
	if len(r.retags) > 0 {
		r.writer <- message{retags: r.retags}
		r.retags = nil
	}
}

// writeTags writes the tags of the messages in one transaction.
func (r *run) writeTags(ctx context.Context, messages []message) error {
	var change graph.Change
	for _, m := range messages {
		change.Retag = append(change.Retag, m.retags...)
	}
	if len(change.Retag) == 0 {
		return nil
	}
	return InStage(ctx, StageWrite, func(ctx context.Context) error {
		_, err := r.Store.Apply(ctx, change)
		return err
	})
}
