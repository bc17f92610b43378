package graphreader

import (
	"strings"
	"testing"

	"grove/internal/fault"
	"grove/internal/llm"
	"grove/query"
)

// TestPanicOnPath: a panic on one of the paths that run at once leaves the others; one
// on all of them is the error of the question.
func TestPanicOnPath(t *testing.T) {
	once := false
	for _, all := range []bool{false, true} {
		model := &scripted{Reply: func(stage string, r llm.Request) (string, error) {
			if stage == "chunk" && (all || !once) {
				once = true
				panic("a defect of the path")
			}
			return sensible(stage, r)
		}}
		a, err := agent(t, films(), model).Answer(t.Context(), query.Question{Text: "Where did the director of Iron Harbour die?"}, query.Options{Own: map[string]string{"paths-at-once": "1"}})
		if all && (!fault.IsPanic(err) || strings.Contains(err.Error(), "goroutine")) {
			t.Errorf("%q, %v", a.Answer, err)
		}
		if !all && (err != nil || a.Answer != "Oslo") {
			t.Errorf("%q, %v", a.Answer, err)
		}
	}
}
