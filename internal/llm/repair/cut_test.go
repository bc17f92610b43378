package repair

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

// TestCutAnywhere breaks a reply off at every byte.
func TestCutAnywhere(t *testing.T) {
	for name, reply := range map[string]string{
		"lists of objects": `{"facts": [{"text": "Ann met \"Bob\" [1], {once}.", "n": [1, {"a": null}]}, {"text": "李雷说：“好”。", "n": []}],
 "entities": [{"name": "Ann\u0000", "tags": ["x", "y"]}, {"name": "\\"}], "done": true}`,
		"groups":        `{"entities": {"Ann": {"type": "person"}, "Bob": {"type": "person"}}, "more": {"list": ["a", "b"]}}`,
		"triples":       `[["Ann", "met", "Bob"], ["Bob", "met", "Ann"], []]`,
		"objects":       `[{"Head": "Ann", "Tail": ["x"]}, {"Head": "Bob", "Tail": ["y", "z"]}]`,
		"fenced":        "Here:\n```json\n{\"steps\": [\"one\", \"two\"], \"n\": {\"list\": [[\"a\"], [\"b\"]]}}\n```\nDone.",
		"list of texts": `["a", "b, c", "d"]`,
	} {
		t.Run(name, func(t *testing.T) { cutEverywhere(t, reply, 1) })
	}
}

// cutEverywhere breaks a reply with one object or array in it off at every step
// bytes, and wants every whole item of the rest and nothing else.
func cutEverywhere(t *testing.T, reply string, step int) (cuts int) {
	t.Helper()
	all, err := Read(reply, anything)
	if err != nil {
		t.Fatal(err)
	}
	start := strings.IndexAny(reply, "{[")
	for n := start + 1; n < len(reply); n += step {
		want := wholeItems(reply[start:n])
		got, err := Read(reply[:n], anything)
		if (err == nil) != (want > 0) {
			t.Fatalf("cut to %q: %v, with %d whole items", reply[:n], err, want)
		}
		if err != nil {
			continue
		}
		if !partOf(decoded(t, got.JSON), decoded(t, all.JSON)) {
			t.Fatalf("cut to %q: %s is not in the reply", reply[:n], got.JSON)
		}
		if have := wholeItems(string(got.JSON)); have != want {
			t.Fatalf("cut to %q: %s has %d whole items, want %d", reply[:n], got.JSON, have, want)
		}
		cuts++
	}
	return cuts
}

func decoded(t *testing.T, raw json.RawMessage) (v any) {
	t.Helper()
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatalf("%s: %v", raw, err)
	}
	return v
}

// partOf tells whether part can be had from whole by dropping members and the
// ends of lists. Elements of lists must be equal.
func partOf(part, whole any) bool {
	switch part := part.(type) {
	case map[string]any:
		object, ok := whole.(map[string]any)
		for k, v := range part {
			member, has := object[k]
			ok = ok && has && partOf(v, member)
		}
		return ok
	case []any:
		list, ok := whole.([]any)
		return ok && len(part) <= len(list) && reflect.DeepEqual(part, list[:len(part)])
	}
	return reflect.DeepEqual(part, whole)
}

// wholeItems counts the elements of the lists that are not in other lists, and
// the members of the two outermost objects that are no containers, as far as
// they are whole: a number at the end of the text may have had more digits. It
// goes by the standard library's tokens.
func wholeItems(text string) int {
	d := json.NewDecoder(strings.NewReader(strings.TrimRight(text, "-.0123456789")))
	open, err := d.Token()
	if err != nil {
		return 0
	}
	n, _ := countItems(d, open, 0)
	return n
}

func countItems(d *json.Decoder, open json.Token, depth int) (n int, ok bool) {
	for d.More() {
		if open == json.Delim('[') {
			var raw json.RawMessage
			if d.Decode(&raw) != nil {
				return n, false
			}
			n++
			continue
		}
		if key, err := d.Token(); err != nil || key == nil {
			return n, false
		}
		value, err := d.Token()
		if err != nil {
			return n, false
		}
		inner, ended := 1, true
		switch {
		case value == json.Delim('['), value == json.Delim('{') && depth == 0:
			inner, ended = countItems(d, value, depth+1)
		case value == json.Delim('{'):
			inner, ended = skipObject(d)
		}
		n += inner
		if !ended {
			return n, false
		}
	}
	_, err := d.Token()
	return n, err == nil
}

// skipObject reads an open object and counts it as one item if it is whole.
func skipObject(d *json.Decoder) (int, bool) {
	for depth := 1; depth > 0; {
		token, err := d.Token()
		if err != nil {
			return 0, false
		}
		switch token {
		case json.Delim('{'), json.Delim('['):
			depth++
		case json.Delim('}'), json.Delim(']'):
			depth--
		}
	}
	return 1, true
}
