package eval

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"grove/internal/eval/dataset"
	"grove/internal/fault"
	"grove/internal/llm"
	"grove/query"
)

var runSet = dataset.Set{Name: "set", Questions: []dataset.Question{
	{ID: "1", Question: "Who?", Answers: []string{"Ahab"}},
	{ID: "2", Question: "What?", Answers: []string{"the white whale"}},
	{ID: "3", Question: "When?", Answers: []string{"1851"}},
	{ID: "4", Question: "Nothing to compare with?"},
}}

// replies answers from a table and counts; "!" is an abstention, "?" a bad reply, "x" an outage.
func replies(table map[string]string, asked *[]string) Ask {
	return func(_ context.Context, agent, question string) (query.Answer, error) {
		*asked = append(*asked, agent+question)
		switch said := table[question]; said {
		case "!":
			return query.Answer{Abstained: true, Answer: "the text does not say"}, nil
		case "?":
			return query.Answer{}, fault.New(fault.BadReply, "test", "", "garbled", "")
		case "x":
			return query.Answer{}, fault.New(fault.Unavailable, "test", "", "down", "")
		default:
			return query.Answer{Answer: said, Usage: llm.Usage{Calls: 2, PromptTokens: 10, CompletionTokens: 1}, WidestCall: 9, Ms: 7}, nil
		}
	}
}

func TestRun(t *testing.T) {
	dir, asked := filepath.Join(t.TempDir(), "out"), []string{}
	r := Run{Ask: replies(map[string]string{"Who?": "ahab.", "What?": "a whale", "When?": "?"}, &asked),
		Agents: []string{"one", "two"}, Mode: query.Open, Model: "m", Dir: dir}
	got, err := r.Do(context.Background(), runSet, 0)
	if err != nil {
		t.Fatal(err)
	}
	// EM 1, 0, 0; F1 1, 2/3 (whale of white whale), 0.
	want := AgentRun{Agent: "one", Mode: "open", Items: 3, Failed: 1, EM: round(1. / 3), F1: round(5. / 9),
		Calls: 4, Tokens: 22, MaxCallTokens: 9, MsP50: 7, File: filepath.Join(dir, "one.jsonl")}
	if len(got.Runs) != 2 || !cmp.Equal(got.Runs[0], want) || got.Skipped != 1 || len(asked) != 6 {
		t.Errorf("%+v, asked %v", got, asked)
	}
	page, err := os.ReadFile(got.Report)
	if err != nil || !strings.Contains(string(page), "garbled") {
		t.Errorf("the report lacks the failure: %v", err)
	}

	// Again: only what failed is asked, the rest is as it was.
	asked = nil
	r.Ask = replies(map[string]string{"When?": "!"}, &asked)
	got, err = r.Do(context.Background(), runSet, 0)
	if err != nil || len(asked) != 2 || asked[0] != "oneWhen?" {
		t.Fatalf("asked %v again, %v", asked, err)
	}
	if run := got.Runs[0]; run.Failed != 0 || run.Abstained != 1 || run.F1 != want.F1 {
		t.Errorf("%+v", run)
	}
}

// A killed run leaves a line cut off, which is dropped and asked again.
func TestRunGoesOn(t *testing.T) {
	dir, asked := t.TempDir(), []string{}
	r := Run{Ask: replies(map[string]string{"Who?": "Ahab", "What?": "x"}, &asked), Agents: []string{"one"}, Mode: query.Open, Model: "m", Dir: dir}
	if _, err := r.Do(context.Background(), runSet, 0); !fault.Is(err, fault.Unavailable) {
		t.Fatalf("an outage: %v", err)
	}
	path := filepath.Join(dir, "one.jsonl")
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, append(raw, `{"id":"2","quest`...), 0o644); err != nil {
		t.Fatal(err)
	}
	asked = nil
	r.Ask = replies(map[string]string{"What?": "the white whale", "When?": "1851"}, &asked)
	got, err := r.Do(context.Background(), runSet, 2)
	if err != nil || len(asked) != 1 || asked[0] != "oneWhat?" || got.Runs[0].EM != 1 {
		t.Errorf("asked %v, %+v, %v", asked, got, err)
	}
}

