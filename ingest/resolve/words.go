package resolve

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"grove/ingest/resolve/alias"
	"grove/internal/text"
)

// word is a word of a text or of a name.
type word struct {
	text.Word
	// folded is the word regardless of case, accents and a possessive ending.
	folded string
	// joined is true where nothing stands between the word before and this one but spaces,
	// hyphens, dashes and quotes, comma where a comma does.
	joined, comma bool
}

// wordsOf returns the words of a text in order.
func wordsOf(s string) []word {
	found, offsets := text.Words(s), text.NewOffsets(s)
	out := make([]word, len(found))
	end := 0
	for i, w := range found {
		gap := s[offsets.Byte(end):offsets.Byte(w.Start)]
		out[i] = word{w, text.Fold(w.Text), !strings.ContainsFunc(gap, separates), strings.TrimSpace(gap) == ","}
		end = w.End
	}
	return out
}

// separates reports whether a sign keeps the words on its sides from being one name.
func separates(r rune) bool {
	return !unicode.In(r, unicode.Zs, unicode.Pd, unicode.Pi, unicode.Pf) && !strings.ContainsRune("\t\n\r'\"·", r)
}

// sought returns the runes of the first place of a name by its words: whatever spaces,
// hyphens and quotes stand between them ("Joon- ho", "Joon-ho"), else inflected. Names
// without letters, and those of scripts without spaces, are found as written only.
func sought(words, name []word) (start, end int, ok bool) {
	if len(name) == 0 || len(name) > len(words) || !alphabetic(name) {
		return 0, 0, false
	}
	for _, same := range []func(a, b word) bool{sameWord, sameStem} {
		for i := range len(words) - len(name) + 1 {
			if at := words[i : i+len(name)]; stands(at, name, same) {
				return at[0].Start, at[len(at)-1].End, true
			}
		}
	}
	return 0, 0, false
}

// hasWords reports whether a text has a name by its words.
func hasWords(words []word, name string) bool {
	_, _, ok := sought(words, wordsOf(name))
	return ok
}

// stands reports whether these words are the name.
func stands(at, name []word, same func(a, b word) bool) bool {
	for i := range at {
		if !same(at[i], name[i]) || i > 0 && !at[i].joined {
			return false
		}
	}
	return true
}

func sameWord(a, b word) bool { return a.folded == b.folded }

// sameStem reports whether two words are one but for their inflection. Capitalised words,
// which may be names, differ by a plural at most.
func sameStem(a, b word) bool {
	if a.folded == b.folded {
		return true
	}
	if capitalised(a) != capitalised(b) {
		return false
	}
	if capitalised(a) {
		return min(len(a.folded), len(b.folded)) > 3 && strings.TrimSuffix(a.folded, "s") == strings.TrimSuffix(b.folded, "s")
	}
	return text.Stem(a.folded) == text.Stem(b.folded)
}

func capitalised(w word) bool {
	first, _ := utf8.DecodeRuneInString(w.Text)
	return unicode.IsUpper(first)
}

// alphabetic reports whether all words have a folded form of a script with spaces between
// words, and one of them begins with a letter.
func alphabetic(name []word) bool {
	letter := false
	for _, w := range name {
		first, _ := utf8.DecodeRuneInString(w.folded)
		if w.folded == "" || unicode.In(first, unicode.Han, unicode.Hiragana, unicode.Katakana) {
			return false
		}
		letter = letter || unicode.IsLetter(first)
	}
	return letter
}

// inverted returns the runes of the first place of a person's name with the family name first: "Adams , Erik" for "Erik Adams".
func inverted(words, name []word) (start, end int, ok bool) {
	if !alphabetic(name) {
		return 0, 0, false
	}
	for cut := len(name) - 1; cut > 0; cut-- {
		family, given := name[cut:], name[:cut]
		for i := range max(0, len(words)-len(name)+1) {
			last := words[i : i+len(family)]
			first := words[i+len(family) : i+len(name)]
			if first[0].comma && stands(last, family, sameWord) && stands(first, given, sameWord) {
				return last[0].Start, first[len(first)-1].End, true
			}
		}
	}
	return 0, 0, false
}

// part returns the runes of the longest beginning of a name, else of its longest end, that
// stands in a text as a name of its own: not beside another capitalised word where the name
// was cut, which would make it the name of someone else, not a title, which is anyone's, and not what others are called too.
func part(words, name []word, others func(part []word) bool) (start, end int, ok bool) {
	for n := len(name) - 1; n > 0; n-- {
		for _, first := range []int{0, len(name) - n} {
			cut := name[first : first+n]
			if !capitalised(cut[0]) || !alphabetic(cut) || text.IsStop(cut[0].folded) || alias.IsTitle(cut[n-1].folded) {
				continue
			}
			for i := range max(0, len(words)-n+1) {
				at := words[i : i+n]
				before := i > 0 && at[0].joined && capitalised(words[i-1])
				after := i+n < len(words) && words[i+n].joined && capitalised(words[i+n])
				if stands(at, cut, sameWord) && !before && !after &&
					!slices.ContainsFunc(at, func(w word) bool { return !capitalised(w) }) {
					if others(cut) {
						break
					}
					return at[0].Start, at[n-1].End, true
				}
			}
		}
	}
	return 0, 0, false
}

// formOf reports whether each word of one of two names is in the other.
func formOf(a, b []word) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	return !slices.ContainsFunc(a, func(w word) bool { return !contains(b, []word{w}) })
}

// contains reports whether a name has these words in a row.
func contains(name, words []word) bool {
	for i := range max(0, len(name)-len(words)+1) {
		if stands(name[i:i+len(words)], words, sameWord) {
			return true
		}
	}
	return false
}
