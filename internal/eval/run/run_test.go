package run

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"grove/internal/eval/dataset"
	"grove/internal/eval/judge"
	"grove/internal/fault"
	"grove/internal/llm"
	"grove/query"
)

// set is a set of four questions in two groups; the last has nothing to compare with.
func set() dataset.Set {
	return dataset.Set{Name: "set", Form: dataset.PerDocument, Questions: []dataset.Question{
		{ID: "1", Question: "Who?", Answers: []string{"Ahab"}, Type: "name", GoldIDs: []string{"a", "b"}, GoldComplete: true},
		{ID: "2", Question: "What?", Answers: []string{"the white whale"}, Type: "thing", Facts: []string{"The whale is white."}},
		{ID: "3", Question: "When?", Answers: []string{"1851"}, Type: "time"},
		{ID: "4", Question: "Nothing to compare with?"},
	}, Groups: []dataset.Group{
		{Name: "a", Questions: []int{0, 1}, Documents: []dataset.Document{{ID: "a", Text: "Ahab hunts the white whale."}}},
		{Name: "b", Questions: []int{2, 3}, Documents: []dataset.Document{{ID: "b", Text: "It was in 1851."}}},
	}}
}

// world answers from a table and notes what it is asked: "!" is an abstention, "?" a bad reply, "x" an outage.
type world struct {
	mu    sync.Mutex
	says  map[string]string
	asked []string
}

func (w *world) run(dir string, agents ...string) Run {
	r := Run{Dir: dir, Concurrency: 3, Open: func(_ context.Context, g dataset.Group) (Graph, error) {
		return Graph{Workspace: "g", Ask: w.ask, Close: func() error { return nil }, Build: Build{Graphs: 1, Words: 10, Complete: true},
			Read: func(context.Context, query.Answer) (Material, error) {
				return Material{Documents: []string{"c", "a"}, Chunks: 2, Text: "The whale is white."}, nil
			}}, nil
	}}
	for _, a := range agents {
		r.Systems = append(r.Systems, System{Agent: a, Model: "m", Mode: query.Open})
	}
	return r
}

func (w *world) ask(_ context.Context, s System, q dataset.Question, _ bool) (query.Answer, error) {
	question := q.Question
	w.mu.Lock()
	defer w.mu.Unlock()
	w.asked = append(w.asked, s.Agent+" "+question)
	switch said := w.says[question]; said {
	case "!":
		return query.Answer{Abstained: true, Answer: "the text does not say"}, nil
	case "?":
		return query.Answer{}, fault.New(fault.BadReply, "test", "", "garbled", "")
	case "x":
		return query.Answer{}, fault.New(fault.Unavailable, "test", "", "down", "")
	default:
		return query.Answer{Answer: said, Usage: llm.Usage{Calls: 2, PromptTokens: 10, CompletionTokens: 1,
			ByStage: map[string]llm.Usage{"plan": {Calls: 1}, "answer": {Calls: 1}}}, WidestCall: 9, Ms: 7,
			Trace: []query.Step{{Action: "chunks"}, {Action: "chunks"}}}, nil
	}
}