func TestRunRefuses(t *testing.T) {
	dir, asked := t.TempDir(), []string{}
	r := Run{Ask: replies(nil, &asked), Agents: []string{"one"}, Mode: query.Open, Model: "m", Dir: dir}
	if _, err := r.Do(context.Background(), runSet, 1); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*Run, *dataset.Set){
		"mode":  func(r *Run, _ *dataset.Set) { r.Mode = query.Reject },
		"model": func(r *Run, _ *dataset.Set) { r.Model = "other" },
		"question": func(_ *Run, d *dataset.Set) {
			d.Questions = []dataset.Question{{ID: "1", Question: "Why?", Answers: []string{"x"}}}
		},
		"agent":   func(r *Run, _ *dataset.Set) { r.Agents = []string{"../one"} },
		"answers": func(_ *Run, d *dataset.Set) { d.Questions = []dataset.Question{{ID: "1", Question: "Who?"}} },
	} {
		run, set := r, runSet
		change(&run, &set)
		if _, err := run.Do(context.Background(), set, 1); !fault.Is(err, fault.Invalid) {
			t.Errorf("another %s: %v", name, err)
		}
	}
}

// Whatever questions and answers hold, the page has no markup of theirs.
func TestReportEscapes(t *testing.T) {
	asked := []string{}
	set := dataset.Set{Name: "</title><script>", Questions: []dataset.Question{{ID: "1", Question: "<script>alert(1)</script>", Answers: []string{"<b>"}}}}
	r := Run{Ask: replies(map[string]string{set.Questions[0].Question: "<img src=x>\x00"}, &asked), Agents: []string{"one"}, Dir: t.TempDir()}
	got, err := r.Do(context.Background(), set, 0)
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(got.Report)
	if err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{"<script>", "<img", "<b>"} {
		if strings.Contains(string(page), bad) {
			t.Errorf("%s stands in the page", bad)
		}
	}
}

// An ablation's answers stand beside those of the whole agent, and say what is left out.
func TestRunWithout(t *testing.T) {
	dir, asked := t.TempDir(), []string{}
	r := Run{Ask: replies(map[string]string{"Who?": "Ahab"}, &asked), Agents: []string{"one"}, Mode: query.Open, Model: "m", Dir: dir}
	for _, without := range [][]string{nil, {"loop"}, {"loop", "schema"}} {
		r.Without = without
		got, err := r.Do(context.Background(), runSet, 1)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.Join(append([]string{"one", "without"}, without...), "-")
		if without == nil {
			name = "one"
		}
		if run := got.Runs[0]; run.File != filepath.Join(dir, name+".jsonl") || !cmp.Equal(run.Without, without) {
			t.Errorf("without %v: %+v", without, run)
		}
		page, err := os.ReadFile(got.Report)
		if err != nil || without != nil && !strings.Contains(string(page), "one without "+strings.Join(without, ", ")) {
			t.Errorf("the report doesn't name %v: %v", without, err)
		}
	}
	if len(asked) != 3 {
		t.Errorf("asked %v", asked)
	}
}

// Recall is over the questions whose gold is complete.
func TestRunTellsWhatWasRead(t *testing.T) {
	asked := []string{}
	set := dataset.Set{Name: "set", Questions: []dataset.Question{
		{ID: "1", Question: "Who?", Answers: []string{"Ahab"}, GoldIDs: []string{"a", "b"}, GoldComplete: true},
		{ID: "2", Question: "What?", Answers: []string{"it"}, GoldIDs: []string{"a"}, GoldComplete: true},
		{ID: "3", Question: "When?", Answers: []string{"1851"}, GoldIDs: []string{"z"}},
	}}
	r := Run{Ask: replies(map[string]string{"When?": "!"}, &asked), Agents: []string{"one"}, Dir: t.TempDir(),
		Read: func(context.Context, query.Answer) ([]string, error) { return []string{"a", "c"}, nil }}
	got, err := r.Do(context.Background(), set, 0)
	if err != nil || got.Runs[0].Recall == nil || *got.Runs[0].Recall != .75 {
		t.Errorf("%+v, %v", got.Runs, err)
	}
	r.Read = func(context.Context, query.Answer) ([]string, error) {
		return nil, fault.New(fault.Unavailable, "test", "", "down", "")
	}
	r.Dir = t.TempDir()
	if _, err := r.Do(context.Background(), set, 0); !fault.Is(err, fault.Unavailable) {
		t.Errorf("an outage: %v", err)
	}
}
