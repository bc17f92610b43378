package auto

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"testing"

	"grove/internal/graph"
	"grove/internal/llm"
	"grove/internal/llm/llmtest"
	"grove/internal/llm/offline"
	"grove/internal/text"
	"grove/query"
	"grove/query/baseline"
	"grove/query/goa"
	"grove/query/graphreader"
	"grove/query/longagent"
	"grove/query/readagent"
	"grove/query/tree"
)

func TestFirst(t *testing.T) {
	others := slices.Concat([]query.Agent{graphreader.Agent(), tree.Agent(), longagent.Agent()}, goa.Agents(), readagent.Agents(), baseline.Agents())
	full := graph.Counts{Chunks: 900, Entities: 700, Triples: 500, Communities: 40}
	rich := query.Situation{Counts: full}
	with := func(change func(*query.Situation)) query.Situation {
		s := rich
		change(&s)
		return s
	}
	untyped := with(func(s *query.Situation) { s.Counts = graph.Counts{Chunks: 900} })
	const themes = "What are the main themes of the book?"
	for name, c := range map[string]struct {
		question string
		in       query.Situation
		want     string
	}{
		"one thing of one name":                {"Who directed Iron Harbour?", rich, baseline.Graph},
		"the same without entities":            {"Who directed Iron Harbour?", untyped, baseline.BM25},
		"the same without them, with vectors":  {"Who directed Iron Harbour?", with(func(s *query.Situation) { s.Counts = untyped.Counts; s.Meaning = true }), baseline.Hybrid},
		"several hops":                         {"Where was the director of film Iron Harbour born?", rich, baseline.Graph},
		"no form":                              {"Why does Ahab hate the whale so much?", rich, baseline.Graph},
		"offline, in Chinese":                  {"亚哈为什么恨白鲸？", with(func(s *query.Situation) { s.Offline = true }), baseline.BM25},
		"the whole":                            {themes, rich, tree.Name},
		"the whole, in Chinese":                {"这本书的主题是什么？", rich, tree.Name},
		"the whole of one document":            {themes, with(func(s *query.Situation) { s.Scoped = true }), goa.Name},
		"the whole of one document with gists": {themes, with(func(s *query.Situation) { s.Scoped, s.Gists = true, true }), readagent.Parallel},
		"the whole, offline":                   {themes, with(func(s *query.Situation) { s.Offline = true }), baseline.Graph},
		"the whole without communities":        {themes, with(func(s *query.Situation) { s.Counts.Communities = 0 }), baseline.Graph},
		"the whole in a small window":          {themes, with(func(s *query.Situation) { s.Window = 1024 }), baseline.Graph},
		"the whole with few calls":             {themes, with(func(s *query.Situation) { s.MaxCalls = 2 }), baseline.Graph},
		"an empty workspace":                   {"Who directed Iron Harbour?", query.Situation{}, baseline.ZeroShot},
		"an empty workspace, to rest on texts": {"Who directed Iron Harbour?", query.Situation{Mode: query.Reject}, baseline.BM25},
		"an empty workspace, offline":          {"Who directed Iron Harbour?", query.Situation{Offline: true}, baseline.BM25},
	} {
		t.Run(name, func(t *testing.T) {
			c.in.Language = text.Language(c.question)
			f := &query.Frame{Question: query.Question{Text: c.question}}
			got, why := cascade{f, c.in, others}.first()
			if got.Name != c.want || why == "" {
				t.Errorf("%s: %s, want %s", got.Name, why, c.want)
			}
		})
	}
}

// stage returns an agent whose answers each conclude with the next of some replies.
func stage(name string, kind query.Kind, asked *[]string) query.Agent {
	return query.Agent{Name: name, Suits: []query.Suit{{Kind: kind, Why: "it does"}},
		Work: func(ctx context.Context, f *query.Frame) (query.Answer, error) {
			*asked = append(*asked, name+" "+strings.Join(f.Found().Lacks(), ","))
			return f.Conclude(ctx, query.Closing{Prompt: query.AnswerPrompt{Prompt: name + "/1", Reply: 100,
				Evidence: []query.Evidence{{Text: "Uppsala is a city."}}}})
		}}
}

