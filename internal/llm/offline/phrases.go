package offline

import "grove/internal/text"

// Kind tells what a phrase is.
type Kind string

// The kinds of phrases. A place is a name that is known as one.
const (
	Name      Kind = "name"
	Noun      Kind = "noun"
	Number    Kind = "number"
	Time      Kind = "time"
	Place     Kind = "place"
	Verb      Kind = "verb"
	Adjective Kind = "adjective"
)

// Phrase is a key element of a sentence. Its span counts in the sentence.
type Phrase struct {
	Text string
	text.Span
	Kind Kind
}

// Phrases are the key elements of a sentence, in order and without overlap.
// lang is "zh" for Chinese; every other language is read as English is.
func (k *Kit) Phrases(sentence, lang string) []Phrase {
	p := read("", sentence, lang)
	offsets := text.NewOffsets(sentence)
	var out []Phrase
	for _, s := range p.sentences {
		for _, m := range s.marks {
			kind := m.kind
			if kind == Name && p.typeOf(m.text) == "Location" {
				kind = Place
			}
			span := text.Span{Start: offsets.Rune(s.lex[m.first].start), End: offsets.Rune(s.lex[m.last-1].end)}
			out = append(out, Phrase{m.text, span, kind})
		}
	}
	return out
}
