package retrieve

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"grove/internal/text"
)

// trait is a set of properties of a written word.
type trait uint8

const (
	// upper: it begins with a capital letter. digit: with a digit.
	upper trait = 1 << iota
	digit
	// shout: two or more letters, all capitals.
	shout
	// joiner: a function word inside names, as "of" in "House of Lords".
	joiner
	// hollow: a stop word, joiner, month, weekday or nationality, which alone is not a name.
	hollow
	// unspaced: a letter of a script without spaces between words.
	unspaced
)

// word is a distinct written word.
type word struct {
	// lower is the number of its folded form, without case and accents.
	lower uint32
	// terms are the numbers of its search terms: usually one, none for a stop word.
	terms []uint32
	trait trait
}

// lexicon assigns numbers to written words, folded words and search terms, so that each
// distinct word is folded and stemmed once.
type lexicon struct {
	words   []word
	surface map[string]uint32 // written word -> index in words
	lowers  map[string]uint32 // folded word -> number
	folded  []string          // number -> folded word
	terms   map[string]uint32 // search term -> number
	// letters are the folded letters of scripts without spaces, by word; pairs are the
	// terms of two adjacent letters.
	letters map[uint32]string
	pairs   map[uint64]uint32
}

func newLexicon() *lexicon {
	return &lexicon{surface: map[string]uint32{}, lowers: map[string]uint32{}, terms: map[string]uint32{},
		letters: map[uint32]string{}, pairs: map[uint64]uint32{}}
}

// of returns the number of a written word, which it adds if new.
func (l *lexicon) of(s string) uint32 {
	if id, ok := l.surface[s]; ok {
		return id
	}
	id := uint32(len(l.words))
	s = strings.Clone(s) // a word must not keep its whole text alive
	l.surface[s] = id
	w := l.read(s, true)
	if w.trait&unspaced != 0 {
		l.letters[id] = l.folded[w.lower]
	}
	l.words = append(l.words, w)
	return id
}

// read analyses a word; add permits adding its folded form and terms to the lexicon.
// Unknown ones have the number none.
func (l *lexicon) read(s string, add bool) word {
	w := word{trait: shapeOf(s)}
	folded := text.Fold(s)
	w.lower = number(l.lowers, folded, add)
	if add && int(w.lower) == len(l.folded) {
		l.folded = append(l.folded, folded)
	}
	w.trait |= meaningOf(folded)
	for _, t := range text.Terms(s) {
		w.terms = append(w.terms, number(l.terms, t, add))
	}
	return w
}

// none is the number of an unknown word or term.
const none = ^uint32(0)

func number(of map[string]uint32, s string, add bool) uint32 {
	if id, ok := of[s]; ok {
		return id
	}
	if !add {
		return none
	}
	id := uint32(len(of))
	of[s] = id
	return id
}

func shapeOf(s string) (t trait) {
	first, _ := utf8.DecodeRuneInString(s)
	switch {
	case unicode.IsUpper(first) || unicode.IsTitle(first):
		t |= upper
	case unicode.IsDigit(first):
		t |= digit
	case unicode.In(first, unicode.Han, unicode.Hiragana, unicode.Katakana):
		t |= unspaced
	}
	if letters := strings.TrimSuffix(s, "'s"); len(letters) > 1 && t&upper != 0 && strings.ToUpper(letters) == letters {
		t |= shout
	}
	return t
}

// termsOf appends the search terms of tokens. As in text.Terms, adjacent letters of a
// script without spaces yield their pairs, and a single letter yields itself.
func (l *lexicon) termsOf(out []uint32, tokens []token) []uint32 {
	paired := false // whether the last token was half of a pair
	for i, t := range tokens {
		if t.is(unspaced) && i+1 < len(tokens) && tokens[i+1].is(unspaced) && tokens[i+1].gap == noGap {
			out = append(out, l.pair(t.word, tokens[i+1].word))
			paired = true
			continue
		}
		if !paired {
			out = append(out, l.words[t.word].terms...)
		}
		paired = false
	}
	return out
}

// pair returns the number of the term of two letters.
func (l *lexicon) pair(a, b uint32) uint32 {
	key := uint64(a)<<32 | uint64(b)
	id, ok := l.pairs[key]
	if !ok {
		id = number(l.terms, l.letters[a]+l.letters[b], true)
		l.pairs[key] = id
	}
	return id
}
