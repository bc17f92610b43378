package text

import (
	"hash/maphash"
	"strings"
	"sync/atomic"

	"github.com/kljensen/snowball/english"
)

// Stem returns the stem of a lower-case word by the Snowball English (Porter 2)
// algorithm. Words with letters outside ASCII stay as they are.
func Stem(lower string) string {
	for i := range len(lower) {
		if !asciiAlnum(lower[i]) && lower[i] != '\'' {
			return lower
		}
	}
	slot := &stems[maphash.String(stemSeed, lower)%stemSlots]
	if s := slot.Load(); s != nil && s.word == lower {
		return s.stem
	}
	s := &stemmed{word: strings.Clone(lower)} // a cached word must not keep its whole text alive
	if s.stem = english.Stem(lower, true); s.stem == lower {
		s.stem = s.word
	}
	slot.Store(s)
	return s.stem
}

// stemSlots is the most stems that are cached, a power of two.
const stemSlots = 1 << 16

// stems caches stems, as most words of a text repeat. A word has one slot, which the next
// word of that slot takes over, so that memory is bounded without a lock.
var (
	stems    [stemSlots]atomic.Pointer[stemmed]
	stemSeed = maphash.MakeSeed()
)

// stemmed is a word with its stem.
type stemmed struct{ word, stem string }
