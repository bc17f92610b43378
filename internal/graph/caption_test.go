package graph

import "testing"

func TestCaption(t *testing.T) {
	for _, c := range []struct{ title, source, want string }{
		{"The harbour", "docs/harbour.md", "The harbour"},
		{"", "docs/in/harbour.txt", "harbour.txt"},
		{"", "harbour.txt", "harbour.txt"},
		{"", "docs/records.jsonl#a/b", "records.jsonl#a/b"},
		{"", "", ""},
	} {
		if got := Caption(c.title, c.source); got != c.want {
			t.Errorf("%q, %q: %q, want %q", c.title, c.source, got, c.want)
		}
	}
}
