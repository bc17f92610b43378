package query

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/llm"
	"grove/internal/llm/offline"
	"grove/internal/search"
	"grove/internal/text"
)

// library is a graph of documents of chunks "one", "two" and so on, ten tokens each.
type library struct {
	Graph
	documents []graph.Document
	chunks    map[graph.ID][]graph.ChunkRow
}

func (l *library) add(source string, texts ...string) {
	if l.chunks == nil {
		l.chunks = map[graph.ID][]graph.ChunkRow{}
	}
	d := graph.Document{ID: graph.DocumentID(source), Source: source, Tokens: 10 * len(texts)}
	l.documents = append(l.documents, d)
	start := 0
	for i, t := range texts {
		c := graph.Chunk{ID: graph.ChunkID(d.ID, t, i), Document: d.ID, Index: i, Start: start, End: start + len(t), Text: t, Tokens: 10}
		l.chunks[d.ID], start = append(l.chunks[d.ID], graph.ChunkRow{Chunk: c}), c.End+2
	}
}

// scope is that of the documents of some sources.
func (l *library) scope(sources ...string) graph.Scope {
	return graph.Scope{Documents: Map(sources, func(s string) graph.ID { return graph.DocumentID(s) })}
}

func (l *library) Documents(_ context.Context, q graph.DocumentsQuery) (out []graph.Document, err error) {
	for _, d := range l.documents {
		if q.Scope.Empty() || slices.Contains(q.Scope.Documents, d.ID) {
			out = append(out, d)
		}
	}
	return out, nil
}

func (l *library) Chunks(_ context.Context, q graph.ChunksQuery) (out []graph.ChunkRow, err error) {
	if q.Document != "" {
		return l.chunks[q.Document][q.From:], nil
	}
	for _, d := range l.documents {
		for _, c := range l.chunks[d.ID] {
			if slices.Contains(q.IDs, c.ID) {
				out = append(out, c)
			}
		}
	}
	return out, nil
}

// BM25 finds all chunks, in the order in which they were added.
func (l *library) BM25(ctx context.Context, q search.Query) (hits []search.Hit, err error) {
	for _, d := range l.documents {
		for _, c := range l.chunks[d.ID] {
			if len(hits) < q.K {
				hits = append(hits, search.Hit{Chunk: c.ID, Score: 1})
			}
		}
	}
	_, err = q.Keep(ctx, Map(hits, func(h search.Hit) graph.ID { return h.Chunk }))
	return hits, err
}

// asked has an agent of this work answer a question over a graph.
func asked(t *testing.T, g Graph, a Agent, o Options) (Answer, error) {
	t.Helper()
	return askedIn(t, g, graph.Scope{}, a, o)
}

// askedIn is asked with the question's scope.
func askedIn(t *testing.T, g Graph, scope graph.Scope, a Agent, o Options) (Answer, error) {
	t.Helper()
	counter, err := text.NewCounter()
	if err != nil {
		t.Fatal(err)
	}
	a.Name = "tried"
	d := Deps{Graph: g, Workspace: "w", LLM: &llm.Client{Kit: offline.New(), Counter: counter}}
	d.Index, _ = g.(Index)
	return a.Answer(t.Context(), d, Question{Text: "Who?", Scope: scope}, o)
}

// TestOptions: an agent takes its own options and parts alone, and says which those are.
func TestOptions(t *testing.T) {
	a := Agent{Parts: []Part{{Name: "plan"}}, Options: []Option{{Name: "k", Default: "5", Least: 1, Most: 9},
		{Name: "hops", Default: "1", Least: 1, Most: 3}}}
	for name, c := range map[string]struct {
		options Options
		k, hops int
		hint    string // of the refusal
	}{
		"defaults":      {Options{}, 5, 1, ""},
		"set":           {Options{Own: map[string]string{"k": "9", "hops": "3"}, Without: []string{"plan"}}, 9, 3, ""},
		"out of bounds": {Options{Own: map[string]string{"k": "10"}}, 0, 0, "1 to 9"},
		"no number":     {Options{Own: map[string]string{"k": "many"}}, 0, 0, "1 to 9"},
		"none of it":    {Options{Own: map[string]string{"depth": "1"}}, 0, 0, "k, hops"},
		"no such part":  {Options{Without: []string{"loop"}}, 0, 0, "plan"},
	} {
		t.Run(name, func(t *testing.T) {
			worked := false
			a.Work = func(_ context.Context, f *Frame) (Answer, error) {
				worked = true
				if f.Number("k") != c.k || f.Number("hops") != c.hops || f.Without("plan") != (len(c.options.Without) > 0) {
					t.Errorf("k %d, hops %d, without plan %t", f.Number("k"), f.Number("hops"), f.Without("plan"))
				}
				return Answer{}, nil
			}
			_, err := asked(t, nil, a, c.options)
			if worked != (c.hint == "") || c.hint != "" && (!fault.Is(err, fault.Invalid) || !strings.Contains(fault.Hint(err), c.hint)) {
				t.Errorf("worked %t, %v, hint %q", worked, err, fault.Hint(err))
			}
		})
	}
}

