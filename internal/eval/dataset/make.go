package dataset

import (
	"hash/fnv"
	"io"
	"math/rand/v2"
	"regexp"
	"unicode"
	"unicode/utf8"
)

// Draws returns the random numbers by which a set is made: those of a seed, others for each purpose.
func Draws(seed uint64, purpose string) *rand.Rand {
	h := fnv.New64a()
	_, _ = io.WriteString(h, purpose) // a hash can be written
	return rand.New(rand.NewPCG(seed, h.Sum64()))
}

// WholeWord returns the pattern of a name or an answer as a whole word. Patterns know the bounds of words of ASCII letters and digits
// alone: no bound is asked for at another end, as of "Zoë" or "宋江".
func WholeWord(name string) string {
	plain := func(b byte) bool {
		return b == '_' || b < utf8.RuneSelf && (unicode.IsLetter(rune(b)) || unicode.IsDigit(rune(b)))
	}
	pattern := regexp.QuoteMeta(name)
	if name != "" && plain(name[0]) {
		pattern = `\b` + pattern
	}
	if name != "" && plain(name[len(name)-1]) {
		pattern += `\b`
	}
	return pattern
}
