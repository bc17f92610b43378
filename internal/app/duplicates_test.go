package app

import (
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"grove/ingest/identity"
	"grove/internal/config"
	"grove/internal/curate"
	"grove/internal/fault"
	"grove/internal/llm/llmtest"
)

// alikeTexts hold two pairs that the names leave open: of the first the letters are more
// alike, of the second what is said.
var alikeTexts = map[string]string{
	"a.txt": "Katharina Blum was born in Rome.",
	"b.txt": "Katharine Blum is a golfer.",
	"c.txt": "Dr. Brevik was born in Paris.",
	"d.txt": "Tomas Brevik was born in Paris.",
}

// ofRome is the direction of what is said of Rome, of golf and of Paris.
func ofRome(text string) []float32 {
	switch {
	case strings.Contains(text, "Rome"):
		return []float32{1, 0, 0}
	case strings.Contains(text, "golf"):
		return []float32{-1, 0, 0}
	}
	return []float32{0, 0, 1}
}

// TestDuplicatesByMeaning: the order is by what is said of both too, whatever the order
// of ingestion, and the embedder is sent each text once.
func TestDuplicatesByMeaning(t *testing.T) {
	var mu sync.Mutex
	sent := map[string]int{}
	server := llmtest.NewServer(llmtest.Options{Embed: func(text string) []float32 {
		mu.Lock()
		defer mu.Unlock()
		sent[text]++
		return ofRome(text)
	}})
	defer server.Close()
	var first []identity.Duplicate
	names := slices.Sorted(maps.Keys(alikeTexts))
	for range 2 {
		c := settings(t, "w")
		use(t, c, func(a *App) {
			for _, name := range names {
				if err := ingestText(t, a, name, alikeTexts[name]); err != nil {
					t.Fatal(err)
				}
			}
		})
		clear(sent)
		c.Embedder, c.Embed.BaseURL = "m", config.NewAddress(server.URL())
		use(t, c, func(a *App) {
			list, err := a.Curate().Duplicates(t.Context(), 10)
			if err != nil || len(list) != 2 {
				t.Fatalf("%+v, %v", list, err)
			}
			if list[0].Similarity != 1 || list[1].Similarity != -1 || list[0].Score >= list[1].Score {
				t.Errorf("by letters alone: %+v", list)
			}
			if again, err := a.Curate().Duplicates(t.Context(), 10); err != nil || !cmp.Equal(list, again) {
				t.Errorf("asked again: %s, %v", cmp.Diff(list, again), err)
			}
			if best, err := a.Curate().Duplicates(t.Context(), 1); err != nil || !cmp.Equal(list[:1], best) {
				t.Errorf("the best: %s, %v", cmp.Diff(list[:1], best), err)
			}
			reader, err := OpenReader(t.Context(), c)
			if err != nil {
				t.Fatal(err)
			}
			defer reader.Close()
			for text, n := range sent {
				if n != 1 || strings.Contains(text, "Blum") {
					t.Errorf("sent %d times: %q", n, text)
				}
			}
			if read, err := reader.Curate().Duplicates(t.Context(), 10); err != nil || !cmp.Equal(list, read) {
				t.Errorf("beside the holder: %s, %v", cmp.Diff(list, read), err)
			}
			if first == nil {
				first = list
			}
			if diff := cmp.Diff(first, list); diff != "" {
				t.Errorf("ingested in another order: %s", diff)
			}
		})
		slices.Reverse(names)
	}
}

// TestDuplicatesWithoutTheEmbedder: an outage is an error with its remedy, neither an
// empty list nor a question to the model.
func TestDuplicatesWithoutTheEmbedder(t *testing.T) {
	var calls atomic.Int32
	server := llmtest.NewServer(llmtest.Options{Break: func(try llmtest.Try) *llmtest.Fault {
		if strings.HasPrefix(try.Path, "/embeddings") {
			return &llmtest.Fault{Status: http.StatusBadRequest}
		}
		return nil
	},
		Reply: func(llmtest.Request) llmtest.Reply {
			calls.Add(1)
			return llmtest.Reply{Content: `{"why": "as it is", "verdict": "same"}`}
		}})
	defer server.Close()
	c := settings(t, "w")
	use(t, c, func(a *App) {
		for name, text := range alikeTexts {
			if err := ingestText(t, a, name, text); err != nil {
				t.Fatal(err)
			}
		}
	})
	c.Embedder, c.Embed.BaseURL = "gone", config.NewAddress(server.URL())
	c.Model, c.LLM.BaseURL, c.LLM.APIKey = "judge", config.NewAddress(server.URL()), "x"
	use(t, c, func(a *App) {
		list, err := a.Curate().Duplicates(t.Context(), 10)
		if err == nil || len(list) > 0 || !strings.Contains(fault.Hint(err), "--embedder builtin") {
			t.Errorf("%+v, %v: %s", list, err, fault.Hint(err))
		}
		asked, err := a.Curate().Ask(t.Context(), curate.AskOptions{Limit: 10})
		if err == nil || len(asked.Pairs) > 0 || !strings.Contains(fault.Hint(err), "--embedder builtin") || calls.Load() > 0 {
			t.Errorf("%+v, %v after %d calls", asked, err, calls.Load())
		}
	})
}
