package storetest

import (
	"fmt"
	"math"
	"testing"

	"grove/internal/fault"
	"grove/internal/graph"
)

func embeddingCases() []writeCase {
	return []writeCase{
		{"embeddings/put, read, replace, drop", embeddingLifetime},
		{"embeddings/every bit comes back", embeddingBits},
		{"embeddings/the workspace's embedder", embedder},
		{"embeddings/no part of the graph", embeddingsApart},
		{"embeddings/bounds and pages", embeddingPages},
	}
}

func vector(model, text string, components ...float32) graph.Embedding {
	return graph.Embedding{Text: graph.TextHash(text), Model: model, Dim: len(components), Vector: components}
}

func putEmbeddings(t *testing.T, store graph.Store, list ...graph.Embedding) {
	t.Helper()
	if err := store.PutEmbeddings(t.Context(), list); err != nil {
		t.Fatal(err)
	}
}

func embeddingLifetime(t *testing.T, store graph.Store) {
	const model, other = "org/m'`\n", "模型"
	a, b, c := vector(model, "a", 1, 0), vector(model, "b", 0, 1), vector(other, "a", 0.5, 0.5, 0.5)
	if a.Text > b.Text {
		a, b = b, a
	}
	putEmbeddings(t, store)
	putEmbeddings(t, store, b, c, a)
	get := func(q graph.EmbeddingsQuery) []graph.Embedding {
		t.Helper()
		return must[[]graph.Embedding](t)(store.Embeddings(t.Context(), q))
	}
	texts := []string{b.Text, a.Text, graph.TextHash("never"), a.Text}
	same(t, "by text hash", get(graph.EmbeddingsQuery{Model: model, Texts: texts}), []graph.Embedding{a, b})
	same(t, "of the other model", get(graph.EmbeddingsQuery{Model: other, Texts: []string{c.Text}}), []graph.Embedding{c})
	same(t, "of no model", len(get(graph.EmbeddingsQuery{Model: "none", Texts: texts})), 0)
	same(t, "nothing asked", len(get(graph.EmbeddingsQuery{Model: model})), 0)
	bare := a
	bare.Vector = nil
	same(t, "bare", get(graph.EmbeddingsQuery{Model: model, Texts: []string{a.Text}, Bare: true}), []graph.Embedding{bare})
	same(t, "counts", must[graph.Counts](t)(store.Counts(t.Context())), graph.Counts{Embeddings: 3})
	again := a
	again.Dim, again.Vector = 3, []float32{1, 2, 3}
	putEmbeddings(t, store, a, again)
	same(t, "replaced; of two at once the last", get(graph.EmbeddingsQuery{Model: model, Texts: texts}), []graph.Embedding{again, b})
	for range 2 {
		if err := store.DropEmbeddings(t.Context(), []graph.ID{c.ID(), b.ID()}); err != nil {
			t.Fatal(err)
		}
		same(t, "left", must[graph.Counts](t)(store.Counts(t.Context())).Embeddings, 1)
	}
	for name, bad := range map[string]graph.Embedding{
		"another length": {Text: "t", Model: "m", Dim: 2, Vector: []float32{1}}, "no numbers": {Text: "t", Model: "m"},
		"no model": {Text: "t", Dim: 1, Vector: []float32{1}}, "no text": {Model: "m", Dim: 1, Vector: []float32{1}},
	} {
		wantKind(t, name, store.PutEmbeddings(t.Context(), []graph.Embedding{bad}), fault.Internal)
	}
}

func embeddingBits(t *testing.T, store graph.Store) {
	e := vector("m", "t", 0, float32(math.Copysign(0, -1)), math.SmallestNonzeroFloat32, -math.MaxFloat32, 0.1, -1.0/3)
	putEmbeddings(t, store, e)
	got := must[[]graph.Embedding](t)(store.Embeddings(t.Context(), graph.EmbeddingsQuery{Model: "m", Texts: []string{e.Text}}))
	if len(got) != 1 || len(got[0].Vector) != e.Dim {
		t.Fatalf("%+v", got)
	}
	for i := range e.Vector {
		same(t, fmt.Sprint("component ", i), math.Float32bits(got[0].Vector[i]), math.Float32bits(e.Vector[i]))
	}
}

func embedder(t *testing.T, store graph.Store) {
	same(t, "of an empty workspace", must[graph.Embedder](t)(store.Embedder(t.Context())), graph.Embedder{})
	for _, e := range []graph.Embedder{{Model: "m'`", Dim: 384}, {Model: "模型", Dim: 8}, {}} {
		if err := store.SetEmbedder(t.Context(), e); err != nil {
			t.Fatal(err)
		}
		same(t, "embedder", must[graph.Embedder](t)(store.Embedder(t.Context())), e)
	}
	same(t, "change number", must[int64](t)(store.ChangeNumber(t.Context())), int64(0))
}

// embeddingsApart: vectors of no text are no damage, and nothing of the graph shows them.
func embeddingsApart(t *testing.T, store graph.Store) {
	withSchema(t, store)
	mustApply(t, store, graph.Change{Add: Small()})
	before, number := mustDump(t, store), must[int64](t)(store.ChangeNumber(t.Context()))
	putEmbeddings(t, store, vector("m", "a text that no chunk has", 1))
	if err := store.SetEmbedder(t.Context(), graph.Embedder{Model: "m", Dim: 1}); err != nil {
		t.Fatal(err)
	}
	same(t, "dump", mustDump(t, store), before)
	same(t, "change number", must[int64](t)(store.ChangeNumber(t.Context())), number)
	same(t, "findings", findings(t, store), nil)
	mustApply(t, store, graph.Change{Remove: []graph.ID{Small()[0].Document.ID}})
	same(t, "kept", must[graph.Counts](t)(store.Counts(t.Context())).Embeddings, 1)
	same(t, "embedder", must[graph.Embedder](t)(store.Embedder(t.Context())), graph.Embedder{Model: "m", Dim: 1})
}

func embeddingPages(t *testing.T, store graph.Store) {
	list := make([]graph.Embedding, 5)
	for i := range list {
		list[i] = vector("m", fmt.Sprint("text ", i), float32(i))
	}
	putEmbeddings(t, store, list...)
	seen := map[graph.ID]bool{}
	after := graph.ID("")
	for {
		page := must[[]graph.Embedding](t)(store.PageEmbeddings(t.Context(), graph.PageQuery{After: after, Limit: 2}))
		for _, e := range page {
			if e.ID() <= after || e.Vector != nil || e.Dim != 1 {
				t.Errorf("after %s comes %+v", after, e)
			}
			after = e.ID()
			seen[after] = true
		}
		if len(page) < 2 {
			break
		}
	}
	same(t, "all", len(seen), len(list))
	texts := make([]string, graph.MaxEmbeddings+1)
	for i := range texts {
		texts[i] = fmt.Sprint("hash ", i)
	}
	if _, err := store.Embeddings(t.Context(), graph.EmbeddingsQuery{Model: "m", Texts: texts[1:]}); err != nil {
		t.Errorf("the greatest number: %v", err)
	}
	_, err := store.Embeddings(t.Context(), graph.EmbeddingsQuery{Model: "m", Texts: texts})
	wantKind(t, "one more", err, fault.Invalid)
}
