package retrieve

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"

	"grove/internal/embed"
	"grove/internal/fault"
	"grove/internal/graph"
)

// memory is a store that holds passages and counts how often it is read.
type memory struct {
	graph.Reader // what a Retriever doesn't call panics

	mu       sync.Mutex
	number   int64
	passages []Passage
	reads    int
	failure  error
	// snapshot is called as a snapshot is taken; nil calls nothing.
	snapshot func()
}

func (m *memory) ChangeNumber(context.Context) (int64, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.number, m.failure
}

func (m *memory) Snapshot(ctx context.Context) (graph.Reader, func(), error) {
	if m.snapshot != nil {
		m.snapshot()
	}
	return m, func() {}, fault.Wrap(ctx.Err(), "memory.Snapshot", "")
}

func (m *memory) Documents(_ context.Context, q graph.DocumentsQuery) (out []graph.Document, err error) {
	for _, p := range m.passages {
		if q.After < graph.ID(p.Document) {
			out = append(out, graph.Document{ID: graph.ID(p.Document), Title: p.Title})
		}
	}
	return out, nil
}

func (m *memory) PageChunks(_ context.Context, q graph.PageQuery) (out []graph.Chunk, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.reads++
	for _, p := range m.passages {
		if q.After < graph.ID(p.ID) {
			out = append(out, graph.Chunk{ID: graph.ID(p.ID), Document: graph.ID(p.Document), Index: p.Index, Text: p.Text})
		}
	}
	return out, nil
}

func (m *memory) PageKeyElements(context.Context, graph.PageQuery) ([]graph.KeyElementPage, error) {
	return nil, nil
}

func (m *memory) change(passages []Passage) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.passages = passages
	m.number++
}

// builtin embeds whatever it is asked for and keeps nothing.
type builtin struct{ embed.Builtin }

func (b builtin) Passages(ctx context.Context, texts []string) ([][]float32, error) {
	return b.Embed(ctx, texts)
}

func (b builtin) Question(ctx context.Context, question string) ([]float32, error) {
	rows, err := b.Embed(ctx, []string{question})
	return rows[0], err
}

func TestRetrieverFollowsTheStore(t *testing.T) {
	m := &memory{number: 1, passages: library()}
	r := NewRetriever(m, builtin{}, Shipped())
	rank := func(method string) []string {
		t.Helper()
		hits, err := r.Rank(t.Context(), "Who directed Winter Harbour?", method, 3, graph.Scope{})
		if err != nil {
			t.Fatal(err)
		}
		var ids []string
		for _, h := range hits {
			ids = append(ids, string(h.Chunk))
		}
		return ids
	}
	for _, method := range Methods() {
		if got := rank(method); got[0] != "p00" {
			t.Errorf("%s: %v", method, got)
		}
	}
	if m.reads != 1 {
		t.Errorf("read %d times, want once", m.reads)
	}
	m.change(library()[1:])
	for _, method := range Methods() {
		if got := rank(method); slices.Contains(got, "p00") {
			t.Errorf("%s still finds what is gone: %v", method, got)
		}
	}
	if m.reads != 2 {
		t.Errorf("read %d times, want twice", m.reads)
	}
}

func TestRetrieverWithoutWeights(t *testing.T) {
	r := NewRetriever(&memory{passages: library()}, builtin{}, nil)
	hits, err := r.Rank(t.Context(), "Who directed Winter Harbour?", Graph, 2, graph.Scope{})
	if err != nil || len(hits) != 2 || hits[0].Chunk != "p00" {
		t.Errorf("%v %v", hits, err)
	}
}

func TestRetrieverTogether(t *testing.T) {
	m := &memory{number: 1, passages: library()}
	r := NewRetriever(m, builtin{}, Shipped())
	var wait sync.WaitGroup
	for i := range 16 {
		wait.Go(func() {
			if _, err := r.Rank(t.Context(), "Who directed Winter Harbour?", Methods()[i%3], 3, graph.Scope{}); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	if m.reads != 1 {
		t.Errorf("read %d times, want once", m.reads)
	}
}

// away is an embedder that knows the passages and is gone when the question comes.
type away struct {
	builtin
	failure error
}

func (a away) Question(context.Context, string) ([]float32, error) { return nil, a.failure }

// TestEmbedderIsAway: within a scope too, an outage is an outage.
func TestEmbedderIsAway(t *testing.T) {
	outage := &fault.Error{Kind: fault.Unavailable, Err: errors.New("no route")}
	r := NewRetriever(&memory{passages: library()}, away{failure: outage}, nil)
	for _, method := range []string{Dense, Hybrid} {
		scope := graph.Scope{Documents: []graph.ID{graph.ID(library()[0].Document)}}
		if _, err := r.Rank(t.Context(), "q", method, 1, scope); !fault.Is(err, fault.Unavailable) {
			t.Errorf("%s: %v", method, err)
		}
	}
}

func TestRetrieverFails(t *testing.T) {
	outage := &fault.Error{Kind: fault.Unavailable, Err: errors.New("no route")}
	if _, err := NewRetriever(&memory{failure: outage}, builtin{}, nil).Rank(t.Context(), "q", Graph, 1, graph.Scope{}); !fault.Is(err, fault.Unavailable) {
		t.Errorf("outage: %v", err)
	}
	m := &memory{passages: library()}
	if _, err := NewRetriever(m, builtin{}, nil).Rank(t.Context(), "q", "magic", 1, graph.Scope{}); !fault.Is(err, fault.Invalid) {
		t.Errorf("unknown method: %v", err)
	}
	if _, err := NewRetriever(m, builtin{}, []byte("{")).Rank(t.Context(), "q", Graph, 1, graph.Scope{}); !fault.Is(err, fault.Corrupt) {
		t.Errorf("damaged weights: %v", err)
	}
	r := NewRetriever(m, builtin{}, nil)
	building, end := make(chan struct{}), make(chan struct{})
	defer close(end)
	go func() {
		_, _ = r.states.Get(t.Context(), m, func(context.Context) (*state, error) {
			close(building)
			<-end
			return nil, outage
		})
	}()
	<-building
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := r.Rank(ended, "q", Graph, 1, graph.Scope{}); !fault.Is(err, fault.Canceled) {
		t.Errorf("waiting: %v", err)
	}
	ended, cancel = context.WithCancel(t.Context())
	if _, err := NewRetriever(&memory{passages: library(), snapshot: cancel}, builtin{}, nil).Rank(ended, "q", Graph, 1, graph.Scope{}); !fault.Is(err, fault.Canceled) {
		t.Errorf("canceled as it builds: %v", err)
	}
}
