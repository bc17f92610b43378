package retrieve

import (
	"strings"

	"grove/internal/text"
)

// gap is the kind of text before a word.
type gap uint8

const (
	noGap    gap = iota // nothing, or a hyphen or apostrophe
	spaceGap            // white space
	dotGap              // a full stop that does not end a sentence
	commaGap
	openGap  // an opening bracket
	closeGap // a closing bracket
	signGap  // any other sign
	startGap // the beginning of a sentence
)

// token is a word of a text.
type token struct {
	// word is its number in the lexicon, none for a word that occurs only in the question.
	word, lower uint32
	trait       trait
	gap         gap
}

func (t token) is(w trait) bool { return t.trait&w != 0 }

// reading is a tokenised text; sentences has the index of the first token of each sentence.
type reading struct {
	tokens    []token
	sentences []int32
}

// sentence returns the range of tokens of a sentence.
func (r reading) sentence(i int) (first, last int) {
	if i+1 < len(r.sentences) {
		return int(r.sentences[i]), int(r.sentences[i+1])
	}
	return int(r.sentences[i]), len(r.tokens)
}

// segments is a text with its words and sentences, not yet numbered.
type segments struct {
	text      string
	words     []text.Word
	sentences []text.Span
}

func segment(s string) segments { return segments{s, text.Words(s), text.Sentences(s)} }

// number tokenises segments; add permits adding new words to the lexicon.
func (l *lexicon) number(s segments, add bool) reading {
	r := reading{tokens: make([]token, 0, len(s.words))}
	at, next := 0, 0
	for _, w := range s.words {
		begin := at + max(strings.Index(s.text[at:], w.Text), 0)
		t := l.token(w.Text, add)
		t.gap = gapOf(s.text[at:begin])
		if next < len(s.sentences) && w.Start >= s.sentences[next].Start {
			t.gap = startGap
			r.sentences = append(r.sentences, int32(len(r.tokens)))
			for next < len(s.sentences) && w.Start >= s.sentences[next].Start {
				next++
			}
		}
		r.tokens = append(r.tokens, t)
		at = begin + len(w.Text)
	}
	return r
}

func (l *lexicon) token(s string, add bool) token {
	id, known := l.surface[s]
	if !known && add {
		id, known = l.of(s), true
	}
	if known {
		return token{word: id, lower: l.words[id].lower, trait: l.words[id].trait}
	}
	w := l.read(s, false)
	return token{word: none, lower: w.lower, trait: w.trait}
}

func gapOf(s string) gap {
	switch {
	case s == "" || s == "-" || s == "'" || s == "’" || s == "·":
		return noGap
	case s == " ":
		return spaceGap
	case strings.ContainsAny(s, "(（["):
		return openGap
	case strings.ContainsAny(s, ")）]"):
		return closeGap
	case strings.ContainsAny(s, ",，、"):
		return commaGap
	}
	switch strings.TrimSpace(s) {
	case "":
		return spaceGap
	case ".":
		return dotGap
	}
	return signGap
}

// question is a tokenised question with its names.
type question struct {
	read reading
	// terms may repeat; unknown ones are none.
	terms []uint32
	// links are the aliases, spans the capitalised names.
	links, spans []match
}

// ask analyses a question. Words that no text has are none.
func (x *Index) ask(s string) question {
	q := question{read: x.lexicon.number(segment(s), false)}
	for _, t := range text.Terms(s) {
		q.terms = append(q.terms, number(x.lexicon.terms, t, false))
	}
	q.links = x.links(q.read.tokens, true)
	q.spans = x.spans(q.read.tokens, true)
	return q
}
