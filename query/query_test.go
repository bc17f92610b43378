package query

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/search"
)

// shelf holds chunks and ranks them in order.
type shelf struct {
	Graph
	chunks []graph.ChunkRow
	ranked []graph.ID
	err    error
}

func (s *shelf) Chunks(_ context.Context, q graph.ChunksQuery) ([]graph.ChunkRow, error) {
	var out []graph.ChunkRow
	for _, c := range s.chunks {
		if slices.Contains(q.IDs, c.ID) {
			out = append(out, c)
		}
	}
	return out, s.err
}

func (s *shelf) Facts(context.Context, graph.FactsQuery) ([]graph.FactRow, error) {
	rows := make([]graph.FactRow, 250)
	for i := range rows {
		rows[i].Fact, rows[i].Chunk = graph.FactID(fmt.Sprint(i)), "c1"
	}
	return rows, s.err
}

func (s *shelf) Find(context.Context, graph.FindQuery) ([]graph.KeyElement, error) { return nil, s.err }

// BM25 asks about three hits at a time, as an index may.
func (s *shelf) BM25(ctx context.Context, q search.Query) ([]search.Hit, error) {
	var hits []search.Hit
	for batch := range slices.Chunk(s.ranked, 3) {
		kept, err := q.Keep(ctx, batch)
		if err != nil {
			return nil, err
		}
		for _, id := range batch {
			if kept[id] && len(hits) < q.K {
				hits = append(hits, search.Hit{Chunk: id, Score: float64(len(s.ranked) - len(hits))})
			}
		}
	}
	return hits, nil
}

func row(name, text string, start int) graph.ChunkRow {
	doc := graph.DocumentID(name)
	r := graph.ChunkRow{Title: name, Source: name + ".txt", SourceID: "s-" + name}
	r.ID, r.Document, r.Text, r.Start, r.End = graph.ChunkID(doc, text, start), doc, text, start, start+len([]rune(text))
	return r
}

func TestCite(t *testing.T) {
	a := row("A", "灯塔 stands here. It is old.", 100)
	s := &shelf{chunks: []graph.ChunkRow{a}}
	at := func(chunk graph.ID, start, end int, quote string) Reference {
		return Reference{Chunk: chunk, Start: start, End: end, Quote: quote}
	}
	good := at(a.ID, 100, 115, "灯塔 stands here.")
	references := []Reference{good, good, at(a.ID, 100, 115, "灯塔 stood here."), at(a.ID, 90, 105, "x"), at(a.ID, 116, 127, "It is old."),
		at("gone", 0, 3, "old"), at(a.ID, 103, 103, ""), at(a.ID, 104, 109, "tands")}
	citations, err := Cite(context.Background(), s, references)
	if err != nil {
		t.Fatal(err)
	}
	var verified []bool
	for i, c := range citations {
		if c.N != i+1 {
			t.Errorf("number %d at %d", c.N, i)
		}
		verified = append(verified, c.Verified)
	}
	// The second is the first again, as is what differs only in the quote; the last two are parts of it.
	if want := []bool{true, false, false, false}; !slices.Equal(verified, want) {
		t.Fatalf("verified %v, want %v: %+v", verified, want, citations)
	}
	if citations[0].Document != (DocumentRef{a.Document, "A", "s-A", a.Source}) {
		t.Errorf("document %+v", citations[0].Document)
	}
	s.err = errors.New("down")
	if _, err := Cite(context.Background(), s, references); err == nil {
		t.Error("an outage gave citations")
	}
}

func TestLocate(t *testing.T) {
	c := row("A", "The Pequod sailed in winter. Ahab was her captain. Ahab had one leg.", 50)
	for _, x := range []struct{ answer, note, want string }{
		{"Ahab", "The captain of the ship was Ahab", "Ahab was her captain."},
		{"", "sailed in the winter", "The Pequod sailed in winter."},
		{"one leg", "He lost a leg", "Ahab had one leg."},
		{"", "nothing of it", ""},
	} {
		ref, ok := Locate(c, x.answer, x.note)
		if ok != (x.want != "") || ref.Quote != x.want {
			t.Errorf("%q, %q: %+v", x.answer, x.note, ref)
			continue
		}
		if ok {
			got, err := Cite(context.Background(), &shelf{chunks: []graph.ChunkRow{c}}, []Reference{ref})
			if err != nil || !got[0].Verified {
				t.Errorf("%+v is not verified: %v", ref, err)
			}
		}
	}
}

