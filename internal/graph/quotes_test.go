package graph

import (
	"math"
	"testing"
)

func TestQuotes(t *testing.T) {
	first := NewQuotes(Chunk{Index: 0, Start: 0, End: 6, Text: "亚哈 sea"}, "鲸 whale")
	second := NewQuotes(Chunk{Index: 1, Start: 6, End: 10, Text: "ship"}, "鲸 whale")
	for _, c := range []struct {
		name   string
		quotes *Quotes
		span   Span
		sound  bool
	}{
		{"in the text", first, Span{3, 6, InText, "sea", 1}, true},
		{"all of it", first, Span{0, 6, InText, "亚哈 sea", 1}, true},
		{"nothing of it", first, Span{6, 6, InText, "", 1}, true},
		{"in the second chunk", second, Span{6, 10, InText, "ship", 2}, true},
		{"in the title", first, Span{2, 7, InTitle, "whale", 1}, true},
		{"a byte offset", first, Span{7, 10, InText, "sea", 1}, false},
		{"another surface", first, Span{3, 6, InText, "see", 1}, false},
		{"of the chunk before", second, Span{3, 6, InText, "sea", 1}, false},
		{"past the end", second, Span{6, 11, InText, "ship", 1}, false},
		{"turned round", first, Span{6, 3, InText, "", 1}, false},
		{"negative", first, Span{-1, 3, InText, "亚哈 ", 1}, false},
		{"far", first, Span{0, math.MaxInt, InText, "亚哈 sea", 1}, false},
		{"very negative", second, Span{math.MinInt, 10, InText, "ship", 1}, false},
		{"the title of a later chunk", second, Span{2, 7, InTitle, "whale", 1}, false},
		{"past the title", first, Span{2, 8, InTitle, "whale", 1}, false},
		{"nowhere", first, Span{3, 6, "page", "sea", 1}, false},
		{"never", first, Span{3, 6, InText, "sea", 0}, false},
	} {
		if got := c.quotes.Check(c.span); (got == "") != c.sound {
			t.Errorf("%s: %q", c.name, got)
		}
	}
}

func TestPartition(t *testing.T) {
	d := Document{ID: DocumentID("s"), Source: "s", Title: "t", SHA256: Digest("t", "ab亚ab"), Runes: 5, Tokens: 3}
	chunks := []Chunk{
		{ID: ChunkID(d.ID, "ab", 0), Document: d.ID, Index: 0, Start: 0, End: 2, Text: "ab", Tokens: 1},
		{ID: ChunkID(d.ID, "亚", 0), Document: d.ID, Index: 1, Start: 2, End: 3, Text: "亚", Tokens: 1},
		{ID: ChunkID(d.ID, "ab", 1), Document: d.ID, Index: 2, Start: 3, End: 5, Text: "ab", Tokens: 1},
	}
	for _, c := range []struct {
		name  string
		harm  func(d *Document, chunks []Chunk) []Chunk
		sound bool
	}{
		{"sound", func(_ *Document, c []Chunk) []Chunk { return c }, true},
		{"the last missing", func(_ *Document, c []Chunk) []Chunk { return c[:2] }, false},
		{"one missing", func(_ *Document, c []Chunk) []Chunk { return append(c[:1:1], c[2]) }, false},
		{"one twice", func(_ *Document, c []Chunk) []Chunk { return append(c[:1:1], c...) }, false},
		{"a gap", func(_ *Document, c []Chunk) []Chunk { c[1].Start, c[1].End = 3, 4; return c }, false},
		{"an overlap", func(_ *Document, c []Chunk) []Chunk { c[1].Start, c[1].End = 1, 2; return c }, false},
		{"another text", func(_ *Document, c []Chunk) []Chunk { c[1].Text = "哈"; return c }, false},
		{"the wrong occurrence", func(_ *Document, c []Chunk) []Chunk { c[2].ID = c[0].ID; return c }, false},
		{"of another document", func(_ *Document, c []Chunk) []Chunk { c[1].Document = "d"; return c }, false},
		{"another title", func(d *Document, c []Chunk) []Chunk { d.Title = "u"; return c }, false},
		{"another source", func(d *Document, c []Chunk) []Chunk { d.Source = "u"; return c }, false},
		{"more tokens", func(d *Document, c []Chunk) []Chunk { d.Tokens++; return c }, false},
		{"more runes", func(d *Document, c []Chunk) []Chunk { d.Runes++; return c }, false},
	} {
		document, list := d, append([]Chunk{}, chunks...)
		list = c.harm(&document, list)
		p, sound := NewPartition(document), true
		for _, chunk := range list {
			sound = p.Add(chunk) == "" && sound
		}
		sound = p.End() == "" && sound
		if sound != c.sound {
			t.Errorf("%s: sound is %v", c.name, sound)
		}
	}
}
