package baseline

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"grove/internal/graph"
	"grove/internal/llm"
	"grove/internal/llm/offline"
	"grove/internal/search"
	"grove/internal/text"
	"grove/query"
	"grove/query/querytest"
)

// world is an in-memory store of documents of one chunk each, in the order in
// which every method ranks them.
type world struct {
	query.Graph // what a baseline doesn't read panics
	chunks      []graph.ChunkRow
	// down is the error that reads give, if set; methods are those that were asked for.
	down    error
	methods []string
}

func (w *world) add(title, body string) {
	row := graph.ChunkRow{Title: title, Source: title, SourceID: title}
	row.Document = graph.DocumentID(title)
	row.ID, row.Text, row.End = graph.ChunkID(row.Document, body, 0), body, len([]rune(body))
	w.chunks = append(w.chunks, row)
}

func (w *world) Chunks(_ context.Context, q graph.ChunksQuery) (out []graph.ChunkRow, err error) {
	for _, c := range w.chunks {
		if slices.Contains(q.IDs, c.ID) {
			out = append(out, c)
		}
	}
	return out, w.down
}

func (w *world) Find(context.Context, graph.FindQuery) ([]graph.KeyElement, error) { return nil, nil }

func (w *world) Counts(context.Context) (graph.Counts, error) {
	return graph.Counts{Chunks: len(w.chunks)}, w.down
}

func (w *world) BM25(ctx context.Context, q search.Query) ([]search.Hit, error) {
	return w.Rank(ctx, q.Text, query.BM25, q.K, graph.Scope{})
}

func (w *world) Rank(_ context.Context, _, method string, k int, _ graph.Scope) (hits []search.Hit, err error) {
	w.methods = append(w.methods, method)
	for i, c := range w.chunks[:min(k, len(w.chunks))] {
		hits = append(hits, search.Hit{Chunk: c.ID, Score: 1 / float64(i+1)})
	}
	return hits, w.down
}

// keeping is a world whose index joins its hits with the store, as the real one does.
type keeping struct{ *world }

func (k keeping) BM25(ctx context.Context, q search.Query) ([]search.Hit, error) {
	hits, err := k.world.BM25(ctx, q)
	ids := make([]graph.ID, len(hits))
	for i, h := range hits {
		ids[i] = h.Chunk
	}
	if err == nil && q.Keep != nil {
		_, err = q.Keep(ctx, ids)
	}
	return hits, err
}

// films answer a question about Iron Harbour.
func films() *world {
	w := &world{}
	w.add("Iron Harbour", "Iron Harbour is a 1931 American drama film. It was directed by Walter Lind. It was shot in Boston.")
	w.add("Walter Lind", "Walter Lind was a Swedish film director. He was born in Uppsala.")
	w.add("Glass Meadow", "Glass Meadow is a 1950 British comedy film directed by Ann Petrie.")
	return w
}

// agent is one over the world; a nil model is the offline kit.
func agent(t testing.TB, name string, w *world, model llm.Model) querytest.Agent {
	t.Helper()
	counter, err := text.NewCounter()
	if err != nil {
		t.Fatal(err)
	}
	found, err := query.Find(Agents(), name)
	if err != nil {
		t.Fatal(err)
	}
	return querytest.Agent{Agent: found, Deps: query.Deps{Graph: w, Index: keeping{w}, Ranker: w, LLM: &llm.Client{Model: model, Kit: offline.New(), Counter: counter}, Workspace: "w"}}
}

// size is that of a request in tokens, counted as the window is.
func size(a querytest.Agent, r llm.Request) int {
	n := 3 + a.LLM.Counter.Count(string(r.ReplySchema)) + r.MaxTokens
	for _, m := range r.Messages {
		n += 4 + a.LLM.Counter.Count(m.Content)
	}
	return n
}

func actions(steps []query.Step) (out []string) {
	for _, s := range steps {
		out = append(out, s.Action)
	}
	return out
}

func replyOf(answer string, abstained, own bool, evidence string) string {
	return fmt.Sprintf(`{"analysis":"so","answer":%q,"abstained":%t,"missing":"the end","own_knowledge":%t,"evidence":%s}`, answer, abstained, own, evidence)
}
