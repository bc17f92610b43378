package querytest

import (
	"context"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"grove/internal/graph"
	"grove/internal/lists"
	"grove/internal/llm"
	"grove/internal/llm/offline"
	"grove/internal/search"
	"grove/internal/text"
	"grove/query"
)

// Library is a graph and index of documents whose chunks are given texts.
type Library struct {
	query.Graph // a read that is not implemented panics
	// Down is the error of every read, if set.
	Down error
	// Stored are the stored pages of documents, in order.
	Stored    []graph.Episode
	documents []graph.Document
	chunks    map[graph.ID][]graph.ChunkRow
}

// Add adds a document; each text is a chunk that is said to have ten tokens.
func (l *Library) Add(source string, texts ...string) {
	if l.chunks == nil {
		l.chunks = map[graph.ID][]graph.ChunkRow{}
	}
	d := graph.Document{ID: graph.DocumentID(source), Source: source, Tokens: 2 * len(strings.Fields(strings.Join(texts, " ")))}
	l.documents = append(l.documents, d)
	start := 0
	for i, t := range texts {
		c := graph.Chunk{ID: graph.ChunkID(d.ID, t, i), Document: d.ID, Index: i, Start: start, End: start + utf8.RuneCountInString(t), Text: t, Tokens: 2 * len(strings.Fields(t))}
		l.chunks[d.ID], start = append(l.chunks[d.ID], graph.ChunkRow{Chunk: c, Source: source}), c.End+2
	}
}

// Scope is that of the documents of some sources.
func (l *Library) Scope(sources ...string) graph.Scope {
	return graph.Scope{Documents: lists.Map(sources, func(s string) graph.ID { return graph.DocumentID(s) })}
}

// Documents returns the documents of the query's ids, if there are any, and scope.
func (l *Library) Documents(_ context.Context, q graph.DocumentsQuery) (out []graph.Document, err error) {
	for _, d := range l.documents {
		if (q.Scope.Empty() || slices.Contains(q.Scope.Documents, d.ID)) && (len(q.IDs) == 0 || slices.Contains(q.IDs, d.ID)) {
			out = append(out, d)
		}
	}
	return out, l.Down
}

// Chunks returns the chunks of a document, or those of ids.
func (l *Library) Chunks(_ context.Context, q graph.ChunksQuery) (out []graph.ChunkRow, err error) {
	if q.Document != "" {
		return l.chunks[q.Document][q.From:], l.Down
	}
	for _, d := range l.documents {
		for _, c := range l.chunks[d.ID] {
			if slices.Contains(q.IDs, c.ID) {
				out = append(out, c)
			}
		}
	}
	return out, l.Down
}

// Episodes returns the stored pages of a document.
func (l *Library) Episodes(_ context.Context, q graph.EpisodesQuery) (out []graph.Episode, err error) {
	for _, e := range l.Stored {
		if e.Document == q.Document && e.Index >= q.From {
			out = append(out, e)
		}
	}
	return out, l.Down
}

// BM25 finds all chunks, in the order in which they were added.
func (l *Library) BM25(ctx context.Context, q search.Query) (hits []search.Hit, err error) {
	for _, d := range l.documents {
		for _, c := range l.chunks[d.ID] {
			if len(hits) < q.K {
				hits = append(hits, search.Hit{Chunk: c.ID, Score: 1})
			}
		}
	}
	_, err = q.Keep(ctx, lists.Map(hits, func(h search.Hit) graph.ID { return h.Chunk }))
	return hits, err
}

// Counts counts documents and chunks.
func (l *Library) Counts(context.Context) (c graph.Counts, err error) {
	c.Documents = len(l.documents)
	for _, list := range l.chunks {
		c.Chunks += len(list)
	}
	return c, l.Down
}

// Find finds no entity.
func (l *Library) Find(context.Context, graph.FindQuery) ([]graph.KeyElement, error) {
	return nil, l.Down
}

// Agent returns an agent over the library; a nil model is the offline one.
func (l *Library) Agent(tb testing.TB, a query.Agent, model llm.Model) Agent {
	tb.Helper()
	counter, err := text.NewCounter()
	if err != nil {
		tb.Fatal(err)
	}
	return Agent{a, query.Deps{Graph: l, Index: l, Workspace: "w", LLM: &llm.Client{Model: model, Kit: offline.New(), Counter: counter}}}
}
