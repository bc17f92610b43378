package app

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"grove/internal/evaluate"
)

// TestNeedle: a grid of two lengths and three depths, from files to the report, by two agents without a language model.
func TestNeedle(t *testing.T) {
	dir := t.TempDir()
	var hay, corpus, questions strings.Builder
	for i := range 400 {
		fmt.Fprintf(&hay, "The %s sailed past the %s in fair weather, and nobody said a word of it. ", []string{"brig", "sloop", "barque"}[i%3], []string{"cape", "reef"}[i%2])
	}
	for i, name := range []string{"Anselm Drury", "Isolde Quill", "Tobias Farrow", "Petra Skerry"} {
		house := []string{"Corran", "Belmore", "Tansy", "Ullswick"}[i]
		fmt.Fprintf(&corpus, "{\"id\":\"d%d\",\"title\":\"%s House\",\"text\":\"%s House was built by %s. It stands by the sea.\"}\n", i, house, house, name)
		fmt.Fprintf(&questions, "{\"id\":\"q%d\",\"question\":\"Who built %s House?\",\"answers\":[\"%s\"],\"gold_ids\":[\"d%d\"]}\n", i, house, name, i)
	}
	write(t, filepath.Join(dir, "hay.txt"), hay.String())
	write(t, filepath.Join(dir, "corpus.jsonl"), corpus.String())
	write(t, filepath.Join(dir, "questions.jsonl"), questions.String())
	use(t, settings(t, "w"), func(a *App) {
		o := evaluate.NeedleOptions{Haystack: []string{filepath.Join(dir, "hay.txt")}, Dataset: dir, Agents: []string{"bm25", "graph"},
			Lengths: []int{1000, 3000}, Depths: []int{0, 50, 100}, Draws: 2, Seed: 1}
		r, err := a.Evaluate().Needle(t.Context(), o)
		if err != nil || r.Items != 12 || len(r.Agents) != 2 {
			t.Fatalf("%+v, %v", r, err)
		}
		for _, x := range r.Agents {
			if len(x.Cells) != 6 || x.Failed > 0 || x.Match < .5 {
				t.Errorf("%+v", x)
			}
		}
		again, err := a.Evaluate().Needle(t.Context(), o)
		if err != nil || fmt.Sprint(again.Agents) != fmt.Sprint(r.Agents) {
			t.Errorf("again: %+v, %v", again, err)
		}
	})
}