func do(t *testing.T, r Run, s dataset.Set) Summary {
	t.Helper()
	got, err := r.Do(context.Background(), s)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func TestRun(t *testing.T) {
	w := &world{says: map[string]string{"Who?": "ahab.", "What?": "a whale", "When?": "?"}}
	dir := filepath.Join(t.TempDir(), "out")
	got := do(t, w.run(dir, "one", "two"), set())
	one := got.Systems[0]
	// EM 1, 0, 0 (failed); F1 1, 2/3 (whale of white whale), 0.
	if one.Title != "one, m, open" || one.Items != 3 || one.Failed != 1 || one.Scores["em"].Mean != round(1./3) || one.Scores["f1"].Mean != round(5./9) ||
		one.Calls != 2 || one.Tokens != 11 || one.MaxCallTokens != 9 || one.MsP50 != 7 || got.Skipped != 1 || len(w.asked) != 6 {
		t.Errorf("%+v, asked %v", one, w.asked)
	}
	raw, err := json.Marshal(got)
	var flat struct {
		Runs []map[string]any `json:"runs"`
	}
	if err := errors.Join(err, json.Unmarshal(raw, &flat)); err != nil || len(flat.Runs) != 2 {
		t.Fatalf("%v, %+v", err, flat)
	}
	for field, want := range map[string]any{"agent": "one", "mode": "open", "items": 3., "failed": 1., "abstained": 0., "em": round(1. / 3), "f1": round(5. / 9),
		"calls": 2., "tokens": 11., "ms_p50": 7., "best_em": nil} {
		if flat.Runs[0][field] != want {
			t.Errorf("runs[0].%s is %v, not %v", field, flat.Runs[0][field], want)
		}
	}
	if one.Scores["recall"] != (Figure{.5, .5, .5, 1, 0}) || one.Scores["mrr"].Mean != .5 || one.Scores["facts_lexical_all"].Mean != 1 {
		t.Errorf("%+v", one.Scores)
	}
	if one.ByType["thing"]["f1"].Mean != round(2./3) || one.Stages[0] != (Share{"answer", 1, .5}) || one.Functions[0] != (Share{"chunks", 2, 1}) {
		t.Errorf("%+v, %+v, %+v", one.ByType, one.Stages, one.Functions)
	}
	if len(got.Pairs) != 1 || got.Pairs[0].Difference != 0 || got.Pairs[0].P != 1 || got.Pairs[0].N != 3 {
		t.Errorf("%+v", got.Pairs)
	}
	page, err := os.ReadFile(got.Report)
	if err != nil || !strings.Contains(string(page), "garbled") {
		t.Errorf("the report lacks the failure: %v", err)
	}

	// Again: only what failed is asked; a further agent joins the report.
	w.asked, w.says["When?"] = nil, "!"
	got = do(t, w.run(dir, "one", "three"), set())
	if slices.Sort(w.asked); !slices.Equal(w.asked, []string{"one When?", "three What?", "three When?", "three Who?"}) {
		t.Errorf("asked %v again", w.asked)
	}
	if len(got.Systems) != 3 || got.Systems[0].Failed != 0 || got.Systems[0].Abstained != 1 || got.Systems[2].Failed != 1 {
		t.Errorf("%+v", got.Systems)
	}
}

// A run that was killed leaves a line cut off: it is dropped, the question asked again, and the report is that of a run in one go.
func TestRunResumes(t *testing.T) {
	w := &world{says: map[string]string{"Who?": "Ahab", "What?": "the whale", "When?": "1851"}}
	whole := do(t, w.run(filepath.Join(t.TempDir(), "out"), "one"), set())

	dir := filepath.Join(t.TempDir(), "out")
	w.says["When?"] = "x"
	if _, err := w.run(dir, "one").Do(context.Background(), set()); !fault.Is(err, fault.Unavailable) {
		t.Fatalf("an outage: %v", err)
	}
	path := filepath.Join(dir, System{Agent: "one", Model: "m", Mode: query.Open}.file(1))
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, append(raw, `{"id":"3","quest`...), 0o600); err != nil {
		t.Fatal(err)
	}
	w.says["When?"], w.asked = "1851", nil
	resumed := do(t, w.run(dir, "one"), set())
	if len(w.asked) == 0 || len(w.asked) > 3 || !slices.Contains(w.asked, "one When?") {
		t.Errorf("asked %v", w.asked)
	}
	a, errA := os.ReadFile(whole.Report)
	b, errB := os.ReadFile(resumed.Report)
	if errors.Join(errA, errB) != nil || string(a) != string(b) {
		t.Errorf("the report differs after the interruption: %v", errors.Join(errA, errB))
	}
}

func TestRunRefuses(t *testing.T) {
	w := &world{says: map[string]string{}}
	dir := filepath.Join(t.TempDir(), "out")
	do(t, w.run(dir, "one"), set())
	chunks := w.run(dir, "one")
	chunks.ChunkTokens = 200
	if _, err := chunks.Do(t.Context(), set()); !fault.Is(err, fault.Invalid) {
		t.Errorf("other chunks: %v", err)
	}
	other := set()
	other.Questions[0].Question = "Why?"
	if _, err := w.run(dir, "one").Do(context.Background(), other); !fault.Is(err, fault.Invalid) {
		t.Errorf("another set: %v", err)
	}
	other.Questions = []dataset.Question{{ID: "1", Question: "Who?"}}
	if _, err := w.run(t.TempDir(), "one").Do(context.Background(), other); !fault.Is(err, fault.Invalid) {
		t.Errorf("no gold: %v", err)
	}
}

