package alias

import (
	"slices"
	"strings"
	"unicode/utf8"

	"grove/internal/graph"
	"grove/internal/lists"
)

// Bounds that keep the number of compared pairs near the number of names.
const (
	// maxBlock is the most names with one key that are compared with each other.
	maxBlock = 64
	// maxKeyDocuments is the most documents of a name, by id, that make keys for its
	// short forms.
	maxKeyDocuments = 32
)

// The kinds of keys.
const (
	wordKey      = "w" // a word of the name, within a document
	spellingKey  = "s" // all words, sorted and without doubled letters
	initialKey   = "i" // the first word's initial and the last word
	consonantKey = "k" // the consonants
	acronymKey   = "a" // an acronym and what has these initials, within a document
)

// keys returns the sorted blocking keys of a name: names that share one are compared.
func (f *form) keys(documents []graph.ID) []string {
	if f.whole {
		return nil
	}
	out := f.wholeKeys()
	local := f.partKeys()
	if len(documents) == 0 {
		return lists.Sorted(append(out, local...))
	}
	for _, d := range documents[:min(len(documents), maxKeyDocuments)] {
		for _, k := range local {
			out = append(out, k+"\x00"+string(d))
		}
	}
	return lists.Sorted(out)
}

// wholeKeys returns the keys that forms of a name share without a document in common.
func (f *form) wholeKeys() []string {
	words := sortedWords(f.tokens)
	for i, w := range words {
		if !hasDigit(w) {
			words[i] = undouble(formal(w))
		}
	}
	slices.Sort(words)
	out := []string{spellingKey + "\x00" + strings.Join(words, "\x00")}
	if !f.han {
		out = append(out, consonantKey+"\x00"+consonants(f.tokens))
	}
	return out
}

// partKeys returns the keys that a name shares with its short forms.
func (f *form) partKeys() []string {
	switch {
	case f.han:
		return f.hanKeys()
	case f.kind != person:
		return f.thingKeys()
	}
	var out []string
	for i, t := range f.tokens {
		if len(t) > 1 && (i == 0 || !small[t]) {
			out = append(out, wordKey+"\x00"+t)
			if i == 0 && formal(t) != t {
				out = append(out, wordKey+"\x00"+formal(t))
			}
		}
	}
	if n := len(f.tokens); n > 1 {
		first, _ := utf8.DecodeRuneInString(f.tokens[0])
		out = append(out, initialKey+"\x00"+string(first)+"\x00"+f.tokens[n-1])
	}
	return out
}

// thingKeys returns the first word of a name, where names are cut, and its initials.
func (f *form) thingKeys() []string {
	first := f.tokens[0]
	if len(f.tokens) > 2 && f.tokens[1] == "of" && f.kind == place {
		first = f.tokens[2]
	}
	out := []string{wordKey + "\x00" + first}
	if f.acronym != "" {
		return append(out, acronymKey+"\x00"+f.acronym)
	}
	if short := initials(f.tokens); short != "" {
		out = append(out, acronymKey+"\x00"+short)
	}
	return out
}

// hanKeys returns the name, its parts at the points, and for people its end without
// the family name.
func (f *form) hanKeys() []string {
	out := []string{wordKey + "\x00" + f.core}
	if f.kind != person {
		return out
	}
	if parts := strings.Split(f.core, "·"); len(parts) > 1 {
		for _, p := range parts {
			out = append(out, wordKey+"\x00"+p)
		}
		return out
	}
	runes := []rune(f.core)
	for cut := 1; cut <= 2 && len(runes)-cut == 2; cut++ {
		out = append(out, wordKey+"\x00"+string(runes[cut:]))
	}
	return out
}
