package resolve

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"grove/ingest/extract"
	"grove/internal/graph"
	"grove/internal/text"
	"grove/schema"
)

const body = "Captain Ahab commands the Pequod. The old man hunts Moby Dick. Starbuck, his mate, doubts AHAB."

func resolveText(title, s string, start, index int, e extract.Extraction) (graph.Evidence, Dropped) {
	return Evidence(Input{Title: title, Schema: schema.General(), Extraction: e,
		Chunk: graph.Chunk{ID: "c1", Index: index, Start: start, Text: s}})
}

func TestEvidence(t *testing.T) {
	e, dropped := resolveText("Moby-Dick", body, 100, 0, extract.Extraction{
		Facts: []extract.Fact{
			{Text: "Captain Ahab commands the Pequod.", Elements: []string{"Ahab", "Pequod", "commands", "whale"}},
			{Text: "Ahab hunts Moby Dick.", Elements: []string{"Ahab", "Moby Dick"}, Sentence: "The old man hunts Moby Dick."},
		},
		Entities: []extract.Entity{
			{Name: "Ahab", Type: "person", Description: "captain of the Pequod"},
			{Name: "Pequod", Type: "Spaceship"},
			{Name: "Moby-Dick", Type: "Work"},
			{Name: "Queequeg", Type: "Person"},
		},
		Triples: []extract.Triple{
			{Head: "Ahab", Relation: "leader of", Tail: "Pequod"},
			{Head: "Ahab", Relation: "born in", Tail: "Ahab"},
			{Head: "Ahab", Relation: "EATS", Tail: "Pequod"},
			{Head: "Ahab", Relation: "knows", Tail: "Queequeg"},
		},
		Attributes: []extract.Attribute{
			{Entity: "Starbuck", Key: "Occupation", Value: "mate"},
			{Entity: "Starbuck", Key: "shoe size", Value: "9"},
			{Entity: "Queequeg", Key: "Occupation", Value: "mate"},
			{Entity: "Starbuck", Key: "Occupation", Value: strings.Repeat("m", maxValue+1)},
		},
	})
	if len(e.Facts) != 2 || len(e.Triples) != 1 || len(e.Attributes) != 1 {
		t.Fatalf("%d facts, %d triples, %d attributes", len(e.Facts), len(e.Triples), len(e.Attributes))
	}
	if dropped.NotInText != 2 || dropped.EndsNotInText != 2 || dropped.OutsideSchema != 4 || dropped.OverLimit != 1 {
		t.Errorf("dropped %+v, want 2 names (whale, Queequeg), 2 items of Queequeg, 4 outside the schema and a long value", dropped)
	}
	ahab := graph.KeyElementID(text.Normalise("Ahab"), "")
	found := false
	for _, m := range e.Mentions {
		if m.Element == ahab {
			found = true
			if m.Type != "Person" || m.Surface != "Ahab" || m.Start != 108 || m.End != 112 || m.Count != 1 {
				t.Errorf("mention of Ahab: %+v", m)
			}
		}
		if m.Surface == "Moby-Dick" && (m.In != graph.InTitle || m.Start != 0 || m.End != 9) {
			t.Errorf("mention of the title: %+v", m)
		}
	}
	if !found {
		t.Error("Ahab is not mentioned")
	}
	for _, f := range e.Facts {
		if f.Text == "Ahab hunts Moby Dick." && f.Surface != "The old man hunts Moby Dick." {
			t.Errorf("the fact rests on %q", f.Surface)
		}
	}
}