func TestSearch(t *testing.T) {
	var s shelf
	for i := range 9 {
		r := row(fmt.Sprint(i), "text", i)
		s.ranked = append(s.ranked, r.ID)
		if i%2 == 1 { // the store has lost the others
			s.chunks = append(s.chunks, r)
		}
	}
	searcher := Searcher{Graph: &s, Index: &s}
	for _, c := range []struct{ k, want int }{{1, 1}, {3, 3}, {0, 4}, {100, 4}} {
		hits, err := searcher.Search(context.Background(), "text", "", c.k)
		if err != nil || len(hits) != c.want {
			t.Errorf("k %d: %d hits, %v", c.k, len(hits), err)
		}
		for _, h := range hits {
			if h.Text != "text" || h.Document.Title == "" {
				t.Errorf("hit %+v", h)
			}
		}
	}
	for _, bad := range []struct {
		method string
		k      int
	}{{"magic", 1}, {"", -1}, {"", graph.MaxRows + 1}} {
		if _, err := searcher.Search(context.Background(), "text", bad.method, bad.k); !fault.Is(err, fault.Invalid) {
			t.Errorf("%+v: %v", bad, err)
		}
	}
	s.err = &fault.Error{Kind: fault.Unavailable}
	if _, err := searcher.Search(context.Background(), "text", "", 1); !fault.Is(err, fault.Unavailable) {
		t.Errorf("outage: %v", err)
	}
}

// oneMethod ranks by the method "magic".
type oneMethod struct{ hits []search.Hit }

func (m oneMethod) Rank(_ context.Context, _, method string, k int, _ graph.Scope) ([]search.Hit, error) {
	if method != "magic" {
		return nil, &fault.Error{Kind: fault.Invalid}
	}
	return m.hits[:min(k, len(m.hits))], nil
}

func TestSearchByRanker(t *testing.T) {
	kept, gone := row("A", "text", 0), row("B", "text", 1)
	s := shelf{chunks: []graph.ChunkRow{kept}}
	searcher := Searcher{Graph: &s, Index: &s, Ranker: oneMethod{[]search.Hit{{Chunk: gone.ID, Score: 2}, {Chunk: kept.ID, Score: 1}}}}
	hits, err := searcher.Search(context.Background(), "q", "magic", 5)
	if err != nil || len(hits) != 1 || hits[0].Chunk != kept.ID || hits[0].Score != 1 {
		t.Errorf("%+v, %v", hits, err)
	}
	if _, err := searcher.Search(context.Background(), "q", "other", 5); !fault.Is(err, fault.Invalid) {
		t.Errorf("unknown method: %v", err)
	}
	searcher.Ranker = oneMethod{}
	if hits, err := searcher.Search(context.Background(), "q", "magic", 5); err != nil || hits == nil || len(hits) != 0 {
		t.Errorf("nothing found: %v, %v", hits, err)
	}
}

func TestTraceOrderIsThatOfBranches(t *testing.T) {
	trace := NewTrace()
	trace.Add(Step{Action: "plan"})
	branches := make([]*Trace, 20)
	for i := range branches {
		branches[i] = trace.Branch(map[string]any{"path": i})
	}
	trace.Add(Step{Action: "answer"})
	var wait sync.WaitGroup
	for i := len(branches) - 1; i >= 0; i-- {
		wait.Go(func() {
			for n := range 5 {
				branches[i].Add(Step{Action: "read", Args: map[string]any{"n": n}})
			}
		})
	}
	wait.Wait()
	steps := trace.Steps()
	if len(steps) != 102 || steps[0].Action != "plan" || steps[101].Action != "answer" {
		t.Fatalf("%d steps", len(steps))
	}
	for i, s := range steps {
		if s.Step != i+1 {
			t.Fatalf("step %d at %d", s.Step, i)
		}
		if i > 0 && i < 101 && (s.Args["path"] != (i-1)/5 || s.Args["n"] != (i-1)%5) {
			t.Fatalf("step %d: %v", i, s.Args)
		}
	}
}