// Whatever questions and answers hold, the page has no markup of theirs.
func TestReportEscapes(t *testing.T) {
	s := set()
	s.Name, s.Questions[0].Question, s.Questions[0].Answers, s.Questions[0].Type = "</title><script>", "<script>alert(1)</script>", []string{"<b>"}, "<i>"
	w := &world{says: map[string]string{s.Questions[0].Question: "<img src=x>\x00"}}
	page, err := os.ReadFile(do(t, w.run(t.TempDir(), "one"), s).Report)
	if err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{"<script", "<img", "<b>", "<i>"} {
		if strings.Contains(string(page), bad) {
			t.Errorf("%s stands in the page", bad)
		}
	}
}

// Abstaining is right where the documents have no answer; such a question counts in no other score.
func TestUnanswerable(t *testing.T) {
	s := set()
	s.Questions[3].Unanswerable = true
	w := &world{says: map[string]string{"Who?": "Ahab", "What?": "!", "When?": "1851", s.Questions[3].Question: "!"}}
	one := do(t, w.run(t.TempDir(), "one"), s).Systems[0]
	if one.Items != 4 || one.Scores["em"].N != 3 || one.Refusal == nil || one.Refusal.Precision != .5 || one.Refusal.Recall != 1 {
		t.Errorf("%+v, %+v", one.Scores["em"], one.Refusal)
	}
}

// The offline model's best candidate counts, whether it answered or not; other models have none.
func TestBestCandidate(t *testing.T) {
	q := dataset.Question{Answers: []string{"Halland"}}
	row := Row{System: System{Model: llm.OfflineName}, Abstained: true, Answer: "nothing was found", Best: "Halland"}
	if s := score(q, row, Material{}); s["best_em"] != 1 || s["em"] != 0 {
		t.Errorf("%v", s)
	}
	row.Model = "m"
	if _, ok := score(q, row, Material{})["best_em"]; ok {
		t.Error("another model has a best candidate")
	}
}

// An abstention is wrong, also where the gold answer is a word that SQuAD's rule leaves out.
func TestAbstentionIsNoArticle(t *testing.T) {
	row := Row{System: System{Model: llm.OfflineName}, Abstained: true}
	if s := score(dataset.Question{Answers: []string{"A"}}, row, Material{}); s["em"] != 0 || s["f1"] != 0 || s["best_em"] != 0 {
		t.Errorf("%v", s)
	}
}

// A judge out of form leaves the row without judged scores, counted; the next run judges it.
func TestJudge(t *testing.T) {
	w := &world{says: map[string]string{"Who?": "Ahab", "What?": "a shark", "When?": "!"}}
	r := w.run(t.TempDir(), "one")
	ask := func(ok bool) Judge {
		return func(_ context.Context, q dataset.Question, row *Row, _ string) error {
			row.JudgeUsage = llm.Usage{Calls: 3}
			if q.ID == "2" && !ok {
				row.JudgeError = "no verdict"
				return nil
			}
			v := judge.Yes
			if row.Abstained {
				v = judge.No
			}
			row.Verdicts = map[judge.Scale]judge.Verdict{judge.Correct: v, judge.Strict: judge.No, judge.Permissive: judge.Partly}
			judged(row.Scores, row.Verdicts)
			return nil
		}
	}
	r.Judge = ask(false)
	s := do(t, r, set())
	one := s.Systems[0]
	if s.Headline != "judge" || one.Unjudged != 1 || one.Scores["judge"].N != 2 || one.Scores["judge"].Mean != .5 || one.Scores["lr1"].Mean != 0 ||
		one.Scores["lr2"].Mean != 1 || one.Judge.Calls != 9 || one.Calls >= 3 {
		t.Errorf("%+v", one)
	}
	r.Judge, w.asked = ask(true), nil
	if one = do(t, r, set()).Systems[0]; one.Unjudged != 0 || one.Scores["judge"].N != 3 || len(w.asked) != 1 {
		t.Errorf("%+v, asked %v", one, w.asked)
	}
}

