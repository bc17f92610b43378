package web

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestHoldsNull: a null is found anywhere but in texts.
func TestHoldsNull(t *testing.T) {
	for raw, want := range map[string]bool{
		`null`: true, `[1,null]`: true, `{"a":{"b":null}}`: true, `{"a":"\\","b":null}`: true, `{"null":[null]}`: true,
		`"null"`: false, `{"null":"null, n"}`: false, `{"a":"\"null","b":[true,false,1e5]}`: false, `"\\\"n"`: false, `{}`: false,
	} {
		if !json.Valid([]byte(raw)) {
			t.Fatalf("the test is wrong: %s", raw)
		}
		if holdsNull([]byte(raw)) != want {
			t.Errorf("%s: want %v", raw, want)
		}
	}
}

// TestHeaderRoom: whatever a route takes fits into a request's header, each rune
// written in twelve bytes.
func TestHeaderRoom(t *testing.T) {
	const escaped, beside = 12, 16 << 10 // names, keys and what clients send of their own
	for _, r := range routes() {
		bytes := beside
		for _, p := range r.params {
			switch p.kind {
			case aText:
				bytes += escaped * p.max
			case aList:
				bytes += escaped * p.max * longestList
			}
		}
		if bytes > maxHeader {
			t.Errorf("%s may take %d bytes of a header, of %d", r.id, bytes, maxHeader)
		}
	}
}

// TestDocumentPath: the router's form of a path goes back to the document's.
func TestDocumentPath(t *testing.T) {
	for _, r := range routes() {
		if got := documentPath(ginPath(r.path)); got != r.path {
			t.Errorf("%s, want %s", got, r.path)
		}
	}
}

// TestTags: no tag is longer than a field may be.
func TestTags(t *testing.T) {
	for _, c := range []struct {
		longest int
		good    bool
	}{{longestField, true}, {longestField + 1, false}} {
		var got Tags
		err := json.Unmarshal([]byte(`["a=b","`+strings.Repeat("x", c.longest)+`"]`), &got)
		if (err == nil) != c.good {
			t.Errorf("%d bytes: %v", c.longest, err)
		}
	}
}
