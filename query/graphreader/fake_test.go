package graphreader

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"testing"

	"grove/internal/graph"
	"grove/internal/llm"
	"grove/internal/llm/offline"
	"grove/internal/search"
	"grove/internal/text"
	"grove/query"
	"grove/query/querytest"
)

// world is an in-memory graph of small documents.
type world struct {
	query.Graph // what the agent doesn't read panics
	chunks      []graph.ChunkRow
	facts       []worldFact
	// down is the error that reads of facts give, if set.
	down error
}

type worldFact struct {
	text     string
	chunk    int
	elements []graph.KeyElement
}

// add adds a document of chunks; each chunk's facts are "text | element, element".
func (w *world) add(title string, chunks ...[]string) {
	doc := graph.DocumentID(title)
	start := 0
	var previous *graph.ChunkRow
	for i, c := range chunks {
		row := graph.ChunkRow{Title: title, Source: title, SourceID: title}
		row.ID, row.Document, row.Index, row.Text = graph.ChunkID(doc, c[0], i), doc, i, c[0]
		row.Start, row.End = start, start+len([]rune(c[0]))
		start = row.End
		if previous != nil {
			row.Previous, previous.Next = previous.ID, row.ID
		}
		w.chunks = append(w.chunks, row)
		previous = &w.chunks[len(w.chunks)-1]
		for _, f := range c[1:] {
			body, elements, _ := strings.Cut(f, " | ")
			w.facts = append(w.facts, worldFact{body, len(w.chunks) - 1, elementsOf(elements)})
		}
		// Appending may have moved the rows.
		for j := range w.chunks {
			if w.chunks[j].ID == row.Previous {
				w.chunks[j].Next = row.ID
			}
		}
	}
}

func element(name string) graph.KeyElement {
	norm := text.Normalise(name)
	return graph.KeyElement{ID: graph.KeyElementID(norm, ""), Norm: norm, Name: name, Support: 1}
}

func elementsOf(names string) []graph.KeyElement {
	var out []graph.KeyElement
	for n := range strings.SplitSeq(names, ", ") {
		out = append(out, element(n))
	}
	return out
}

func (w *world) all() []graph.KeyElement {
	seen := map[graph.ID]graph.KeyElement{}
	for _, f := range w.facts {
		for _, e := range f.elements {
			seen[e.ID] = e
		}
	}
	var out []graph.KeyElement
	for _, e := range seen {
		out = append(out, e)
	}
	slices.SortFunc(out, func(a, b graph.KeyElement) int { return cmp.Compare(a.ID, b.ID) })
	return out
}

// Documents gives one document, which all chunks are of.
func (w *world) Documents(context.Context, graph.DocumentsQuery) ([]graph.Document, error) {
	return []graph.Document{{ID: "d"}}, nil
}

func (w *world) Counts(context.Context) (graph.Counts, error) {
	return graph.Counts{KeyElements: len(w.all()), Chunks: len(w.chunks)}, nil
}

func (w *world) Chunks(_ context.Context, q graph.ChunksQuery) ([]graph.ChunkRow, error) {
	var out []graph.ChunkRow
	for _, c := range w.chunks {
		if slices.Contains(q.IDs, c.ID) {
			out = append(out, c)
		}
	}
	return out, nil
}

func (w *world) Facts(_ context.Context, q graph.FactsQuery) ([]graph.FactRow, error) {
	if w.down != nil {
		return nil, w.down
	}
	var out []graph.FactRow
	for _, f := range w.facts {
		for _, e := range f.elements {
			if slices.Contains(q.Elements, e.ID) {
				c := w.chunks[f.chunk]
				out = append(out, graph.FactRow{Fact: graph.FactID(f.text), Text: f.text, Element: e.ID, Chunk: c.ID, Document: c.Document, Index: c.Index})
			}
		}
	}
	return out[:min(len(out), graph.Limit(q.Limit))], nil
}

func (w *world) Find(_ context.Context, q graph.FindQuery) ([]graph.KeyElement, error) {
	var out []graph.KeyElement
	for _, e := range w.all() {
		if slices.Contains(q.Norms, e.Norm) || slices.Contains(q.IDs, e.ID) {
			out = append(out, e)
		}
	}
	return out, nil
}

func (w *world) Mentions(_ context.Context, q graph.MentionsQuery) ([]graph.MentionRow, error) {
	var out []graph.MentionRow
	for _, f := range w.facts {
		if c := w.chunks[f.chunk].ID; slices.Contains(q.Chunks, c) {
			for _, e := range f.elements {
				out = append(out, graph.MentionRow{Chunk: c, Count: 1, KeyElement: e})
			}
		}
	}
	return out, nil
}

