package app

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"grove/internal/eval/dataset"
	"grove/internal/eval/reversion"
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
		o.Items = filepath.Join(t.TempDir(), "items.jsonl")
		n, err := a.Evaluate().NeedleItems(o)
		items, unread := dataset.Read(o.Items)
		if err != nil || unread != nil || n != 12 || len(items.Questions) != 12 || items.Questions[1].Needle.Length == 0 || len(items.Questions[1].Needle.Depths) != 1 {
			t.Errorf("items: %d, %v, %v", n, err, unread)
		}
		list, err := evaluate.Runs(a.Config).List(t.Context(), 0, 10)
		if err != nil || len(list) != 1 || list[0].State != run.Done || list[0].Headline != "match" {
			t.Errorf("%+v, %v", list, err)
		}
	})
}

// TestReversion: from a book to a run like any other, which is listed, goes on, and is compared.
func TestReversion(t *testing.T) {
	dir := t.TempDir()
	var book, entries strings.Builder
	crew := []string{"Arlen", "Brisa", "Corvin", "Dorel", "Elowen", "Farrow", "Gisela", "Hobart", "Isolde", "Jorunn", "Kestrel", "Lorcan"}
	for c := range 12 {
		fmt.Fprintf(&book, "\nCHAPTER %d. A day\n\n", c+1)
		for i, name := range crew {
			trade := []string{"baker", "cooper", "weaver", "glazier", "miller", "saddler"}[i%6]
			fmt.Fprintf(&book, "In that week %s, the %s, met %s by the well. ", name, trade, crew[(i+1+c%2)%len(crew)])
		}
	}
	for i, name := range crew {
		fmt.Fprintf(&entries, ",{\"tag\":\"PERSON#%d\",\"name\":\"%s\"}", i+1, name)
	}
	write(t, filepath.Join(dir, "book.txt"), book.String())
	write(t, filepath.Join(dir, "dictionary.json"), `{"language":"en","entries":[`+entries.String()[1:]+`]}`)
	use(t, settings(t, "w"), func(a *App) {
		built, err := a.Evaluate().ReversionBuild(t.Context(), evaluate.ReversionBuildOptions{Book: filepath.Join(dir, "book.txt"), Language: "en",
			Dictionary: filepath.Join(dir, "dictionary.json"), Out: filepath.Join(dir, "set"), Seed: 1})
		if err != nil || built.Reversion.Simple == 0 {
			t.Fatalf("%+v, %v", built, err)
		}
		o := evaluate.ReversionRunOptions{RunOptions: evaluate.RunOptions{Dataset: filepath.Join(dir, "set"), Agents: []string{"bm25", "graph"}, Limit: 6, Name: "one"},
			Protocol: reversion.Closed}
		first, err := a.Evaluate().ReversionRun(t.Context(), o)
		if err != nil || len(first.Runs) != 2 || first.Items+first.Choices != 6 || first.Runs[0].Failed > 0 || first.Runs[0].Model != "offline" || first.Baselines.Frequency.Agent != "frequency" {
			t.Fatalf("%+v, %v", first, err)
		}
		again, err := a.Evaluate().ReversionRun(t.Context(), o)
		if err != nil || !reflect.DeepEqual(again, first) {
			t.Errorf("again: %+v, %v", again, err)
		}
		o.Name = "two"
		if _, err := a.Evaluate().ReversionRun(t.Context(), o); err != nil {
			t.Fatal(err)
		}
		compared, err := evaluate.Runs(a.Config).Compare("one", "two")
		if err != nil || len(compared.Changes) == 0 || len(compared.Dropped) > 0 || len(compared.Only) > 0 {
			t.Errorf("%+v, %v", compared, err)
		}
		list, err := evaluate.Runs(a.Config).List(t.Context(), 0, 10)
		if err != nil || len(list) != 2 || list[0].Headline != "alias" || len(list[0].Scores) != 5 || list[0].Modes[0] != "closed" {
			t.Errorf("%+v, %v", list, err)
		}
	})
}
