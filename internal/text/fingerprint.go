package text

import (
	"strings"
	"unicode"
)

const (
	// shingle is how many letters in a row two texts must share for one to hold a
	// part of the other: about five English words.
	shingle = 24
	// leastLetters is the shortest text that is known again by itself.
	leastLetters = 4
	// base is the multiplier of the rolling hash.
	base = 1_000_003
)

// Fingerprint knows texts again where they stand inside others, whole or in
// part: any 24 letters in a row, whatever stands between these (white space,
// punctuation, the escapes of JSON). A shorter text is known whole, from 4
// letters on; a Han character counts as two. It may know too much (two texts of
// one hash), never too little. It takes about 40 bytes a letter.
type Fingerprint struct {
	// hashes are by the number of letters that each stands for.
	hashes map[int]map[uint64]bool
}

// Add takes a text in: as it stands, and as it is read inside JSON, where each
// backslash of its own is escaped and takes no letter with it.
func (f *Fingerprint) Add(s string) {
	f.add(lettersOf(s))
	if strings.Contains(s, `\`) {
		f.add(lettersOf(strings.ReplaceAll(s, `\`, " ")))
	}
}

func (f *Fingerprint) add(letters []rune) {
	n := min(len(letters), shingle)
	if width(letters[:n]) < leastLetters {
		return
	}
	if f.hashes == nil {
		f.hashes = map[int]map[uint64]bool{}
	}
	if f.hashes[n] == nil {
		f.hashes[n] = map[uint64]bool{}
	}
	windows(letters, n, func(hash uint64) bool {
		f.hashes[n][hash] = true
		return false
	})
}

// In reports whether s holds one of the texts, or a part of one.
func (f *Fingerprint) In(s string) bool {
	letters := lettersOf(s)
	for n, known := range f.hashes {
		if windows(letters, n, func(hash uint64) bool { return known[hash] }) {
			return true
		}
	}
	return false
}

// windows returns the hash of each n letters in a row until found says yes.
func windows(letters []rune, n int, found func(hash uint64) bool) bool {
	var hash, out uint64 = 0, 1
	for range n {
		out *= base
	}
	for i, r := range letters {
		hash = hash*base + uint64(r)
		if i >= n {
			hash -= out * uint64(letters[i-n])
		}
		if i >= n-1 && found(hash) {
			return true
		}
	}
	return false
}

// width returns the number of letters, Han characters twice.
func width(letters []rune) int {
	n := len(letters)
	for _, r := range letters {
		if unicode.Is(unicode.Han, r) {
			n++
		}
	}
	return n
}

// lettersOf returns the letters and digits in lower case. A backslash and what it
// escapes count as nothing, so that a text is known inside JSON too.
func lettersOf(s string) []rune {
	out := make([]rune, 0, len(s))
	skip, escape := 0, false
	for _, r := range s {
		switch {
		case escape:
			escape = false
			if r == 'u' {
				skip = len("0000")
			}
		case skip > 0:
			skip--
		case r == '\\':
			escape = true
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			out = append(out, unicode.ToLower(r))
		}
	}
	return out
}
