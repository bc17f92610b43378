package retrieve

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"grove/internal/text"
)

// trait is what the shape of a written word says about it.
type trait uint8

const (
	// upper: it begins with a capital letter. digit: with a digit.
	upper trait = 1 << iota
	digit
	// shout: two or more letters, all capitals.
	shout
	// joiner: a small word that stands inside names, as "of" in "House of Lords".
	joiner
	// hollow: a stop word, joiner, month, weekday or people, which alone names nothing.
	hollow
	// unspaced: a letter of a script without spaces between words.
	unspaced
)

// word is a distinct written word.
type word struct {
	// lower numbers its folded form; words that differ in case or accents share it.
	lower uint32
	// terms number its search terms, mostly one, none for a stop word.
	terms []uint32
	trait trait
}

// lexicon numbers written words, folded words and search terms, so that texts
// become lists of small numbers and each distinct word is folded and stemmed once.
type lexicon struct {
	words   []word
	surface map[string]uint32 // written word -> index in words
	lowers  map[string]uint32 // folded word -> number
	folded  []string          // number -> folded word
	terms   map[string]uint32 // search term -> number
	// letters are the folded letters of scripts without spaces, by word; pairs
	// the terms that two of them make.
	letters map[uint32]string
	pairs   map[uint64]uint32
}

func newLexicon() *lexicon {
	return &lexicon{surface: map[string]uint32{}, lowers: map[string]uint32{}, terms: map[string]uint32{},
		letters: map[uint32]string{}, pairs: map[uint64]uint32{}}
}

// of numbers a written word, adding it where it is new.
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

// read looks a word up without adding to the words; add says whether its folded
// form and terms may be added. What is unknown is the number none.
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

// termsOf adds the search terms of tokens. Neighbouring letters of a script
// without spaces give their pairs, one alone itself, as text.Terms has it.
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

// pair numbers the term that two letters make.
func (l *lexicon) pair(a, b uint32) uint32 {
	key := uint64(a)<<32 | uint64(b)
	id, ok := l.pairs[key]
	if !ok {
		id = number(l.terms, l.letters[a]+l.letters[b], true)
		l.pairs[key] = id
	}
	return id
}
