package text

import (
	"unicode"
	"unicode/utf8"
)

// unspacedScripts are written without spaces between words.
var unspacedScripts = []*unicode.RangeTable{
	unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Bopomofo,
	unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar,
}

// unspaced reports whether r is a letter of a script without spaces between words.
func unspaced(r rune) bool {
	switch {
	case r < 0x0E00:
		return false
	case 0x4E00 <= r && r <= 0x9FFF:
		return true
	case 0xAC00 <= r && r <= 0xD7A3: // Hangul syllables
		return false
	case r == 'ー':
		return true
	}
	return unicode.In(r, unspacedScripts...) && unicode.IsLetter(r)
}

// wordRune reports whether r can be part of a word: a letter, mark or number.
func wordRune(r rune) bool {
	if r < utf8.RuneSelf {
		return asciiAlnum(byte(r))
	}
	return unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsNumber(r)
}

// wordStart reports whether r makes a word: a letter or a number, not a mark alone.
func wordStart(r rune) bool {
	if r < utf8.RuneSelf {
		return asciiAlnum(byte(r))
	}
	return unicode.IsLetter(r) || unicode.IsNumber(r)
}

func asciiAlnum(b byte) bool { return asciiLetter(b) || '0' <= b && b <= '9' }