// TestFan: the branches stand in order, share the calls, and one that fails or panics
// leaves the others.
func TestFan(t *testing.T) {
	a := Agent{Work: func(ctx context.Context, f *Frame) (Answer, error) {
		share := Share{Calls: 7, AtOnce: 2, Args: func(i int) map[string]any { return map[string]any{"item": i} }}
		calls := make([]int, 4)
		failures := Fan(ctx, f, share, []string{"a", "b", "c", "d"}, func(_ context.Context, b Branch, item string) error {
			calls[b.Index] = b.Calls
			b.Trace.Add(Step{Action: item})
			switch item {
			case "b":
				panic("a defect")
			case "c":
				return &fault.Error{Kind: fault.Unavailable}
			}
			return nil
		})
		if !slices.Equal(calls, []int{2, 2, 2, 1}) {
			t.Errorf("shares %v", calls)
		}
		if failures[0] != nil || !fault.IsPanic(failures[1]) || failures[2] == nil || failures[3] != nil || !fault.Is(Worst(failures), fault.Unavailable) {
			t.Errorf("failures %v", failures)
		}
		return Answer{}, nil
	}}
	answer, err := asked(t, nil, a, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range answer.Trace {
		if s.Action != string(rune('a'+i)) || s.Args["item"] != i {
			t.Errorf("step %d: %+v", i, s)
		}
	}
}

// TestFanStopsAtFailure: with StopAtFailure the first failure cancels the other items, and is
// the one to report.
func TestFanStopsAtFailure(t *testing.T) {
	for _, kind := range []fault.Kind{fault.Unavailable, fault.Corrupt} {
		a := Agent{Work: func(ctx context.Context, f *Frame) (Answer, error) {
			share := Share{StopAtFailure: true, Args: func(int) map[string]any { return nil }}
			failures := Fan(ctx, f, share, []string{"a", "b", "c"}, func(ctx context.Context, b Branch, _ string) error {
				if b.Index == 1 {
					return fault.New(kind, "test", "", "", "")
				}
				select {
				case <-ctx.Done():
				case <-time.After(10 * time.Second):
					t.Error("an item is not stopped")
				}
				return ctx.Err()
			})
			if err := Worst(failures); !fault.Is(err, kind) || ctx.Err() != nil {
				t.Errorf("%v, %v", failures, ctx.Err())
			}
			return Answer{}, nil
		}}
		if _, err := asked(t, nil, a, Options{}); err != nil {
			t.Fatal(err)
		}
	}
}

// TestPanicInAgent: it is the question's error.
func TestPanicInAgent(t *testing.T) {
	for _, work := range []func(context.Context, *Frame) (Answer, error){
		func(context.Context, *Frame) (Answer, error) { panic("a defect") },
		func(_ context.Context, f *Frame) (Answer, error) { return Answer{}, []error{nil}[f.Number("none")] },
	} {
		if _, err := asked(t, nil, Agent{Work: work}, Options{}); !fault.IsPanic(err) {
			t.Errorf("%v", err)
		}
	}
}

// TestInput: documents in order of their sources, or the chunks that a search finds, in pieces.
func TestInput(t *testing.T) {
	const two = "A sentence of six words. A sentence of six words. "
	l := &library{}
	l.add("b", "three", "four")
	l.add("a", "one", "two")
	l.add("c", "five", strings.Repeat(two, 4))
	for name, c := range map[string]struct {
		scope graph.Scope
		k     string
		size  int
		want  []string
		by    string
		of    int
	}{
		"small pieces":         {l.scope("b", "a"), "64", 3, []string{"one", "two", "three", "four"}, "documents", 40},
		"joined":               {l.scope("b", "a"), "64", 20, []string{"one\n\ntwo", "three\n\nfour"}, "documents", 40},
		"searched":             {graph.Scope{}, "3", 20, []string{"one", "three\n\nfour"}, "search", 60},
		"a large chunk is cut": {l.scope("c"), "64", 20, []string{"five\n\n" + two, two, two, two}, "documents", 20},
	} {
		t.Run(name, func(t *testing.T) {
			a := Agent{Options: []Option{ScopeOption}, Work: func(ctx context.Context, f *Frame) (Answer, error) {
				in, err := f.Input(ctx, c.size)
				texts := Map(in.Pieces, func(p Piece) string { return p.Text })
				if d := cmp.Diff(c.want, texts); d != "" {
					t.Error(d)
				}
				for _, p := range in.Pieces {
					if n := f.Session.Count(p.Text); n > c.size || n > p.Tokens {
						t.Errorf("%d tokens, said to be %d: %q", n, p.Tokens, p.Text)
					}
				}
				return Answer{}, err
			}}
			answer, err := askedIn(t, l, c.scope, a, Options{Own: map[string]string{"scope-chunks": c.k}})
			if err != nil {
				t.Fatal(err)
			}
			if answer.Coverage == nil || answer.Coverage.By != c.by || answer.Coverage.LeftOut+answer.Coverage.Tokens != c.of {
				t.Errorf("coverage %+v", answer.Coverage)
			}
			if last := answer.Trace[len(answer.Trace)-1]; last.Action != "input" || last.Args["by"] != c.by {
				t.Errorf("%+v", last)
			}
		})
	}
}
