package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// maxTermRunes is the most runes of a term; what is longer is cut.
const maxTermRunes = 64

// Terms returns the search terms of s, in order, for BM25:
//
//  1. An anonymity tag is one term, as written.
//  2. Else s is read in runs of letters, marks and digits (Unicode classes L, M,
//     N). An apostrophe (' or U+2019) and s that end a word are dropped.
//  3. A run is folded: NFKD, lower case, marks on Latin letters dropped, NFC;
//     æ ae, œ oe, ø o, ß ss, þ th, đ and ð d, ł l, ı i; what is no letter, mark
//     or digit afterwards is dropped.
//  4. Letters of scripts without spaces between words (Han, kana, Thai, ...)
//     stand apart from the rest of the run and give their bigrams; one alone
//     gives itself.
//  5. The rest gives one term, cut to 64 runes, unless IsStop; it is stemmed by Stem.
func Terms(s string) []string {
	t := termReader{out: make([]string, 0, len(s)/8+1)}
	for i := 0; i < len(s); {
		if n := TagLength(s[i:]); n > 0 {
			t.out = append(t.out, s[i:i+n])
			i += n
			continue
		}
		n, ascii := wordRun(s[i:])
		switch {
		case n == 0:
			_, n = utf8.DecodeRuneInString(s[i:])
			i += n
			continue
		case ascii:
			t.word(lowerASCII(s[i : i+n]))
		default:
			t.run(foldRun(s[i : i+n]))
		}
		i += n
		i += possessive(s[i:])
	}
	return t.out
}

// wordRun returns the length in bytes of the run of letters, marks and digits that s
// begins with, and whether all of it is ASCII.
func wordRun(s string) (n int, ascii bool) {
	for n < len(s) && asciiAlnum(s[n]) {
		n++
	}
	if n == len(s) || s[n] < utf8.RuneSelf {
		return n, true
	}
	ascii = true
	for n < len(s) {
		r, size := utf8.DecodeRuneInString(s[n:])
		if !wordRune(r) {
			break
		}
		ascii = ascii && r < utf8.RuneSelf
		n += size
	}
	return n, ascii
}

// possessive returns the length in bytes of an apostrophe and s that end a word, or 0.
func possessive(s string) int {
	rest, ok := strings.CutPrefix(s, "'")
	if !ok {
		if rest, ok = strings.CutPrefix(s, "’"); !ok {
			return 0
		}
	}
	if rest == "" || rest[0]|0x20 != 's' {
		return 0
	}
	if n, _ := wordRun(rest); n != 1 {
		return 0
	}
	return len(s) - len(rest) + 1
}

// lowerASCII returns s, which is ASCII letters and digits, in lower case.
func lowerASCII(s string) string {
	for i := range len(s) {
		if 'A' <= s[i] && s[i] <= 'Z' {
			return strings.ToLower(s)
		}
	}
	return s
}

// foldRun carries out step 3.
func foldRun(s string) string {
	if allHan(s) {
		return s
	}
	var out strings.Builder
	latin := false // whether the last letter is Latin
	for _, r := range strings.ToLower(norm.NFKD.String(s)) {
		if unicode.IsMark(r) {
			if !latin {
				out.WriteRune(r)
			}
			continue
		}
		latin = r < utf8.RuneSelf || unicode.Is(unicode.Latin, r)
		if plain := plainLatin[r]; plain != "" {
			out.WriteString(plain)
		} else if wordRune(r) {
			out.WriteRune(r)
		}
	}
	return norm.NFC.String(out.String())
}

// allHan reports whether s holds unified ideographs only, which fold to themselves.
func allHan(s string) bool {
	for _, r := range s {
		if r < 0x4E00 || r > 0x9FFF {
			return false
		}
	}
	return true
}

// plainLatin spells Latin letters that NFKD does not take apart.
var plainLatin = map[rune]string{'æ': "ae", 'œ': "oe", 'ø': "o", 'ß': "ss", 'þ': "th", 'đ': "d", 'ð': "d", 'ł': "l", 'ı': "i"}

// termReader collects terms.
type termReader struct {
	out []string
	// stems has the stems of words seen before, as most words of a text repeat.
	stems map[string]string
}

// word adds the term of a folded word of a script with spaces.
func (t *termReader) word(w string) {
	if IsStop(w) {
		return
	}
	if len(w) > maxTermRunes {
		w = Truncate(w, maxTermRunes)
	}
	stem, ok := t.stems[w]
	if !ok {
		stem = Stem(w)
		if t.stems == nil {
			t.stems = map[string]string{}
		}
		t.stems[w] = stem
	}
	t.out = append(t.out, stem)
}

// run adds the terms of a folded run (steps 4 and 5).
func (t *termReader) run(s string) {
	from, inside := 0, false // the part being read, and whether it is unspaced
	for i, r := range s {
		if unicode.IsMark(r) {
			continue
		}
		if u := unspaced(r); u != inside {
			t.part(s[from:i], inside)
			from, inside = i, u
		}
	}
	t.part(s[from:], inside)
}

func (t *termReader) part(s string, unspaced bool) {
	switch {
	case s == "":
	case unspaced:
		t.bigrams(s)
	default:
		t.word(s)
	}
}

// bigrams adds each two neighbouring letters of s, or the only one, each with its marks.
func (t *termReader) bigrams(s string) {
	before, at := -1, 0 // where the last letter but one and the last begin
	for i, r := range s {
		if i == 0 || unicode.IsMark(r) {
			continue
		}
		if before >= 0 {
			t.out = append(t.out, s[before:i])
		}
		before, at = at, i
	}
	t.out = append(t.out, s[max(before, 0):])
}
