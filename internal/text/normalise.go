package text

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// MaxNormRunes is the most runes Normalise returns.
const MaxNormRunes = 256

// hashSuffix is the length of what stands for the rest of a name that was cut:
// a hyphen and 12 hex digits.
const hashSuffix = 1 + 12

// Normalise returns the form by which names of key elements are compared:
//
//  1. NFKC, case folded; double quotes and book-title brackets become spaces;
//     other CJK and typographic punctuation is mapped to ASCII where it has a
//     counterpart; invisible signs dropped; runs of white space one space;
//  2. then, until nothing changes: punctuation and quotes around the name
//     dropped (a bracket only if its partner is at the other end or missing), a
//     trailing 's dropped, a leading the, a or an dropped;
//  3. a name over 256 runes is cut and ends in a hash of all of it, so that two
//     long names stay apart.
//
// Anonymity tags are kept exactly as they are. The result is "" only if nothing
// but punctuation and space was there. Normalise(Normalise(s)) = Normalise(s).
func Normalise(name string) string {
	if simpleName(name) {
		return name
	}
	return bound(strip(fold(name)))
}

// simpleName reports whether a name is in normal form beyond doubt: at most MaxNormRunes bytes of lower-case ASCII letters, digits and
// unified ideographs, which no normal form changes, without a space.
func simpleName(s string) bool {
	for _, r := range s {
		if !('a' <= r && r <= 'z' || '0' <= r && r <= '9' || '\u4e00' <= r && r <= '\u9fff') {
			return false
		}
	}
	return 0 < len(s) && len(s) <= MaxNormRunes
}

// fold carries out the first step, around the tags.
func fold(s string) string {
	var out strings.Builder
	for s != "" {
		tag, n := nextTag(s)
		out.WriteString(foldPlain(s[:tag]))
		out.WriteString(s[tag : tag+n])
		s = s[tag+n:]
	}
	return OneLine(out.String())
}

// nextTag finds the first tag of s: its start and length in bytes, or len(s), 0.
func nextTag(s string) (start, length int) {
	for i := 0; ; i++ {
		k := strings.IndexByte(s[i:], '[')
		if k < 0 {
			return len(s), 0
		}
		i += k
		if n := TagLength(s[i:]); n > 0 {
			return i, n
		}
	}
}

// foldPlain folds text without tags.
func foldPlain(s string) string {
	if ascii(s) {
		return strings.Map(foldASCII, s)
	}
	return foldUnicode(s)
}

// ascii reports whether s has ASCII characters only.
func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// foldASCII is foldUnicode of an ASCII character, which no normal form changes.
func foldASCII(r rune) rune {
	if 'A' <= r && r <= 'Z' {
		return r + ('a' - 'A')
	}
	return mapSign(r)
}

// foldUnicode folds any text. Folding can undo composition and the other way round, so both are repeated until
// nothing changes.
func foldUnicode(s string) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	folder := cases.Fold()
	for range 4 {
		next := norm.NFKC.String(strings.Map(mapSign, folder.String(norm.NFKC.String(s))))
		if next == s {
			break
		}
		s = next
	}
	return s
}

// mapSign maps punctuation to its ASCII counterpart, drops invisible signs and
// makes double quotes, white space and control characters a space.
func mapSign(r rune) rune {
	if r < utf8.RuneSelf {
		if r < ' ' || r == '"' || r == 0x7F {
			return ' '
		}
		return r
	}
	switch r {
	case '“', '”', '„', '‟', '«', '»', '「', '」', '『', '』', '《', '》', '〈', '〉', '〝', '〞':
		return ' '
	case '‘', '’', '‚', '‛', '′', '‹', '›':
		return '\''
	case '‐', '‑', '‒', '–', '—', '―', '−':
		return '-'
	case '。':
		return '.'
	case '、':
		return ','
	case '【', '〔', '〖':
		return '['
	case '】', '〕', '〗':
		return ']'
	case '•', '・', '‧', '∙':
		return '·'
	case '\u00AD', '\u200B', '\u200C', '\u200E', '\u200F', '\u2060', '\uFEFF':
		return -1
	}
	if unicode.IsSpace(r) || unicode.IsControl(r) {
		return ' '
	}
	return r
}

// strip carries out the second step. Each round shortens s.
func strip(s string) string {
	for {
		next := stripArticle(stripPossessive(stripSigns(s)))
		if next == s {
			return s
		}
		s = next
	}
}

// outside are the signs that do not belong to a name at its ends.
const outside = " '`.,:;!?-_*~|·…¡¿^=<>\\"

// stripSigns drops signs and brackets around s.
func stripSigns(s string) string {
	for {
		next := stripBrackets(strings.Trim(s, outside))
		if next == s {
			return s
		}
		s = next
	}
}

// stripBrackets drops a bracket at an end of s whose partner is missing, or
// both where they embrace s.
func stripBrackets(s string) string {
	if s == "" {
		return s
	}
	if open := s[0]; TagLength(s) == 0 && strings.IndexByte("([{", open) >= 0 {
		switch partner(s, 0, 1) {
		case len(s) - 1:
			return s[1 : len(s)-1]
		case -1:
			return s[1:]
		}
	}
	if closing := s[len(s)-1]; strings.IndexByte(")]}", closing) >= 0 && !endsInTag(s) && partner(s, len(s)-1, -1) < 0 {
		return s[:len(s)-1]
	}
	return s
}

// partners pair the brackets.
var partners = [256]byte{'(': ')', '[': ']', '{': '}', ')': '(', ']': '[', '}': '{'}

// partner returns the index of the partner of the bracket at i, which is looked for in steps of 1 or -1, or -1.
func partner(s string, i, step int) int {
	bracket, depth := s[i], 0
	for ; 0 <= i && i < len(s); i += step {
		switch s[i] {
		case bracket:
			depth++
		case partners[bracket]:
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// endsInTag reports whether s ends in an anonymity tag.
func endsInTag(s string) bool {
	i := strings.LastIndexByte(s, '[')
	return i >= 0 && i+TagLength(s[i:]) == len(s) && TagLength(s[i:]) > 0
}

// stripPossessive drops a trailing 's, if something stands before it.
func stripPossessive(s string) string {
	if t, ok := strings.CutSuffix(s, "'s"); ok && t != "" {
		return t
	}
	return s
}

// stripArticle drops a leading article, if something follows it.
func stripArticle(s string) string {
	for _, article := range []string{"the ", "a ", "an "} {
		if t, ok := strings.CutPrefix(s, article); ok && t != "" {
			return t
		}
	}
	return s
}

// bound carries out the third step. It never cuts inside a tag.
func bound(s string) string {
	if utf8.RuneCountInString(s) <= MaxNormRunes {
		return s
	}
	cut := prefix(s, MaxNormRunes-hashSuffix)
	for i := 0; i < cut; {
		tag, n := nextTag(s[i:])
		if i+tag < cut && cut < i+tag+n {
			cut = i + tag
		}
		i += tag + n
	}
	sum := sha256.Sum256([]byte(s))
	head := strip(s[:cut])
	digits := hex.EncodeToString(sum[:(hashSuffix-1)/2])
	if head == "" {
		return digits
	}
	return head + "-" + digits
}
