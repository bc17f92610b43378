package offline

import (
	"regexp"
	"slices"
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
	tagLex        // an anonymity tag such as [PERSON#27]
	possessiveLex // the 's or ' behind a name
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

// lexemes are the tokens of s[from:to]: words (with inner hyphens and apostrophes; abbreviations with full stops), numbers with currency
// sign and per cent, tags, the possessive 's, and each Chinese letter and other sign by itself. A space behind a Chinese letter is a sign.
func lexemes(s string, from, to int) []lexeme {
	out := make([]lexeme, 0, (to-from)/5+4)
	s = s[:to]
	for i := from; i < to; {
		r, n := utf8.DecodeRuneInString(s[i:])
		if unicode.IsSpace(r) && !(len(out) > 0 && hasHan(out[len(out)-1].text)) {
			i += n
			continue
		}
		l := lexeme{start: i}
		switch tag := text.TagLength(s[i:]); {
		case tag > 0:
			l.end, l.class, l.capital = i+tag, tagLex, true
		case isDigit(s[i]) || strings.ContainsRune("$£€¥", r) && i+n < to && isDigit(s[i+n]):
			l.end, l.class = i+n+len(numberRest.FindString(s[i+n:])), numberLex
		default:
			l.end, l.class = lexWord(s, i)
		}
		if l.class == possessiveLex && len(out) == 0 {
			l.class = wordLex
		}
		l.text = s[i:l.end]
		l.lower = l.text
		if l.class == wordLex || l.class == possessiveLex {
			lower := strings.ToLower(l.text)
			l.lower, l.capital = uncontracted(lower), lower != l.text
		}
		out = append(out, l)
		i = l.end
	}
	return out
}

// uncontracted is the pronoun of "i'll" and "he’d", so that neither passes for a name; any other word stays as it is.
func uncontracted(lower string) string {
	at := strings.IndexAny(lower, "'’")
	if at > 0 && at <= len("there") && vocab.FunctionWords[lower[:at]] &&
		slices.Contains([]string{"ll", "m", "d", "ve", "re", "s"}, strings.TrimLeft(lower[at:], "'’")) {
		return lower[:at]
	}
	return lower
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isLetterByte(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= utf8.RuneSelf }

// numberRest is what follows the first digit or the currency sign: more digits, thousands, decimals, ordinal endings, the s of decades, %.
var numberRest = regexp.MustCompile(`^(?:[0-9A-Za-z]|[.,:][0-9])*%?`)

// lexWord is the end and class of the word or sign at i.
func lexWord(s string, i int) (int, lexClass) {
	r, n := utf8.DecodeRuneInString(s[i:])
	switch {
	case (r == '\'' || r == '’') && i > 0 && lastS(s[i+n:]):
		return i + n + 1, possessiveLex
	case !unicode.IsLetter(r):
		return i + n, signLex
	case isHan(r):
		return i + n, wordLex
	}
	j := i
	for j < len(s) {
		r, n := utf8.DecodeRuneInString(s[j:])
		if !(unicode.IsLetter(r) && !isHan(r) || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r) ||
			joinsWord(r, s[j+n:]) || r == '.' && abbreviationDot(s, i, j)) {
			break
		}
		j += n
	}
	return j, wordLex
}

// lastS tells whether what follows an apostrophe is an s that ends the word.
func lastS(rest string) bool {
	return rest != "" && rest[0]|0x20 == 's' && (len(rest) == 1 || !isLetterByte(rest[1]))
}

// joinsWord tells whether an apostrophe or hyphen stands inside a word: 's and a closing quote before a space are no part of it.
func joinsWord(r rune, rest string) bool {
	switch {
	case rest == "":
		return false
	case r == '-':
		return (isLetterByte(rest[0]) || isDigit(rest[0])) && !strings.HasPrefix(rest, "based")
	}
	return (r == '\'' || r == '’') && isLetterByte(rest[0]) && !lastS(rest)
}

// abbreviationDot tells whether the full stop at j belongs to the word that began at i: initials (J.), U.S., and titles before a name.
func abbreviationDot(s string, i, j int) bool {
	word := s[i:j]
	if last := strings.LastIndexByte(word, '.'); last >= 0 {
		return len(word)-last == 2
	}
	initial := len(word) == 1 && word[0] >= 'A' && word[0] <= 'Z' && (word != "I" || strings.HasPrefix(s[j+1:], " "))
	return initial || vocab.Dotted[word] || vocab.StateAbbreviations[word] && strings.HasSuffix(strings.TrimRight(s[max(0, i-3):i], " "), ",")
}
