package app

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"grove/internal/eval/run"
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
		o := evaluate.NeedleOptions{RunOptions: evaluate.RunOptions{Dataset: dir, Agents: []string{"bm25", "graph"}}, Haystack: []string{filepath.Join(dir, "hay.txt")},
			Lengths: []int{1000, 2500}, Depths: []int{0, 50, 100}, Draws: 2, Seed: 1}
		r, err := a.Evaluate().Needle(t.Context(), o)
		if err != nil || len(r.Systems) != 2 || r.Headline != "match" {
			t.Fatalf("%+v, %v", r, err)
		}
		for _, x := range r.Systems {
			if len(x.Cells) != 6 || x.Items != 12 || x.Failed > 0 || x.Scores["match"].Mean < .5 {
				t.Errorf("%+v", x)
			}
		}
		again, err := a.Evaluate().Needle(t.Context(), o)
		if err != nil || !reflect.DeepEqual(again, r) {
			t.Errorf("again: %+v, %v", again, err)
		}
		page, err := os.ReadFile(r.Report)
		if err != nil || strings.Count(string(page), "tokens, depth 50 %") != 4 {
			t.Errorf("no heat maps: %v", err)
		}
		list, err := evaluate.Runs(a.Config).List(t.Context(), 0, 10)
		if err != nil || len(list) != 1 || list[0].State != run.Done || list[0].Headline != "match" {
			t.Errorf("%+v, %v", list, err)
		}
	})
}
