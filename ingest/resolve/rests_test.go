package resolve

import (
	"testing"

	"grove/ingest/extract"
)

// A statement rests on the sentence that states it, where the extraction says
// which, and that sentence is in the text.
func TestStatedSentence(t *testing.T) {
	const seen, weds = "Ann Lee met Tom Reed in 1901.", "In 1905 Ann Lee married Tom Reed."
	const s = seen + " " + weds + " She sang until 1905. It rained."
	for _, c := range []struct{ name, sentence, wantTriple, wantValueIn string }{
		{"none given, as in older journals", "", seen, weds},
		{"the second of two", weds, weds, weds},
		{"by a pronoun", "She sang until 1905.", seen, "She sang until 1905."},
		{"not in the text", "Ann Lee wed Tom Reed.", seen, weds},
		{"names neither", "It rained.", seen, weds},
		{"half a word", "n Lee met", seen, weds},
	} {
		e, _ := resolveText("", s, 50, 1, extract.Extraction{
			Entities:   []extract.Entity{{Name: "Ann Lee", Type: "Person"}, {Name: "Tom Reed", Type: "Person"}},
			Triples:    []extract.Triple{{Head: "Ann Lee", Relation: "SPOUSE_OF", Tail: "Tom Reed", Sentence: c.sentence}},
			Attributes: []extract.Attribute{{Entity: "Ann Lee", Key: "date of death", Value: "1905", Sentence: c.sentence}},
		})
		if len(e.Triples) != 1 || len(e.Attributes) != 1 {
			t.Fatalf("%s: %+v", c.name, e)
		}
		if got := e.Triples[0].Surface; got != c.wantTriple {
			t.Errorf("%s: the relation rests on %q", c.name, got)
		}
		value := e.Attributes[0].Span
		if value.Surface != "1905" || value.Count != 2 {
			t.Errorf("%s: the value is %+v", c.name, value)
		}
		if got := sentenceAt(s, 50, value.Start); got != c.wantValueIn {
			t.Errorf("%s: the value stands in %q", c.name, got)
		}
	}
}

func sentenceAt(s string, base, at int) string {
	l := newLocated(s, base, "")
	for _, b := range l.sentences {
		if span := l.span(b.Start, b.End, 1); span.Start <= at && at < span.End {
			return span.Surface
		}
	}
	return ""
}
