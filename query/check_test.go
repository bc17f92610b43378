package query_test

import (
	"strings"
	"testing"

	"grove/internal/fault"
	"grove/internal/llm"
	"grove/internal/llm/llmtest"
	"grove/query"
	"grove/query/agents"
	"grove/query/querytest"
)

// TestCheck: the model judges the support of its answer; without a call left, or a usable reply, the words do.
func TestCheck(t *testing.T) {
	const text = "The ship left Oslo in May. Anna Lund, the captain, was born in Bergen."
	for name, c := range map[string]struct {
		verdict          string
		mode             query.Mode
		calls            int
		supported, found bool
		failed           bool
	}{
		"stated":                   {verdict: `{"stated":[{"sentence":1,"quotes":[1]}]}`, supported: true, found: true},
		"not stated":               {verdict: `{"stated":[]}`, found: true},
		"not stated, reject":       {verdict: `{"stated":[]}`, mode: query.Reject},
		"quotes that there aren't": {verdict: `{"stated":[{"sentence":1,"quotes":[7]},{"sentence":9,"quotes":[1]}]}`, found: true},
		"out of form":              {verdict: `all fine`, supported: true, found: true, failed: true},
		"cut off":                  {verdict: `{"stated":[{"sentence":2,"quotes":[1]},{"sentence":1,"quo`, supported: true, found: true, failed: true},
		"the endpoint is down":     {supported: true, found: true, failed: true},
		"no call left":             {verdict: `{"stated":[]}`, calls: 1, supported: true, found: true, failed: true},
	} {
		t.Run(name, func(t *testing.T) {
			l := &querytest.Library{}
			l.Add("a", text)
			model := &llmtest.Model{Reply: func(stage string, r llm.Request) (string, error) {
				if strings.HasPrefix(r.Name, "answer.check/") {
					if c.verdict == "" {
						return "", fault.New(fault.Unavailable, "", "", "the endpoint is down", "")
					}
					return c.verdict, nil
				}
				return `{"hops":[],"answer":"Bergen","abstained":false,"missing":"","evidence":[1],"rival":"","rival_evidence":[]}`, nil
			}}
			agent, err := agents.Find("fulltext")
			if err != nil {
				t.Fatal(err)
			}
			a, err := l.Agent(t, agent, model).Answer(t.Context(), query.Question{Text: "Where was the captain born?", Mode: c.mode},
				query.Options{Check: true, MaxCalls: c.calls})
			if err != nil || a.Abstained == c.found {
				t.Fatalf("%+v, %v", a, err)
			}
			check := a.Trace[len(a.Trace)-2]
			if check.Action != "check" || (check.Args["error"] != nil) != c.failed {
				t.Errorf("%+v", check)
			}
			if !a.Abstained && (len(a.Sentences) != 1 || a.Sentences[0].Supported != c.supported || a.OwnKnowledge == c.supported) {
				t.Errorf("%+v", a)
			}
		})
	}
}

func checkPrompt() query.CheckPrompt {
	return query.CheckPrompt{Question: "Where was the captain born?", Sentences: []query.Sentence{{Text: "In Bergen.", Citations: []int{1}}},
		Citations: []query.Citation{{N: 1, Quote: "Anna Lund, the captain,\nwas born in Bergen.", Verified: true}, {N: 2, Quote: "not verified"}}}
}

func TestCheckPromptIsGolden(t *testing.T) {
	texts := querytest.Golden(t, map[string]querytest.Prompt{"check": checkPrompt()})
	if strings.Contains(texts["check"], "not verified") {
		t.Error("a quote that was not verified is shown")
	}
}

func FuzzParseCheck(f *testing.F) {
	f.Add(`{"stated":[{"sentence":1,"quotes":[1,2]}]}`)
	f.Fuzz(func(t *testing.T, reply string) {
		stated, err := checkPrompt().Parse(reply)
		for _, s := range stated {
			if err != nil || s.Sentence != 1 || len(s.Quotes) > 0 && s.Quotes[0] != 1 {
				t.Errorf("%q: %+v, %v", reply, stated, err)
			}
		}
	})
}
