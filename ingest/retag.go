package ingest

import (
	"context"
	"slices"

	"grove/internal/gist"
	"grove/internal/graph"
	"grove/internal/lists"
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

// want notes a document with this text, which is unchanged, if the run wants other gists of it.
func (r *run) want(old graph.Document, body string) error {
	preset := r.gists(old)
	if preset != old.Gists {
		r.wanted = append(r.wanted, old.ID)
	}
	if preset == old.Paged {
		return nil
	}
	return r.priced(preset, body, old.Tokens)
}

// gists returns the preset of the episodes that are wanted of a document; old is its stored state, zero for none.
func (r *run) gists(old graph.Document) string {
	switch r.Gists {
	case "":
		return old.Gists
	case gist.Off:
		return ""
	}
	return r.Gists
}

// sendUnchanged sends what changes about documents with unchanged text to the writer: tags and wanted gists.
func (r *run) sendUnchanged() {
	if len(r.retags)+len(r.wanted) > 0 {
		r.writer <- message{retags: r.retags, wanted: r.wanted}
		r.retags, r.wanted = nil, nil
	}
}

// writeWanted writes which gists are wanted of the documents of the messages.
func (r *run) writeWanted(ctx context.Context, messages []message) error {
	ids := lists.Flat(messages, func(m message) []graph.ID { return m.wanted })
	if len(ids) == 0 {
		return nil
	}
	return InStage(ctx, StageWrite, func(ctx context.Context) error { return r.Store.SetGists(ctx, ids, r.gists(graph.Document{})) })
}

// writeTags writes the tags of the messages in one transaction.
func (r *run) writeTags(ctx context.Context, messages []message) error {
	change := graph.Change{Retag: lists.Flat(messages, func(m message) []graph.Retag { return m.retags })}
	if len(change.Retag) == 0 {
		return nil
	}
	return InStage(ctx, StageWrite, func(ctx context.Context) error {
		_, err := r.Store.Apply(ctx, change)
		return err
	})
}
