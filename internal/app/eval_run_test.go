package app

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"grove/internal/config"
	"grove/internal/eval/run"
	"grove/internal/evaluate"
	"grove/internal/fault"
)

// TestEvalRunOfWebTasks: agents that work on web pages get the page, and nothing is ingested for them.
func TestEvalRunOfWebTasks(t *testing.T) {
	c := settings(t, "w")
	set := filepath.Join(t.TempDir(), "steps.json")
	write(t, set, `[{"annotation_id":"m1","website":"shop","domain":"Shopping","subdomain":"Books","confirmed_task":"Find books on bees",
"action_reprs":["[textbox] Search -> TYPE: bees"],"actions":[{"action_uid":"u2","raw_html":"","cleaned_html":"<html><p>Bees</p><button backend_node_id=9>Go</button></html>",
"operation":{"op":"CLICK","value":""},"pos_candidates":[{"backend_node_id":"9"}],"neg_candidates":[]}]}]`)
	use(t, c, func(a *App) {
		for _, agents := range [][]string{{"readagent-p", "readagent-s"}, {"readagent-p", "bm25"}} {
			s, err := a.Evaluate().Run(t.Context(), evaluate.RunOptions{Dataset: set, Agents: agents, Name: agents[1]})
			if err != nil {
				t.Fatal(err)
			}
			for _, x := range s.Systems {
				if want := map[bool]float64{true: 1}[x.Agent != "bm25"]; x.Failed > 0 || x.Scores["element"].Mean != want || x.Scores["step"].Mean != want {
					t.Errorf("%s: %+v", x.Agent, x.Scores)
				}
			}
			graphs, _ := os.ReadDir(filepath.Join(c.Folder(), "graphs"))
			if made := len(graphs) > 0; made != (agents[1] == "bm25") {
				t.Errorf("%v: %d graphs", agents, len(graphs))
			}
		}
	})
}

// TestGolden: the system golden reads the gold documents of a question and no others, of a set with one corpus and of one with a
// context a question; a set without gold documents is refused.
func TestGolden(t *testing.T) {
	shared := t.TempDir()
	write(t, filepath.Join(shared, "corpus.jsonl"), `{"id":"p1","title":"Ann","text":"Ann Lind was born in Lyon."}`+"\n"+
		`{"id":"p2","title":"Ann (other)","text":"Ann Lind was born in Porto, others say."}`+"\n")
	write(t, filepath.Join(shared, "questions.jsonl"), `{"id":"q","question":"Where was Ann Lind born?","answers":["Lyon"],"gold_ids":["p1"],"gold_complete":true}`+"\n")
	contexts := filepath.Join(t.TempDir(), "hotpot.json")
	write(t, contexts, `[{"_id":"q","question":"Where was Ann Lind born?","answer":"Lyon","type":"bridge","supporting_facts":[["Ann",0]],
"context":[["Ann",["Ann Lind was born in Lyon."]],["Ann (other)",["Ann Lind was born in Porto, others say."]]]}]`)
	for _, set := range []string{shared, contexts} {
		use(t, settings(t, "w"), func(a *App) {
			s, err := a.Evaluate().Run(t.Context(), evaluate.RunOptions{Dataset: set, Agents: []string{"golden", "fulltext"}, Name: "x"})
			if err != nil {
				t.Fatal(err)
			}
			i := slices.IndexFunc(s.Systems, func(x run.Result) bool { return x.Agent == "golden" })
			if x := s.Systems[i]; x.Failed > 0 || x.Scores["em"].Mean != 1 || x.Tokens >= s.Systems[1-i].Tokens || x.LookUps != 1 {
				t.Errorf("%s: %+v", set, s.Systems)
			}
		})
	}
	none := filepath.Join(t.TempDir(), "none.jsonl")
	write(t, none, `{"input":"Who?","context":"Lind.","answers":["Lind"]}`+"\n")
	use(t, settings(t, "w"), func(a *App) {
		if _, err := a.Evaluate().Run(t.Context(), evaluate.RunOptions{Dataset: none, Agents: []string{"golden"}, Name: "x"}); !fault.Is(err, fault.Invalid) {
			t.Errorf("without gold documents: %v", err)
		}
	})
}

// TestEvalRunBuilder: what one model read is no graph of another's, and a later run uses it again.
func TestEvalRunBuilder(t *testing.T) {
	set := t.TempDir()
	write(t, filepath.Join(set, "docs.jsonl"), `{"id":"d","title":"Ann","text":"Ann Lind was born in Lyon."}`+"\n")
	write(t, filepath.Join(set, "questions.jsonl"), `{"id":"q","doc_id":"d","question":"Where was Ann Lind born?","answers":["Lyon"]}`+"\n")
	_, calls, c := countedModel(t)
	for i, model := range []string{config.Offline, c.Model, c.Model} {
		c.Model = model
		before := calls.Load()
		use(t, c, func(a *App) {
			s, err := a.Evaluate().Run(t.Context(), evaluate.RunOptions{Dataset: set, Agents: []string{"graph"}, Models: []string{config.Offline}, Name: fmt.Sprint("r", i)})
			if err != nil || s.Build.Model != model || (calls.Load() > before) != (i == 1) {
				t.Errorf("%s: made by %q, %d calls, %v", model, s.Build.Model, calls.Load()-before, err)
			}
		})
	}
}

// TestEvalRunChunkSize: a document gets a graph of its own for each size of chunks, and a later run uses it again.
func TestEvalRunChunkSize(t *testing.T) {
	set := t.TempDir()
	write(t, filepath.Join(set, "docs.jsonl"), `{"id":"d","title":"Ann","text":"`+strings.Repeat("Ann Lind was born in Lyon. ", 40)+`"}`+"\n")
	write(t, filepath.Join(set, "questions.jsonl"), `{"id":"q","doc_id":"d","question":"Where was Ann Lind born?","answers":["Lyon"]}`+"\n")
	c := settings(t, "w")
	use(t, c, func(a *App) {
		for i, tokens := range []int{0, 60, 60} {
			s, err := a.Evaluate().Run(t.Context(), evaluate.RunOptions{Dataset: set, Agents: []string{"graph"}, Name: fmt.Sprint("r", i), ChunkTokens: tokens})
			if err != nil || s.Systems[0].Failed > 0 {
				t.Fatal(err, s.Systems)
			}
			if chunks := s.Build.Chunks; (chunks > 1) != (tokens > 0) {
				t.Errorf("%d tokens: %d chunks", tokens, chunks)
			}
		}
	})
	if graphs, err := os.ReadDir(filepath.Join(c.Folder(), "graphs")); err != nil || len(graphs) != 2 {
		t.Errorf("%d graphs, %v", len(graphs), err)
	}
}
