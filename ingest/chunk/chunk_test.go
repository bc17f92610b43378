package chunk

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"grove/internal/load"
	"grove/internal/text"
)

func counter(t testing.TB) *text.Counter {
	t.Helper()
	c, err := text.NewCounter()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// check holds pieces to what Split promises of s.
func check(t *testing.T, c *text.Counter, s string, limit int, pieces []Piece) {
	t.Helper()
	at, joined := 0, strings.Builder{}
	for i, p := range pieces {
		if p.Start != at || p.End != at+utf8.RuneCountInString(p.Text) || p.Text == "" {
			t.Fatalf("piece %d is %d-%d with %d runes, after %d", i, p.Start, p.End, utf8.RuneCountInString(p.Text), at)
		}
		if n := c.Count(p.Text); n != p.Tokens || n > limit {
			t.Fatalf("piece %d has %d tokens, says %d, limit %d: %.80q", i, n, p.Tokens, limit, p.Text)
		}
		at = p.End
		joined.WriteString(p.Text)
	}
	if joined.String() != s {
		t.Fatalf("the pieces of %.80q do not make it again", s)
	}
}

func TestSplitKeepsParagraphsWhole(t *testing.T) {
	c := counter(t)
	paragraph := strings.Repeat("one two three four. ", 4) + "end.\n\n"
	n := c.Count(paragraph)
	s := strings.Repeat(paragraph, 10)
	pieces := Splitter{Counter: c, MaxTokens: 3*n + n/2}.Split(s, nil)
	check(t, c, s, 3*n+n/2, pieces)
	if len(pieces) != 4 {
		t.Fatalf("%d pieces, want 4", len(pieces))
	}
	for _, p := range pieces {
		if !strings.HasSuffix(p.Text, "end.\n\n") {
			t.Fatalf("a paragraph was cut: %q", p.Text)
		}
	}
}

func TestSplitCutsAtSentencesThenSpaces(t *testing.T) {
	c := counter(t)
	s := strings.Repeat("The whale swims on and on. ", 40)
	for _, p := range (Splitter{Counter: c, MaxTokens: 50}).Split(s, nil) {
		if !strings.HasSuffix(p.Text, "on. ") {
			t.Fatalf("a sentence was cut: %q", p.Text)
		}
	}
	s = strings.Repeat("whale ", 300)
	for _, p := range (Splitter{Counter: c, MaxTokens: 50}).Split(s, nil) {
		if !strings.HasSuffix(p.Text, "whale ") {
			t.Fatalf("a word was cut: %q", p.Text)
		}
	}
}

func TestSplitEnds(t *testing.T) {
	c := counter(t)
	if got := (Splitter{Counter: c}).Split("", nil); got != nil {
		t.Fatalf("empty text gives %v", got)
	}
	if got := (Splitter{Counter: c}).Split(" \n\n\t", nil); len(got) != 1 || got[0].Text != " \n\n\t" {
		t.Fatalf("white space gives %v", got)
	}
}

func TestSplitOfAnyText(t *testing.T) {
	c := counter(t)
	units := []string{"word ", "A sentence ends. ", "\r\n\r\n", "\n", "\n\n", "  ", "人", "第一回　话说。", "😀", "👩‍👩‍👧", "\x00", "\r", "e\u0301", "[PERSON#27]",
		"\u0085", "\u2028", "\u00a0", "\x7f", strings.Repeat("x", 50), strings.Repeat(" ", 50), strings.Repeat("好", 30), "don't!? ", "12345678"}
	random := rand.New(rand.NewPCG(1, 2))
	for i := range 150 {
		var s strings.Builder
		for range random.IntN(400) {
			s.WriteString(units[random.IntN(len(units))])
		}
		limit := 8 + random.IntN(200)
		check(t, c, s.String(), limit, Splitter{Counter: c, MaxTokens: limit}.Split(s.String(), nil))
		if t.Failed() {
			t.Fatal("document", i)
		}
	}
}

func TestSplitOfMonsters(t *testing.T) {
	c := counter(t)
	for _, unit := range []string{"x", "人", "😀", " ", "\n", "ab1!"} {
		s := strings.Repeat(unit, 1<<18/len(unit))
		check(t, c, s, MaxTokens, (Splitter{Counter: c}).Split(s, nil))
	}
}

func TestHeadings(t *testing.T) {
	c := counter(t)
	body := "\n\n" + strings.Repeat("Some text of the chapter. ", 12) + "\n\n"
	s := "\n\nCHAPTER I." + body + body + "Chapter 2. Biographical." + body + "第三回　史大郎夜走华阴县" + body + "Part one of the plan was simple, and then there was more to do." + body
	seen := map[string]bool{}
	var order []string
	for _, p := range (Splitter{Counter: c, MaxTokens: 80}).Split(s, nil) {
		if !seen[p.Heading] {
			seen[p.Heading] = true
			order = append(order, p.Heading)
		}
	}
	want := []string{"CHAPTER I.", "Chapter 2. Biographical.", "第三回　史大郎夜走华阴县"}
	if diff := cmp.Diff(want, order); diff != "" {
		t.Fatal(diff)
	}
	given := (Splitter{Counter: c}).Split("intro\n\n# A\n\ntext", []load.Heading{{Start: 7, Text: "A"}})
	if len(given) != 1 || given[0].Heading != "" {
		t.Fatalf("a heading below the start counts: %v", given)
	}
}

func BenchmarkSplit(b *testing.B) {
	c := counter(b)
	var s strings.Builder
	for i := 0; s.Len() < 1<<20; i++ {
		fmt.Fprintf(&s, "Paragraph %d tells of Captain Ahab’s ship, which sailed from Nantucket on a cold day.\n"+
			"“What do ye do when ye see a whale, men?” he asked; nobody answered.\n\n", i)
	}
	b.SetBytes(int64(s.Len()))
	for b.Loop() {
		(Splitter{Counter: c}).Split(s.String(), nil)
	}
}
