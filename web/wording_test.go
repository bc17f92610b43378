package web

import (
	"strings"
	"testing"

	"grove/internal/fault"
)

// TestHints: hints name fields, never flags or commands.
func TestHints(t *testing.T) {
	names := namesOf(routes())
	for hint, want := range map[string]string{
		"raise --max-calls": "raise max_calls",
		"give --window 4000 or more; see `grove ask --help`": "give window 4000 or more",
		"restart with --max-spool":                           "",
		"give 1 to 1000":                                     "give 1 to 1000",
		"":                                                   "",
	} {
		if got := names.hint(hint); got != want {
			t.Errorf("%q becomes %q, want %q", hint, got, want)
		}
	}
}

// TestDecodingErrors: what is wrong with a body is said without the words of Go.
func TestDecodingErrors(t *testing.T) {
	for body, want := range map[string]string{
		`{"question":7}`:   `the field "question" has the wrong type: JSON number; give text in quotes`,
		`{"question":"a"`:  "the JSON ends too early",
		`{"question":'a'}`: "the body is not JSON: see byte 13",
		``:                 "the body is empty",
		`{"questoin":"a"}`: `unknown field "questoin"`,
		`{"question":"a","filters":{"since":"today"}}`: "today is not an RFC 3339 time",
		`{"question":"a","window":1e99}`:               `the field "window" has the wrong type: JSON number 1e99; give a whole number`,
		`{"question":"a","options":{"k":5}}`:           `the field "options" has the wrong type: JSON number; give text in quotes`,
		`{"question":"a","options":["k"]}`:             `the field "options" has the wrong type: JSON array; give an object`,
	} {
		got := parse([]byte(body), new(Question))
		if got != want {
			t.Errorf("%s: %q, want %q", body, got, want)
		}
		for _, word := range []string{"json:", "Go ", "strconv", "struct", "2006"} {
			if strings.Contains(got, word) {
				t.Errorf("%s: %q contains %q", body, got, word)
			}
		}
	}
}

// TestAllowedValues: the values that a parameter takes are listed in words.
func TestAllowedValues(t *testing.T) {
	p := oneOf(queryText("method", "the search method"), "bm25", "dense", "graph")
	if _, err := p.read([]string{"magic"}); fault.Hint(err) != "give bm25, or dense, or graph" {
		t.Errorf("%v, hint %q", err, fault.Hint(err))
	}
}