// TestClaims: a mention carries other names of it, and those like it that a relation tells apart.
func TestClaims(t *testing.T) {
	e, _ := resolveText("", "J. P. Parise, called the Chief, is the father of Jordan Parise. Ann Lee knows Jordan Parise.", 0, 1, extract.Extraction{
		Entities: []extract.Entity{{Name: "J. P. Parise", Type: "Person"}, {Name: "Jordan Parise", Type: "Person"}, {Name: "Ann Lee", Type: "Person"}},
		Triples:  []extract.Triple{{Head: "J. P. Parise", Relation: "PARENT_OF", Tail: "Jordan Parise"}, {Head: "Ann Lee", Relation: "KNOWS", Tail: "Jordan Parise"}},
		Attributes: []extract.Attribute{{Entity: "J. P. Parise", Key: "other name", Value: "the Chief"}, {Entity: "J. P. Parise", Key: "number", Value: "7"},
			{Entity: "Ann Lee", Key: "other name", Value: "Jordan Parise"}},
	})
	got := map[string]string{}
	for _, m := range e.Mentions {
		got[m.Surface] = m.Type + "/" + m.Same + "/" + m.Apart
	}
	want := map[string]string{"J. P. Parise": "Person/chief/jordan parise", "Jordan Parise": "Person//ann lee\nj. p. parise", "Ann Lee": "Person/jordan parise/jordan parise"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// Whatever a model says, spans are where they say they are.
func FuzzSpans(f *testing.F) {
	f.Add("Ahab sails. İstanbul 亚哈 sails\r\n\x00 again, ahab.", "亚哈", "Ahab sails", "title 亚哈")
	f.Add("ǅ ß ſ K", "ß", "ss", "")
	f.Add("Ahab sails.", "", "Ahab sails.", "") // a model names nothing
	f.Add("Ahab sails.", " \n", "Ahab sails.", " ")
	f.Fuzz(func(t *testing.T, s, name, fact, title string) {
		s, name, title = strings.ToValidUTF8(s, "?"), strings.ToValidUTF8(name, "?"), strings.ToValidUTF8(title, "?")
		e, _ := resolveText(title, s, 0, 0, extract.Extraction{
			Facts:      []extract.Fact{{Text: strings.ToValidUTF8(fact, "?"), Elements: []string{name}}},
			Entities:   []extract.Entity{{Name: name, Type: "Person"}},
			Attributes: []extract.Attribute{{Entity: name, Key: "age", Value: fact, Sentence: title}},
			Triples:    []extract.Triple{{Head: name, Relation: "KNOWS", Tail: name, Sentence: fact}},
		})
		check := func(span graph.Span) {
			in := s
			if span.In == graph.InTitle {
				in = title
			}
			if got := text.Slice(in, span.Start, span.End); got != span.Surface || span.Count < 1 {
				t.Errorf("text[%d:%d] = %q, surface %q, count %d", span.Start, span.End, got, span.Surface, span.Count)
			}
		}
		for _, r := range e.Facts {
			check(r.Span)
		}
		for _, r := range e.Mentions {
			check(r.Span)
		}
		for _, r := range e.Attributes {
			check(r.Span)
		}
		for _, r := range e.Triples {
			check(r.Span)
		}
	})
}

// TestLongNames: names of thousands of runes become key elements that stay
// apart; the surface is kept whole.
func TestLongNames(t *testing.T) {
	one := strings.Repeat("字", maxName)
	other := one[:len(one)-len("字")] + "宇"
	e, dropped := resolveText("", one+" and "+other+".", 0, 0, extract.Extraction{
		Entities: []extract.Entity{{Name: one}, {Name: other}, {Name: one + "字"}},
	})
	surfaces := map[graph.ID]string{}
	for _, m := range e.Mentions {
		if len(m.Norm) > graph.MaxLookupBytes {
			t.Errorf("a normal form of %d bytes", len(m.Norm))
		}
		surfaces[m.Element] = m.Surface
	}
	a, b := graph.KeyElementID(text.Normalise(one), ""), graph.KeyElementID(text.Normalise(other), "")
	if len(surfaces) != 2 || surfaces[a] != one || surfaces[b] != other || dropped.NotInText != 1 {
		t.Errorf("%d key elements, dropped %+v", len(surfaces), dropped)
	}
}
