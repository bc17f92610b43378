package app

import (
	"flag"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"grove/internal/config"
	"grove/internal/graph"
	"grove/internal/llm/cassette"
	"grove/query"
	"grove/query/baseline"
	"grove/query/goa"
	"grove/query/graphreader"
	"grove/query/ircot"
	"grove/query/longagent"
	"grove/query/readagent"
	"grove/query/tree"
)

var strong = flag.String("strong", "", "endpoint of a strong model whose replies are recorded; replies to unchanged requests are kept")

// TestStrongModel replays what a strong reader replied to the agents' requests on the sample: the answers are right, and their
// citations verified. A changed prompt is not on the tape: look at what changed, and record anew with -strong URL.
func TestStrongModel(t *testing.T) {
	c := settings(t, "w")
	use(t, c, func(a *App) {
		if _, err := a.Demo(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
	})
	c.Model, c.LLM.APIKey, c.LLM.Concurrency, c.LLM.Retries = "strong", "x", 4, 0
	c.LLM.Cassette, c.LLM.CassetteMode = filepath.Join("testdata", "strong.jsonl"), string(cassette.Replay)
	if *strong != "" {
		c.LLM.CassetteMode, c.LLM.BaseURL, c.LLM.Timeout = string(cassette.Auto), config.NewAddress(*strong), 28*time.Minute
	}
	const author, mill = "Where was the author of Mosses of the Northern Skerries born?", "《望川潮汐表》的编者接任的是谁的职位？"
	const chapel, sermon = "Which place does Ishmael stumble into by mistake before he finds the inn, and what is preached there?", "sample/moby-dick/chapter-002.txt"
	for _, q := range []struct {
		agent, text, document string
		want                  []string
	}{
		{"auto", author, "", []string{"Haldre"}},
		{baseline.Graph, "Who engraved the plates of the book that won the Abergast Medal in 1901?", "", []string{"Piet Saranto"}},
		{tree.Name, author, "", []string{"Haldre"}},
		{graphreader.Name, author, "", []string{"Haldre"}},
		{ircot.Name, mill, "", []string{"沈若岚"}},
		{readagent.Parallel, chapel, sermon, []string{"church"}},
		{longagent.Name, chapel, sermon, []string{"church"}},
		{goa.Name, chapel, sermon, []string{"church"}},
		{goa.NameChain, chapel, sermon, []string{"church"}},
		{"auto", "Which colour was Isolde Quill's first bicycle?", "", nil},
	} {
		t.Run(q.agent+" "+q.text, func(t *testing.T) {
			use(t, c, func(a *App) {
				o := AskOptions{Question: query.Question{Text: q.text, Mode: "reject"}, Agent: q.agent}
				if q.document != "" {
					o.Scope = graph.Scope{Documents: []graph.ID{graph.ID(q.document)}}
				}
				answer, err := a.Ask(t.Context(), o)
				if err != nil {
					t.Fatal(err)
				}
				if answer.Abstained != (len(q.want) == 0) {
					t.Errorf("%q, abstained %t", answer.Answer, answer.Abstained)
				}
				for _, w := range q.want {
					if !strings.Contains(answer.Answer, w) {
						t.Errorf("%q without %q", answer.Answer, w)
					}
				}
				if len(q.want) > 0 && len(answer.Citations) == 0 {
					t.Error("no citation")
				}
				for _, x := range answer.Citations {
					if !x.Verified {
						t.Errorf("%+v", x)
					}
				}
				if answer.Missing == "" && len(q.want) == 0 {
					t.Error("nothing is said to be missing")
				}
			})
		})
	}
}
