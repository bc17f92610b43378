package offline

import (
	"testing"

	"grove/internal/text"
)

// TestLeadIn: the sentence that says of whom another speaks.
func TestLeadIn(t *testing.T) {
	const plain = "Ingrid Solberg was a botanist. She was born in Bergen. In 1934 she married Olav Dahl. Tessa Gray sailed. Her brother is Sam. The rain fell. The mill stood still."
	for _, c := range []struct{ title, body, at, want string }{
		{"", plain, "She was born in Bergen.", "Ingrid Solberg was a botanist."},
		{"", plain, "In 1934 she married Olav Dahl.", "Ingrid Solberg was a botanist."},
		{"", plain, "Her brother is Sam.", "Tessa Gray sailed."},
		{"", plain, "The rain fell.", ""},
		{"", plain, "Ingrid Solberg was a botanist.", ""},
		{"Ingrid Solberg", plain, "She was born in Bergen.", ""},
		{"notes", plain, "She was born in Bergen.", "Ingrid Solberg was a botanist."},
		{"notes", "# Notes\n\nrain fell. It was cold.", "It was cold.", ""},
		{"", "# Notes\n\nThe rain fell all day. It was cold.", "It was cold.", "The rain fell all day."},
	} {
		var at text.Span
		for _, s := range text.Sentences(c.body) {
			if text.Slice(c.body, s.Start, s.End) == c.at {
				at = s
			}
		}
		got, ok := New().LeadIn(Passage{c.title, c.body}, at)
		if said := text.Slice(c.body, got.Start, got.End); ok != (c.want != "") || said != c.want {
			t.Errorf("%q, %q: %q, want %q", c.title, c.at, said, c.want)
		}
	}
}