// TestCascade: further agents are asked for what is missing as long as they find something.
func TestCascade(t *testing.T) {
	hop := func(needs, found, from string) string {
		return llmtest.JSON(map[string]string{"needs": needs, "found": found, "from": from})
	}
	reply := func(answer string, hops ...string) string {
		return `{"hops":[` + strings.Join(hops, ",") + `],"answer":"` + answer + `","abstained":` + strconv.FormatBool(answer == "") +
			`,"missing":"","evidence":[1],"rival":"","rival_evidence":[]}`
	}
	director, born := hop("the director", "Lind", "evidence"), hop("his birthplace", "Uppsala", "evidence")
	noDirector, notBorn, guess := hop("the director", "", "missing"), hop("his birthplace", "", "missing"), hop("his birthplace", "Uppsala", "own knowledge")
	for name, c := range map[string]struct {
		replies  []string
		maxCalls int
		asked    []string
		answer   string
		agent    string
	}{
		"nothing is missing":          {[]string{reply("Uppsala", director, born)}, 0, []string{"first "}, "Uppsala", "first"},
		"the second finds it":         {[]string{reply("", director, notBorn), reply("Uppsala", director, born)}, 0, []string{"first ", "second his birthplace"}, "Uppsala", "second"},
		"own knowledge is looked up":  {[]string{reply("Uppsala", director, guess), reply("Uppsala", director, born)}, 0, []string{"first ", "second his birthplace"}, "Uppsala", "second"},
		"an answer is not given up":   {[]string{reply("Uppsala", director, guess), reply("", director, guess)}, 0, []string{"first ", "second his birthplace"}, "Uppsala", "first"},
		"nothing found ends it":       {[]string{reply("", director, notBorn), reply("", director, notBorn)}, 0, []string{"first ", "second his birthplace"}, "", "second"},
		"walks follow what was found": {[]string{reply("", noDirector, notBorn), reply("", director, notBorn), reply("", director, hop("his town", "", "missing")), reply("Uppsala", director, born)}, 0, []string{"first ", "second the director,his birthplace", "second his birthplace", "walks his town"}, "Uppsala", "walks"},
		"no call is left":             {[]string{reply("", director, notBorn)}, 1, []string{"first "}, "", "first"},
	} {
		t.Run(name, func(t *testing.T) {
			counter, err := text.NewCounter()
			if err != nil {
				t.Fatal(err)
			}
			var asked []string
			a := Agent([]query.Agent{stage("first", query.KindLookup, &asked), stage("second", query.KindMissing, &asked), stage("walks", query.KindDistant, &asked)})
			m := llmtest.Sequence(c.replies...)
			got, err := a.Answer(t.Context(), query.Deps{Graph: some{}, Workspace: "w", LLM: &llm.Client{Model: m, Kit: offline.New(), Counter: counter}},
				query.Question{Text: "Where was its director born?"}, query.Options{MaxCalls: c.maxCalls})
			if (got.LimitedBy == llm.LimitCalls) != (c.maxCalls > 0) {
				t.Errorf("limited by %q", got.LimitedBy)
			}
			if err != nil || !slices.Equal(asked, c.asked) || got.Agent != c.agent || !got.Abstained && got.Answer != c.answer || got.Abstained != (c.answer == "") {
				t.Errorf("%v, %q by %s, %v", asked, got.Answer, got.Agent, err)
			}
		})
	}
}

// TestWithoutModelTheFirstAnswerStands: without a model no further agent is asked.
func TestWithoutModelTheFirstAnswerStands(t *testing.T) {
	counter, err := text.NewCounter()
	if err != nil {
		t.Fatal(err)
	}
	var asked []string
	a := Agent([]query.Agent{stage("first", query.KindLookup, &asked), stage("second", query.KindMissing, &asked), stage("walks", query.KindDistant, &asked)})
	got, err := a.Answer(t.Context(), query.Deps{Graph: some{}, Workspace: "w", LLM: &llm.Client{Kit: offline.New(), Counter: counter}},
		query.Question{Text: "Where was Ann Reed born?"}, query.Options{})
	if err != nil || !got.Abstained || got.Agent != "first" || !slices.Equal(asked, []string{"first "}) {
		t.Errorf("%v by %s, %v", asked, got.Agent, err)
	}
}

// TestNote: the choice is the first step, and the answer is of the agent chosen.
func TestNote(t *testing.T) {
	counter, err := text.NewCounter()
	if err != nil {
		t.Fatal(err)
	}
	bm25 := baseline.Agents()[0]
	bm25.Work = func(_ context.Context, f *query.Frame) (query.Answer, error) {
		f.Trace.Add(query.Step{Action: "search"})
		return query.Answer{}, nil
	}
	a, err := Agent([]query.Agent{bm25}).Answer(t.Context(), query.Deps{Graph: empty{}, Workspace: "w", LLM: &llm.Client{Kit: offline.New(), Counter: counter}}, query.Question{Text: "Who?"}, query.Options{})
	if err != nil || len(a.Trace) != 2 || a.Trace[0].Action != Name || a.Trace[0].Args["why"] == "" || a.Trace[1].Step != 2 || a.Trace[1].Action != "search" || a.Agent != baseline.BM25 {
		t.Errorf("%+v, %v", a, err)
	}
}

// some is a graph with one chunk.
type some struct{ query.Graph }

func (some) Counts(context.Context) (graph.Counts, error) { return graph.Counts{Chunks: 1}, nil }

// empty is a graph without anything.
type empty struct{ query.Graph }

func (empty) Counts(context.Context) (graph.Counts, error) { return graph.Counts{}, nil }

func (empty) Documents(context.Context, graph.DocumentsQuery) ([]graph.Document, error) {
	return nil, nil
}
