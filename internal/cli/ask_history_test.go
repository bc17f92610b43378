package cli

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"grove/internal/fault"
	"grove/query"
)

// TestHistoryForms: turns and the messages of chat interfaces are read; what is neither
// is refused with the form, and never taken for a turn that says nothing.
func TestHistoryForms(t *testing.T) {
	file := filepath.Join(t.TempDir(), "turns.json")
	read := func(body string) ([]query.Turn, error) {
		t.Helper()
		if err := os.WriteFile(file, []byte(body), 0o644); err != nil {
			t.Fatal(err)
		}
		return readHistory(file)
	}
	for body, want := range map[string][]query.Turn{
		`[]`: nil,
		`[{"question":"Who?","answer":"Ahab"},{"question":"Why?"}]`:                                                                                                 {{Question: "Who?", Answer: "Ahab"}, {Question: "Why?"}},
		`[{"role":"user","content":"Who?"},{"role":"assistant","content":"Ahab"}]`:                                                                                  {{Question: "Who?", Answer: "Ahab"}},
		`[{"role":"system","content":"Be brief."},{"role":"user","content":"Who?","id":7},{"role":"user","content":"Why?"},{"role":"assistant","content":"Spite"}]`: {{Question: "Who?"}, {Question: "Why?", Answer: "Spite"}},
	} {
		if got, err := read(body); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %+v, %v", body, got, err)
		}
	}
	for body, says := range map[string]string{
		`[{"q":"Who?","a":"Ahab"}]`:                                                           "number 1 is neither",
		`[{"question":" ","answer":"Ahab"}]`:                                                  "number 1 is neither",
		`[{"question":"Who?","answer":"Ahab"},{}]`:                                            "number 2 is neither",
		`[{"role":"assistant","content":"Ahab"}]`:                                             "number 1 is an answer without a question",
		`[{"question":"Who?","answer":"Ahab"},{"role":"assistant","content":"No, Starbuck"}]`: "number 2 is an answer without a question",
		`[{"role":"tool","content":"x"}]`:                                                     "number 1 is neither",
		`[{"role":"user","content":[{"type":"text","text":"Who?"}]}]`:                         "not a list of turns",
		`[{"role":"user"}]`:                                                                   "number 1 is neither",
		`[["Who?","Ahab"]]`:                                                                   "not a list of turns",
		`[null]`:                                                                              "number 1 is neither",
	} {
		got, err := read(body)
		if !fault.Is(err, fault.Invalid) || !strings.Contains(fault.Brief(err), says) || !strings.Contains(fault.Hint(err), `{"role": "user", "content": "..."}`) {
			t.Errorf("%s: %+v, %v", body, got, err)
		}
	}
}
