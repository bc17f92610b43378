package offline

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"grove/internal/text"
)

// lexClass tells what kind of token a lexeme is.
type lexClass uint8

const (
	wordLex lexClass = iota + 1
	numberLex
	// tagLex is an anonymity tag such as [PERSON#27].
	tagLex
	// possessiveLex is the 's or ' behind a name.
	possessiveLex
	signLex
)

// lexeme is a token of an English sentence, by byte offsets in the text.
type lexeme struct {
	text, lower string
	start, end  int
	class       lexClass
	// capital tells a word that begins with an upper-case letter, or holds one.
	capital bool
}

// lexemes are the tokens of s[from:to]: words (with inner hyphens and apostrophes, initials and abbreviations with their full
// stops), numbers with currency sign and per cent, anonymity tags, the possessive 's, and each Chinese letter and other sign by
// itself. A space behind a Chinese letter is a sign.
func lexemes(s string, from, to int) []lexeme {
	out := make([]lexeme, 0, (to-from)/5+4)
	for i := from; i < to; {
		r, n := utf8.DecodeRuneInString(s[i:to])
		if unicode.IsSpace(r) && !(len(out) > 0 && hasHan(out[len(out)-1].text)) {
			i += n
			continue
		}
		l := lexeme{start: i}
		switch tag := text.TagLength(s[i:to]); {
		case tag > 0:
			l.end, l.class, l.capital = i+tag, tagLex, true
		case isDigit(s[i]) || strings.ContainsRune("$£€¥", r) && i+n < to && isDigit(s[i+n]):
			l.end, l.class = numberEnd(s, i+n, to), numberLex
		default:
			l.end, l.class = lexWord(s, i, to)
		}
		if len(out) > 0 && l.class == wordLex && (s[i] == '\'' || strings.HasPrefix(s[i:], "’")) {
			l.class = possessiveLex
		}
		l.text = s[l.start:l.end]
		l.lower = l.text
		if l.class == wordLex || l.class == possessiveLex {
			l.lower = strings.ToLower(l.text)
			l.capital = l.lower != l.text
			l.lower = uncontracted(l.lower)
		}
		out = append(out, l)
		i = l.end
	}
	return out
}

// uncontracted is the pronoun of "i'll" and "he’d", so that neither passes for a name; any other word stays as it is.
func uncontracted(lower string) string {
	at := strings.IndexAny(lower, "'’")
	if at <= 0 || at > len("there") || !functionWords[lower[:at]] {
		return lower
	}
	switch strings.TrimLeft(lower[at:], "'’") {
	case "ll", "m", "d", "ve", "re", "s":
		return lower[:at]
	}
	return lower
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isLetterByte(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= utf8.RuneSelf }

// numberEnd is the end of the number whose digits begin at i, with thousands, decimals, ordinal
// endings, the s of decades and a per cent sign.
func numberEnd(s string, i, to int) int {
	for i < to {
		c := s[i]
		inner := (c == '.' || c == ',' || c == ':') && i+1 < to && isDigit(s[i+1])
		if !isDigit(c) && !inner && !(isLetterByte(c) && c < utf8.RuneSelf) {
			break
		}
		i++
	}
	if i < to && s[i] == '%' {
		i++
	}
	return i
}

// lexWord is the end and class of the word or sign at i.
func lexWord(s string, i, to int) (int, lexClass) {
	r, n := utf8.DecodeRuneInString(s[i:to])
	switch next := i + n; {
	case (r == '\'' || r == '’') && i > 0 && next < to && s[next]|0x20 == 's' && (next+1 == to || !isLetterByte(s[next+1])):
		return next + 1, wordLex // becomes possessiveLex in lexemes
	case !unicode.IsLetter(r):
		return i + n, signLex
	case isHan(r):
		return i + n, wordLex
	}
	j := i
	for j < to {
		r, n := utf8.DecodeRuneInString(s[j:to])
		if !(unicode.IsLetter(r) && !isHan(r) || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r) ||
			(r == '\'' || r == '’' || r == '-') && joinsWord(s, j, n, to) || r == '.' && abbreviationDot(s, i, j, to)) {
			break
		}
		j += n
	}
	return j, wordLex
}

// joinsWord tells whether an apostrophe or hyphen at j stands inside a word.
func joinsWord(s string, j, n, to int) bool {
	if j+n >= to || !isLetterByte(s[j+n]) && !(s[j] == '-' && isDigit(s[j+n])) {
		return false
	}
	if s[j] == '-' {
		return !strings.HasPrefix(s[j:to], "-based")
	}
	// 's and a closing quote before a space are no part of the word.
	next := s[j+n]
	return !((next == 's' || next == 'S') && (j+n+1 == to || !isLetterByte(s[j+n+1])))
}

// abbreviationDot tells whether the full stop at j belongs to the word that
// began at i: initials (J.), U.S., and titles before a name.
func abbreviationDot(s string, i, j, to int) bool {
	word := s[i:j]
	if last := strings.LastIndexByte(word, '.'); last >= 0 {
		return len(word)-last == 2
	}
	if len(word) == 1 && word[0] >= 'A' && word[0] <= 'Z' && (word != "I" || j+1 < to && s[j+1] == ' ') {
		return true
	}
	return dotted[word] || stateAbbreviations[word] && strings.HasSuffix(strings.TrimRight(s[max(0, i-3):i], " "), ",")
}
