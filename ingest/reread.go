package ingest

import (
	"context"
	"strings"

	"grove/internal/graph"
)

// readByOther returns an unchanged document to be extracted again: another model than the
// run's extracted it, and Pipeline.Reread is set. Without Reread it is counted only.
func (r *run) readByOther(ctx context.Context, old graph.Document) (*document, error) {
	model, err := r.otherModel(ctx, old.ID)
	if err != nil || model == "" {
		return nil, err
	}
	if !r.Reread {
		r.count(func(rep *Report) {
			rep.Documents.OtherModel++
			r.models[model] = struct{}{}
		})
		return nil, nil
	}
	d, err := r.stored(ctx, old.ID)
	if err != nil {
		return nil, err
	}
	d.anew, d.reread = true, true
	return d, nil
}

// otherModel returns the model that extracted a chunk of a document, if it or its instructions are others than
// the run's; "" for none.
func (r *run) otherModel(ctx context.Context, id graph.ID) (string, error) {
	for rows, err := range graph.ChunkPages(ctx, r.Store.Chunks, id, graph.MaxIDs) {
		if err != nil {
			return "", err
		}
		journal, err := r.Store.Extractions(ctx, graph.ExtractionsQuery{Chunks: graph.Keys(rows)})
		if err != nil {
			return "", err
		}
		for _, e := range journal {
			if model := modelOf(e.Version); model != "" && model != modelOf(r.version+"|") {
				return model, nil
			}
		}
	}
	return "", nil
}

// modelOf returns the model that a version of an extraction names (see versionOf), with the mark of instructions that
// replaced those of the prompt; "" where it names none.
func modelOf(version string) string {
	parts := strings.Split(version, "|")
	if len(parts) < 4 {
		return ""
	}
	_, mark, marked := strings.Cut(parts[0], "+")
	if marked {
		mark = "+" + mark
	}
	return strings.Join(parts[1:len(parts)-2], "|") + mark // the name of a model may have a |
}
