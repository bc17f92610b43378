package llm_test

import (
	"testing"

	"grove/internal/llm"
	"grove/internal/llm/offline"
	"grove/internal/text"
)

// counting counts how often the kit is asked.
type counting struct {
	says  string
	asked *int
}

func (counting) Form() llm.Form {
	return llm.Form{Name: "test.counting/1", Limits: llm.Limits{MaxTokens: 8}}
}
func (c counting) Messages() []llm.Message          { return []llm.Message{llm.User(c.says)} }
func (counting) Parse(reply string) (string, error) { return reply, nil }
func (c counting) Offline(*offline.Kit) string      { *c.asked++; return "heard " + c.says }

func TestOfflineCache(t *testing.T) {
	counter, err := text.NewCounter()
	if err != nil {
		t.Fatal(err)
	}
	client := &llm.Client{Kit: offline.New(), Counter: counter, OfflineCache: &llm.OfflineCache{}}
	asked := 0
	for _, says := range []string{"a", "b", "a", "a"} {
		session := client.Session(llm.Bounds{})
		got, err := llm.Ask(t.Context(), session, llm.Prompt[string](counting{says, &asked}))
		if err != nil || got != "heard "+says {
			t.Errorf("%q: %q, %v", says, got, err)
		}
		if u := session.Usage(); u.Calls != 1 || u.PromptTokens == 0 {
			t.Errorf("%q: a rehearsed reply counts as a call: %+v", says, u)
		}
	}
	if asked != 2 {
		t.Errorf("the kit was asked %d times for 2 different prompts", asked)
	}
}
