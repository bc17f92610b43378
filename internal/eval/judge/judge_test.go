package judge

import (
	"context"
	"slices"
	"strings"
	"testing"

	"grove/internal/llm"
	"grove/internal/llm/llmtest"
	"grove/internal/llm/llmtest/golden"
)

// says is a model that gives its replies in order.
type says struct {
	replies []string
	asked   []llm.Request
}

func (s *says) Name() string { return "judge" }

func (s *says) Complete(_ context.Context, r llm.Request) (llm.Reply, error) {
	s.asked = append(s.asked, r)
	reply := s.replies[0]
	s.replies = s.replies[min(1, len(s.replies)-1):]
	return llm.Reply{Text: reply, PromptTokens: 10, CompletionTokens: 1}, nil
}

func TestCompare(t *testing.T) {
	for _, c := range []struct {
		scale   Scale
		replies []string
		gold    []string
		want    Verdict
		calls   int
	}{
		{Strict, []string{`{"verdict":"yes"}`}, []string{"a", "b"}, Yes, 1},
		{Strict, []string{"No, it does not."}, []string{"a"}, No, 1},
		{Permissive, []string{"```json\n{\"verdict\": \"Partly\"}\n```", `{"verdict":"no"}`}, []string{"a", "b"}, Partly, 2},
		{Permissive, []string{`{"verdict":"no"}`, `{"verdict":"yes"}`}, []string{"a", "b"}, Yes, 2},
		{Correct, []string{"yes"}, []string{"a"}, Yes, 1},
	} {
		m := &says{replies: c.replies}
		got, err := Compare(context.Background(), llmtest.Session(m, llm.Bounds{}), c.scale, "q", "x", c.gold)
		if err != nil || got != c.want || len(m.asked) != c.calls {
			t.Errorf("%+v: %s, %d calls, %v", c, got, len(m.asked), err)
		}
	}
	// A judge out of form gives an error, never a verdict.
	for _, reply := range []string{"I would rather not say.", `{"verdict":"partly"}`, "", `{"verdict": 7}`} {
		m := &says{replies: []string{reply}}
		if v, err := Compare(context.Background(), llmtest.Session(m, llm.Bounds{}), Strict, "q", "x", []string{"a"}); err == nil {
			t.Errorf("%q is %s", reply, v)
		}
	}
}

func TestRate(t *testing.T) {
	for _, c := range []struct {
		strict, permissive Verdict
		want               Rating
	}{{Yes, No, Exact}, {No, Yes, Exact}, {No, Partly, Partial}, {No, No, Wrong}, {Yes, Yes, Exact}} {
		if got := Rate(c.strict, c.permissive); got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
}

func TestCovered(t *testing.T) {
	m := &says{replies: []string{`{"covered":[2]}`}}
	got, err := Covered(context.Background(), llmtest.Session(m, llm.Bounds{}), "q", []string{"one", "two"}, "material")
	if err != nil || !slices.Equal(got, []bool{false, true}) || !strings.Contains(m.asked[0].Messages[1].Content, "2. two") {
		t.Errorf("%v, %v", got, err)
	}
	m = &says{replies: []string{`{"covered":[3]}`}}
	if got, err := Covered(context.Background(), llmtest.Session(m, llm.Bounds{}), "q", []string{"one", "two"}, "x"); err == nil {
		t.Errorf("fact 3 of 2: %v", got)
	}
	if got := CoveredLexically([]string{"Ahab commands the Pequod.", "Starbuck is the mate."}, "The Pequod: Ahab commands her."); !slices.Equal(got, []bool{true, false}) {
		t.Errorf("%v", got)
	}
}

func TestPromptsAreGolden(t *testing.T) {
	prompts := map[string]golden.Prompt{"facts": coverage{"Who sails?", []string{"Ahab sails."}, "Ahab sails the Pequod."}}
	for _, scale := range Scales() {
		prompts[string(scale)] = comparison{scale, "Who sails?", "Captain Ahab", "Ahab"}
	}
	golden.Check(t, prompts)
}