func (w *world) Neighbours(_ context.Context, q graph.NeighboursQuery) ([]graph.Neighbour, error) {
	shared := map[graph.ID]int{}
	named := map[graph.ID]graph.KeyElement{}
	for _, f := range w.facts {
		if !slices.ContainsFunc(f.elements, func(e graph.KeyElement) bool { return e.ID == q.Element }) {
			continue
		}
		for _, e := range f.elements {
			if e.ID != q.Element {
				shared[e.ID]++
				named[e.ID] = e
			}
		}
	}
	var out []graph.Neighbour
	for id, n := range shared {
		out = append(out, graph.Neighbour{KeyElement: named[id], Shared: n})
	}
	slices.SortFunc(out, func(a, b graph.Neighbour) int {
		return cmp.Or(cmp.Compare(b.Shared, a.Shared), cmp.Compare(a.ID, b.ID))
	})
	return out, nil
}

func (w *world) Attributes(context.Context, graph.AttributesQuery) ([]graph.Attribute, error) {
	return nil, nil
}

func (w *world) PageKeyElements(_ context.Context, q graph.PageQuery) ([]graph.KeyElementPage, error) {
	var out []graph.KeyElementPage
	for _, e := range w.all() {
		if e.ID > q.After && len(out) < graph.Limit(q.Limit) {
			out = append(out, graph.KeyElementPage{KeyElement: e})
		}
	}
	return out, nil
}

func (w *world) KeyElements(context.Context, graph.KeyElementsQuery) ([]graph.KeyElementRow, error) {
	return nil, nil
}

func (w *world) Relations(context.Context, graph.RelationsQuery) ([]graph.RelationRow, error) {
	return nil, nil
}

func (w *world) Paths(context.Context, graph.PathsQuery) ([]graph.Path, error) { return nil, nil }

// BM25 ranks the chunks by title and text.
func (w *world) BM25(_ context.Context, q search.Query) ([]search.Hit, error) {
	texts := make([]string, len(w.chunks))
	for i, c := range w.chunks {
		texts[i] = c.Title + " " + c.Text
	}
	scores := search.RankTexts(q.Text, texts)
	var hits []search.Hit
	for _, i := range query.Ranked(scores) {
		if scores[i] > 0 && len(hits) < q.K {
			hits = append(hits, search.Hit{Chunk: w.chunks[i].ID, Score: scores[i]})
		}
	}
	return hits, nil
}

// films is a world for questions of two hops.
func films() *world {
	w := &world{}
	w.add("Iron Harbour", []string{"Iron Harbour is a 1931 American drama film directed by Walter Lind and starring Greta Moss. It was shot in Boston.",
		"Iron Harbour is a 1931 American drama film directed by Walter Lind and starring Greta Moss. | Iron Harbour, 1931, drama film, Walter Lind, Greta Moss",
		"Iron Harbour was shot in Boston. | Iron Harbour, Boston"})
	w.add("Walter Lind", []string{"Walter Lind (4 May 1890 – 2 June 1961) was a Swedish film director. ",
		"Walter Lind was a Swedish film director. | Walter Lind, Swedish, film director"},
		[]string{"He was born in Uppsala and died in Oslo of pneumonia.",
			"Walter Lind was born in Uppsala. | Walter Lind, Uppsala",
			"Walter Lind died in Oslo of pneumonia. | Walter Lind, Oslo, pneumonia"})
	w.add("Glass Meadow", []string{"Glass Meadow is a 1950 British comedy film directed by Ann Petrie.",
		"Glass Meadow is a 1950 British comedy film directed by Ann Petrie. | Glass Meadow, 1950, comedy film, Ann Petrie"})
	w.add("Ann Petrie", []string{"Ann Petrie (born 1 March 1911 in Leeds) is an English film director and painter.",
		"Ann Petrie is an English film director and painter. | Ann Petrie, English, film director, painter"})
	return w
}

// client is a client that asks the model, or the offline kit where model is nil.
func client(t testing.TB, model llm.Model) *llm.Client {
	t.Helper()
	counter, err := text.NewCounter()
	if err != nil {
		t.Fatal(err)
	}
	return &llm.Client{Model: model, Kit: offline.New(), Counter: counter}
}

func agent(t testing.TB, w *world, model llm.Model) querytest.Agent {
	return querytest.Agent{Agent: Agent(), Deps: query.Deps{Graph: w, Index: w, LLM: client(t, model), Workspace: "test"}}
}
