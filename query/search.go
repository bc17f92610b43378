package query

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/lists"
	"grove/internal/search"
)

// BM25 is the method of search by words, with the scores of Okapi BM25.
const BM25 = "bm25"

// Ranker returns the k best chunks in the scope for a question, by another method than
// BM25. An unknown method is Invalid. Order: score from high to low, chunk id.
type Ranker interface {
	Rank(ctx context.Context, question, method string, k int, scope graph.Scope) ([]search.Hit, error)
}

// DefaultK is the default number of hits of a search.
const DefaultK = 10

// Hit is a chunk found by a search.
type Hit struct {
	Document DocumentRef `json:"document"`
	Chunk    graph.ID    `json:"chunk"`
	Score    float64     `json:"score"`
	// Start and End are the chunk's rune offsets in the document's text.
	Start int    `json:"start"`
	End   int    `json:"end"`
	Text  string `json:"text"`
}

// Row returns the hit's chunk with the fields that citations need.
func (h Hit) Row() graph.ChunkRow {
	return graph.ChunkRow{Title: h.Document.Title, SourceID: h.Document.SourceID, Source: h.Document.Source,
		Chunk: graph.Chunk{ID: h.Chunk, Document: h.Document.ID, Start: h.Start, End: h.End, Text: h.Text}}
}

// Searcher searches chunks and joins the hits with the stored chunks.
type Searcher struct {
	Graph Chunks
	Index Index
	// Ranker implements every method but BM25; nil leaves only BM25.
	Ranker Ranker
	// Scope restricts the hits to some documents; BM25 scores remain those of the whole
	// workspace, with its idf and mean length.
	Scope graph.Scope
}

// Search returns the k best chunks (0 is DefaultK, the maximum graph.MaxRows) by a
// method ("" is BM25, others are the Ranker's). Order: score from high to low, chunk id.
// Chunks that are no longer stored are replaced by the next ones. An empty query is
// Invalid.
func (s Searcher) Search(ctx context.Context, query, method string, k int) ([]Hit, error) {
	const op = "query.Search"
	if s.Ranker == nil && method != "" && method != BM25 {
		return nil, fault.New(fault.Invalid, op, method, "not a search method", "use bm25")
	}
	if k < 0 || k > graph.MaxRows {
		return nil, fault.New(fault.Invalid, op, fmt.Sprint(k), fmt.Sprintf("k is 1 to %d", graph.MaxRows), "")
	}
	if strings.TrimSpace(query) == "" {
		return nil, fault.New(fault.Invalid, op, "", "the query is empty", "give words to look for")
	}
	k = cmp.Or(k, DefaultK)
	rows := map[graph.ID]graph.ChunkRow{}
	keep := func(ctx context.Context, candidates []graph.ID) (map[graph.ID]bool, error) {
		found, err := s.Graph.Chunks(ctx, graph.ChunksQuery{IDs: candidates, Scope: s.Scope, Limit: len(candidates)})
		for _, r := range found {
			rows[r.ID] = r
		}
		return lists.Set(graph.Keys(found)), err
	}
	hits, err := s.rank(ctx, query, method, k, keep)
	if err != nil {
		return nil, fault.Wrap(err, op, query)
	}
	out := []Hit{}
	for _, h := range hits {
		if r, ok := rows[h.Chunk]; ok {
			out = append(out, Hit{documentOf(r), h.Chunk, h.Score, r.Start, r.End, r.Text})
		}
	}
	return out, nil
}

// rank returns the k best hits that keep accepts.
func (s Searcher) rank(
	ctx context.Context, query, method string, k int, keep func(context.Context, []graph.ID) (map[graph.ID]bool, error),
) ([]search.Hit, error) {
	if method == "" || method == BM25 {
		return s.Index.BM25(ctx, search.Query{Text: query, K: k, Keep: keep})
	}
	hits, err := s.Ranker.Rank(ctx, query, method, k, s.Scope)
	if err != nil || len(hits) == 0 {
		return nil, err
	}
	_, err = keep(ctx, lists.Map(hits, func(h search.Hit) graph.ID { return h.Chunk })) // also reads the rows
	return hits, err
}

// Chunks reads chunks.
type Chunks interface {
	Chunks(context.Context, graph.ChunksQuery) ([]graph.ChunkRow, error)
}

// Graph is the graph that agents read: a store, a snapshot, or either of them Traced.
type Graph = graph.Reader
