package query

import (
	"cmp"
	"context"
	"slices"
	"time"

	"grove/internal/graph"
	"grove/internal/lookup"
)

// Input is a long input: the chunks of documents in order, document by document, the
// documents by source.
type Input struct {
	Chunks []graph.ChunkRow
	// Tokens is the number of tokens of all chunks.
	Tokens int
	// LeftOut are the documents that were omitted, in part or whole, by the token limit.
	LeftOut []graph.ID
}

// Input reads the documents in the question's scope up to a number of tokens, 0 for no
// bound. It ends before the first chunk that exceeds it, and records in the trace what was
// omitted.
func (f *Frame) Input(ctx context.Context, most int) (Input, error) {
	started := time.Now()
	documents, err := f.documents(ctx)
	if err != nil {
		return Input{}, err
	}
	var in Input
	tokens, full := 0, false
	for _, d := range documents {
		tokens += d.Tokens
		if !full {
			if full, err = f.addDocument(ctx, &in, d.ID, most); err != nil {
				return Input{}, err
			}
		}
		if full {
			in.LeftOut = append(in.LeftOut, d.ID)
		}
	}
	f.Trace.Add(Step{Action: "input", Rows: len(in.Chunks), IDs: IDs(in.LeftOut), Ms: Since(started), Args: map[string]any{
		"documents": len(documents), "tokens": in.Tokens, "of": tokens, "left_out": len(in.LeftOut)}})
	return in, nil
}

// documents returns all documents in the question's scope, by source, then id.
func (f *Frame) documents(ctx context.Context) (all []graph.Document, err error) {
	all, err = lookup.Documents(ctx, f.Graph, graph.DocumentsQuery{}, 0)
	slices.SortFunc(all, func(a, b graph.Document) int { return cmp.Or(cmp.Compare(a.Source, b.Source), cmp.Compare(a.ID, b.ID)) })
	return all, err
}

// addDocument adds the chunks of a document; full is true if one exceeded the token limit.
func (f *Frame) addDocument(ctx context.Context, in *Input, document graph.ID, most int) (full bool, err error) {
	for from := 0; ; {
		page, err := f.Graph.Chunks(ctx, graph.ChunksQuery{Document: document, From: from, Limit: graph.MaxRows})
		if err != nil {
			return false, err
		}
		for _, c := range page {
			if most > 0 && in.Tokens+c.Tokens > most {
				return true, nil
			}
			in.Chunks, in.Tokens = append(in.Chunks, c), in.Tokens+c.Tokens
		}
		if len(page) < graph.MaxRows {
			return false, nil
		}
		from = page[len(page)-1].Index + 1
	}
}