// Repetitions have a file each; the deviation is that of their means.
func TestRepetitions(t *testing.T) {
	w := &world{says: map[string]string{"Who?": "Ahab", "What?": "x y", "When?": "1851"}}
	r := w.run(t.TempDir(), "one")
	r.Repetitions = 3
	n := 0
	r.Open = func(context.Context, dataset.Group) (Graph, error) {
		return Graph{Close: func() error { return nil }, Read: func(context.Context, query.Answer) (Material, error) { return Material{}, nil },
			Ask: func(ctx context.Context, s System, q dataset.Question, fresh bool) (query.Answer, error) {
				if w.mu.Lock(); fresh {
					n++
				}
				w.mu.Unlock()
				a, err := w.ask(ctx, s, q, fresh)
				if fresh && q.Question == "Who?" {
					a.Answer = "Ishmael"
				}
				return a, err
			}}, nil
	}
	one := do(t, r, set()).Systems[0]
	if one.Questions != 3 || one.Items != 9 || n != 6 || one.Scores["em"].N != 9 || one.Scores["em"].Mean != round(4./9) ||
		one.Scores["em"].Deviation != .19245 {
		t.Errorf("%+v", one.Scores["em"])
	}
}

// Every metric that is scored is in the list of metrics, and so in the report.
func TestMetricsAreListed(t *testing.T) {
	q := dataset.Question{ID: "1", Question: "谁？", Answers: []string{"宋江"}, Keywords: "宋江", Options: []string{"a", "b"}, GoldIDs: []string{"a"}, GoldComplete: true,
		Facts: []string{"宋江"}}
	scores := score(q, Row{Answer: "宋江", DocumentWords: 9}, Material{Text: "宋江", Documents: []string{"a"}})
	maps.Copy(scores, score(dataset.Question{Answers: []string{"x"}, Web: &dataset.WebStep{Elements: []string{"7"}, Operation: "TYPE bees"}},
		Row{Answer: "7: type bees"}, Material{}))
	judged(scores, map[judge.Scale]judge.Verdict{judge.Correct: judge.Yes, judge.Strict: judge.Yes, judge.Permissive: judge.Yes})
	for name := range scores {
		if m := metricOf(name); m.Title == name {
			t.Errorf("%s is not in Metrics", name)
		}
	}
	for name, want := range map[string]float64{"f1_star": 1, "f1_word": 1, "step": 1, "lr1": 1, "ndcg": 1, "facts_lexical": 1} {
		if scores[name] != want {
			t.Errorf("%s = %v, want %v", name, scores[name], want)
		}
	}
}

// Where the prices of a model are known, each answer has a price, the run the sum, and a comparison the change beside that of the tokens.
func TestCost(t *testing.T) {
	w := &world{says: map[string]string{"Who?": "Ahab", "What?": "!", "When?": "?"}}
	folders := []string{filepath.Join(t.TempDir(), "a"), filepath.Join(t.TempDir(), "b")}
	for i, dir := range folders {
		r := w.run(dir, "one")
		r.Prices = func(model string) llm.Prices {
			return llm.Prices{Prompt: map[string]float64{"m": 1}[model], Completion: float64(2 + 10*i)}
		}
		got := do(t, r, set()).Systems[0]
		// Of two answers one made calls: 10 and 1 tokens.
		want := []float64{12e-6, 22e-6}[i]
		if d := got.Scores["dollars"]; d.N != 2 || d.Mean != round(want/2) || got.Cost != (Cost{2, 11, 7, round(want)}) || got.Calls != 1 {
			t.Errorf("%+v, %+v", d, got.Cost)
		}
		page, err := os.ReadFile(filepath.Join(dir, MarkdownFile))
		if err != nil || !strings.Contains(string(page), shown(round(want/2))) || !strings.Contains(string(page), "11 ($0.0000)") {
			t.Errorf("%s, %v", page, err)
		}
	}
	c, err := Compare(folders[0], folders[1])
	if err != nil {
		t.Fatal(err)
	}
	changes := map[string]float64{}
	for _, x := range c.Changes {
		changes[x.Metric] = x.Pair.Difference
	}
	if x, ok := changes["tokens"]; !ok || x != 0 || changes["dollars"] != 5e-6 || len(c.Dropped) > 0 {
		t.Errorf("%+v, dropped %v", changes, c.Dropped)
	}
	r := w.run(filepath.Join(t.TempDir(), "c"), "one")
	if got := do(t, r, set()).Systems[0]; got.Cost.Dollars != 0 || got.Scores["dollars"].N != 0 {
		t.Errorf("no price: %+v", got)
	}
}
