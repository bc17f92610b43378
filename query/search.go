package query

import (
	"context"
	"fmt"
	"strings"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/search"
)

// BM25 is the method of search by words.
const BM25 = "bm25"

// Ranker ranks chunks by other methods than words alone, and refuses a method
// that it doesn't know. Only chunks in the scope are ranked. Order: score from high
// to low, chunk id.
type Ranker interface {
	Rank(ctx context.Context, question, method string, k int, scope graph.Scope) ([]search.Hit, error)
}

// DefaultK is how many hits a search gives where none are asked for.
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

// Row is the hit's chunk, as far as a citation needs it.
func (h Hit) Row() graph.ChunkRow {
	return graph.ChunkRow{Chunk: graph.Chunk{ID: h.Chunk, Document: h.Document.ID, Start: h.Start, End: h.End, Text: h.Text}, Title: h.Document.Title}
}

// Searcher searches chunks and joins what it finds with the store.
type Searcher struct {
	Graph Chunks
	Index Index
	// Ranker carries out every method but BM25; without it there is no other.
	Ranker Ranker
	// Scope bounds what is found to some documents; scores by words stay those of the
	// whole workspace (idf and mean length are its own).
	Scope graph.Scope
}

// Search gives the k best chunks (0: DefaultK, at most graph.MaxRows) by a
// method ("" is BM25; others are the Ranker's). Order: score from high to low, chunk id. Hits that the
// store no longer has are dropped, and the next ones take their place. A query of
// white space is Invalid.
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
	if k == 0 {
		k = DefaultK
	}
	rows := map[graph.ID]graph.ChunkRow{}
	keep := func(ctx context.Context, candidates []graph.ID) (map[graph.ID]bool, error) {
		found, err := s.Graph.Chunks(ctx, graph.ChunksQuery{IDs: candidates, Scope: s.Scope, Limit: len(candidates)})
		if err != nil {
			return nil, err
		}
		kept := make(map[graph.ID]bool, len(found))
		for _, r := range found {
			rows[r.ID], kept[r.ID] = r, true
		}
		return kept, nil
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

// rank gives the k best hits that keep lets through.
func (s Searcher) rank(ctx context.Context, query, method string, k int, keep func(context.Context, []graph.ID) (map[graph.ID]bool, error)) ([]search.Hit, error) {
	if method == "" || method == BM25 {
		return s.Index.BM25(ctx, search.Query{Text: query, K: k, Keep: keep})
	}
	hits, err := s.Ranker.Rank(ctx, query, method, k, s.Scope)
	if err != nil || len(hits) == 0 {
		return nil, err
	}
	ids := make([]graph.ID, len(hits))
	for i, h := range hits {
		ids[i] = h.Chunk
	}
	_, err = keep(ctx, ids) // also reads the rows
	return hits, err
}

// Chunks reads chunks.
type Chunks interface {
	Chunks(context.Context, graph.ChunksQuery) ([]graph.ChunkRow, error)
}

// Graph is the graph that agents read: a store, a snapshot of one, or a Traced one.
type Graph = graph.Reader
