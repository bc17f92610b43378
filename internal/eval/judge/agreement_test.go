package judge

import (
	"context"
	"strings"
	"sync"
	"testing"

	"grove/internal/fault"
	"grove/internal/llm"
	"grove/internal/llm/llmtest"
)

func TestPairs(t *testing.T) {
	list, err := Pairs()
	if err != nil || len(list) != 100 {
		t.Fatalf("%d pairs, %v", len(list), err)
	}
	counts, seen := map[string]int{}, map[string]bool{}
	for _, p := range list {
		counts[p.Lang+" "+string(p.Verdict)]++
		if p.Question == "" || p.Gold == "" || p.Answer == "" || seen[p.ID] || seen[p.Question+p.Answer] {
			t.Errorf("%+v", p)
		}
		seen[p.ID], seen[p.Question+p.Answer] = true, true
	}
	for _, want := range []string{"en yes", "en no", "zh yes", "zh no"} {
		if counts[want] != 25 {
			t.Errorf("%s: %d", want, counts[want])
		}
	}
}

func TestAgree(t *testing.T) {
	list := []Pair{{ID: "a", Lang: "en", Verdict: Yes}, {ID: "b", Lang: "en", Verdict: No}, {ID: "c", Lang: "zh", Verdict: No}, {ID: "d", Lang: "zh", Verdict: Yes}}
	model := &says{replies: []string{"yes", "yes", "no", "perhaps"}}
	got, err := Agree(t.Context(), llmtest.Session(model, llm.Bounds{}), list, 1, nil)
	if err != nil || got.Pairs != 4 || got.Judged != 3 || got.Failed != 1 || got.WrongYes != 1 || got.WrongNo != 0 || len(got.Apart) != 2 {
		t.Fatalf("%+v, %v", got, err)
	}
	if got.Accuracies["en"] != .5 || got.Accuracies["zh"] != 1 || got.Accuracy < .66 || got.Accuracy > .67 || got.Kappa < .39 || got.Kappa > .41 || got.Usage.Calls != 4 {
		t.Errorf("%+v", got)
	}
	if _, err := Agree(t.Context(), llmtest.Session(down{}, llm.Bounds{}), list, 4, nil); !fault.Is(err, fault.Unavailable) {
		t.Errorf("an outage: %v", err)
	}
}

// down is a model that does not answer.
type down struct{}

func (down) Name() string { return "down" }

func (down) Complete(context.Context, llm.Request) (llm.Reply, error) {
	return llm.Reply{}, fault.New(fault.Unavailable, "down", "", "the model does not answer", "")
}

// TestAgreeAtOnce: two pairs are judged at once, and the verdicts stay with their pairs.
func TestAgreeAtOnce(t *testing.T) {
	list := []Pair{{ID: "a", Lang: "en", Question: "first", Verdict: Yes}, {ID: "b", Lang: "en", Question: "second", Verdict: No}}
	model := &together{}
	model.waiting.Add(2)
	got, err := Agree(t.Context(), llmtest.Session(model, llm.Bounds{}), list, 2, nil)
	if err != nil || got.Judged != 2 || got.Accuracy != 1 {
		t.Errorf("%+v, %v", got, err)
	}
}

// together answers once two calls wait: yes to the first question, no to the second.
type together struct{ waiting sync.WaitGroup }

func (*together) Name() string { return "together" }

func (m *together) Complete(_ context.Context, r llm.Request) (llm.Reply, error) {
	m.waiting.Done()
	m.waiting.Wait()
	if strings.Contains(r.Messages[len(r.Messages)-1].Content, "first") {
		return llm.Reply{Text: "yes"}, nil
	}
	return llm.Reply{Text: "no"}, nil
}
