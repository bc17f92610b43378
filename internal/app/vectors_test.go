package app

import (
	"net/http"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"grove/internal/config"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/jobs"
	"grove/internal/llm/llmtest"
	"grove/internal/lookup"
)

// embedding is settings with an endpoint's embedder of this name.
func embedding(t *testing.T, name string, server *llmtest.Server) config.Config {
	c := settings(t, "w")
	c.Embedder, c.Embed.BaseURL = name, config.NewAddress(server.URL())
	return c
}

// letters is a vector of which letters a text has, so that any two texts are alike a little.
func letters(text string) []float32 {
	v := make([]float32, 26)
	for _, r := range strings.ToLower(text) {
		if r >= 'a' && r <= 'z' {
			v[r-'a']++
		}
	}
	return v
}

func ingestText(t *testing.T, a *App, name, text string) error {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	write(t, path, text)
	_, err := a.Jobs().Ingest(t.Context(), jobs.IngestOptions{Paths: []string{path}, Source: name})
	return err
}

func mustSearch(t *testing.T, a *App, method string) {
	t.Helper()
	if hits, err := a.Search(t.Context(), "Captain Ahab", method, 3, graph.Scope{}); err != nil || len(hits) == 0 {
		t.Errorf("%s: %d hits, %v", method, len(hits), err)
	}
}

// TestVectorsAreMadeByTheIngest: searches afterwards ask for nothing but the
// vector of their question, and a second ingest for those of new chunks alone.
func TestVectorsAreMadeByTheIngest(t *testing.T) {
	server := llmtest.NewServer(llmtest.Options{Embed: letters})
	defer server.Close()
	c := embedding(t, "m", server)
	use(t, c, func(a *App) {
		for i, text := range []string{firstSecret, publicText} {
			if err := ingestText(t, a, []string{"a.txt", "b.txt"}[i], text); err != nil {
				t.Fatal(err)
			}
		}
	})
	counts := func(a *App) int {
		t.Helper()
		n, err := a.Store.Counts(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return n.Embeddings
	}
	paid := server.Stats().Paid
	use(t, c, func(a *App) {
		if n := counts(a); n != 2 || paid != 2 {
			t.Errorf("%d vectors by %d calls, want 2 by 2", n, paid)
		}
		mustSearch(t, a, "dense")
		mustSearch(t, a, "hybrid")
		mustSearch(t, a, "bm25")
		if n := server.Stats().Paid - paid; n != 1 {
			t.Errorf("%d calls for the vector of one question, asked twice", n)
		}
		sound(t, a)
		if _, _, err := a.Purge(t.Context(), lookup.Selector{Sources: []string{"a.txt"}}); err != nil {
			t.Fatal(err)
		}
		if n := counts(a); n != 1 {
			t.Errorf("%d vectors after a purge, want 1", n)
		}
	})
}

func TestAnotherEmbedderIsRefused(t *testing.T) {
	server := llmtest.NewServer(llmtest.Options{Embed: letters})
	defer server.Close()
	c := embedding(t, "first", server)
	use(t, c, func(a *App) {
		if err := ingestText(t, a, "a.txt", publicText); err != nil {
			t.Fatal(err)
		}
	})
	refused := func(what string, err error) {
		t.Helper()
		if !fault.Is(err, fault.Invalid) || !strings.Contains(fault.Hint(err), "grove reembed") {
			t.Errorf("%s: %v, hint %q", what, err, fault.Hint(err))
		}
	}
	for _, name := range []string{"second", config.Builtin} {
		c.Embedder = name
		use(t, c, func(a *App) {
			for _, method := range []string{"dense", "hybrid"} {
				_, err := a.Search(t.Context(), "Ahab", method, 3, graph.Scope{})
				refused(method+" by "+name, err)
			}
			mustSearch(t, a, "bm25")
			mustSearch(t, a, "graph")
			if name != config.Builtin {
				refused("ingest by "+name, ingestText(t, a, "b.txt", firstSecret))
			}
			done, err := a.Reembed(t.Context())
			if err != nil || done.Dropped != 1 {
				t.Fatalf("%+v %v", done, err)
			}
			mustSearch(t, a, "dense")
		})
	}
}

// TestAnOutageOfTheEmbedderLosesNothing: the documents are in, and the next
// ingest makes the vectors.
func TestAnOutageOfTheEmbedderLosesNothing(t *testing.T) {
	var down atomic.Bool
	server := llmtest.NewServer(llmtest.Options{Embed: letters, Break: func(llmtest.Try) *llmtest.Fault {
		if down.Load() {
			return llmtest.Status(http.StatusUnauthorized, "no", "not today")
		}
		return nil
	}})
	defer server.Close()
	use(t, embedding(t, "m", server), func(a *App) {
		down.Store(true)
		err := ingestText(t, a, "a.txt", publicText)
		if err == nil || !strings.Contains(fault.Hint(err), "reembed") {
			t.Fatalf("%v, hint %q", err, fault.Hint(err))
		}
		if n, err := a.Store.Counts(t.Context()); err != nil || n.Documents != 1 || n.Facts == 0 || n.Communities == 0 || n.Embeddings != 0 {
			t.Errorf("%+v %v", n, err)
		}
		mustSearch(t, a, "bm25")
		down.Store(false)
		if err := ingestText(t, a, "b.txt", firstSecret); err != nil {
			t.Fatal(err)
		}
		if n, err := a.Store.Counts(t.Context()); err != nil || n.Embeddings != 2 {
			t.Errorf("%+v %v", n, err)
		}
	})
}
