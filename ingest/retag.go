package ingest

import (
	"context"
	"slices"

	"grove/internal/graph"
)

// retag has a document whose text is the same carry the run's tags, where there
// are any and it has others.
func (r *run) retag(old graph.Document) {
	if len(r.Tags) == 0 || slices.Equal(old.Tags, r.Tags) {
		return
	}
	r.retags = append(r.retags, graph.Retag{Document: old.ID, Tags: r.Tags})
	r.count(func(rep *Report) { rep.Documents.Retagged++ })
}

// sendRetags hands the writer what retag has gathered.
func (r *run) sendRetags() {
	if len(r.retags) > 0 {
		r.writer <- message{retags: r.retags}
		r.retags = nil
	}
}

// writeTags writes the tags among the messages, in one transaction.
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