func TestTracedReads(t *testing.T) {
	trace := NewTrace()
	s := &shelf{chunks: []graph.ChunkRow{row("A", "text", 0)}}
	g := Traced(s, trace, "default", graph.Scope{})
	if _, err := g.Facts(context.Background(), graph.FactsQuery{Elements: []graph.ID{"k' OR 1"}}); err != nil {
		t.Fatal(err)
	}
	s.err = errors.New("down")
	if _, err := g.Chunks(context.Background(), graph.ChunksQuery{IDs: []graph.ID{s.chunks[0].ID}}); err == nil {
		t.Fatal("the error was swallowed")
	}
	steps := trace.Steps()
	if len(steps) != 2 || steps[0].Rows != 250 || len(steps[0].IDs) != 100 {
		t.Fatalf("steps %+v", steps)
	}
	if read := trace.Read(); len(read) != 252 || !slices.Contains(read, "c1") {
		t.Errorf("%d ids read, not 250 facts, their chunk and one read as a chunk", len(read))
	}
	trace = NewTrace()
	trace.Add(Step{Action: "counts", IDs: []string{""}})
	if read := trace.Read(); len(read) > 0 {
		t.Errorf("a row without an id is listed: %q", read)
	}
	if !strings.Contains(steps[0].Cypher, "MATCH") || strings.Contains(steps[0].Cypher, "OR 1") || len(steps[0].Params) == 0 {
		t.Errorf("Cypher %q, params %v", steps[0].Cypher, steps[0].Params)
	}
	if steps[1].Args["error"] != "down" {
		t.Errorf("args %v", steps[1].Args)
	}
}

func TestAnswerJSON(t *testing.T) {
	raw, err := json.Marshal(Answer{Citations: []Citation{{}}, Trace: []Step{{}}})
	if err != nil {
		t.Fatal(err)
	}
	var keys map[string]any
	if err := json.Unmarshal(raw, &keys); err != nil {
		t.Fatal(err)
	}
	has := func(where string, m any, names ...string) {
		for _, n := range names {
			if _, ok := m.(map[string]any)[n]; !ok {
				t.Errorf("%s has no %q", where, n)
			}
		}
	}
	has("answer", keys, "answer", "abstained", "mode", "agent", "model", "citations", "trace", "usage", "ms")
	citation := keys["citations"].([]any)[0]
	has("citation", citation, "n", "document", "page", "chunk", "start", "end", "quote", "verified")
	has("document", citation.(map[string]any)["document"], "id", "title", "source_id")
	has("step", keys["trace"].([]any)[0], "step", "action", "args", "cypher", "params", "rows", "ids", "ms")
}

func TestParseMode(t *testing.T) {
	for s, want := range map[string]Mode{"": Open, "open": Open, "reject": Reject} {
		if got, err := ParseMode(s); err != nil || got != want {
			t.Errorf("%q: %q, %v", s, got, err)
		}
	}
	if _, err := ParseMode("OPEN"); !fault.Is(err, fault.Invalid) {
		t.Errorf("error %v", err)
	}
}

func TestOneLine(t *testing.T) {
	for given, want := range map[string]string{
		"": "", " ": "", "a name": "a name", " a  name\n": "a name", "a\tname": "a name", "name ": "name", "a\u00a0名\u3000字": "a 名 字",
		strings.Repeat("n", 301): strings.Repeat("n", 300), strings.Repeat("字", 301): strings.Repeat("字", 300),
	} {
		if got := OneLine(given); got != want {
			t.Errorf("%q: %q", given, got)
		}
	}
}
