package load

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	// sampled is how many bytes a text's encoding is judged by.
	sampled = 32 << 10
	// mostly is the share of valid bytes among the non-ASCII ones from which a
	// text is UTF-8 with some damage, whatever its characters are.
	mostly = 0.9
	// leastScore is the least score of an encoding that is believed, chosen on
	// the texts that TestDetection fits: less lets damaged UTF-8 pass for another
	// encoding, more loses Chinese with many rare characters.
	leastScore = 0.3
	// invalidScore is what a character that can't be read counts.
	invalidScore = -3
)

// detect finds the encoding of data that is not valid UTF-8.
func detect(data []byte) codec {
	if validShare(data) >= mostly {
		return utf8Codec
	}
	return likeliest(data, codecs)
}

// likeliest judges by the characters: in the right encoding most of those outside
// ASCII are common ones of some script. Where none is convincing, the text
// counts as UTF-8, maybe damaged.
func likeliest(data []byte, among []codec) codec {
	best, highest := utf8Codec, leastScore
	for _, c := range among {
		s, _ := c.decode(sample(data, c))
		if got := score(s); got > highest {
			best, highest = c, got
		}
	}
	return best
}

// validShare returns the share of the bytes outside ASCII that are part of valid UTF-8.
func validShare(data []byte) float64 {
	valid, all := 0, 0
	for len(data) > 0 {
		if data[0] < utf8.RuneSelf {
			data = data[1:]
			continue
		}
		_, n := utf8.DecodeRune(data)
		if all += n; n > 1 {
			valid += n
		}
		data = data[n:]
	}
	return float64(valid) / float64(max(all, 1))
}

// sample returns the part of data that c is judged by: it begins where data does in
// UTF-16, and elsewhere at the first byte outside ASCII, with the one before it.
func sample(data []byte, c codec) []byte {
	if c.name == utf16LE.name || c.name == utf16BE.name {
		return data[:min(len(data), sampled)]
	}
	start := max(bytes.IndexFunc(data, func(r rune) bool { return r >= utf8.RuneSelf })-1, 0)
	return data[start:min(len(data), start+sampled)]
}

// score returns the share of common characters among those of s outside ASCII, less
// a penalty for characters that no text has.
func score(s string) float64 {
	before, r := ' ', ' '
	sum, n := 0.0, 0
	judge := func(after rune) {
		switch {
		case r == utf8.RuneError, r >= utf8.RuneSelf && unicode.Is(unicode.C, r):
			sum += invalidScore
			n++
		case r < ' ' && !unicode.IsSpace(r):
			sum--
			n++
		case r >= utf8.RuneSelf:
			sum += worth(before, r, after)
			n++
		}
	}
	for _, next := range s {
		judge(next)
		before, r = r, next
	}
	judge(' ')
	return sum / float64(max(n, 1))
}

// worth returns 1 for a common character where such a one is found, 0 for another, and
// -1 for one that is out of place.
func worth(before, r, after rune) float64 {
	common := false
	switch {
	case isCyrillic(r):
		if unicode.IsUpper(r) && unicode.IsLower(before) || isASCIILetter(before) || isASCIILetter(after) {
			return -1
		}
		common = unicode.IsLower(r) && (isCyrillic(before) || isCyrillic(after))
	case 0x2500 <= r && r <= 0x259F: // frames and blocks: what KOI8-R makes of other encodings
		return -1
	case isLatin(r):
		return worthLatin(before, r, after)
	default:
		common = isCommonElsewhere(r)
		if common && unicode.IsLetter(r) && before < utf8.RuneSelf && after < utf8.RuneSelf {
			return worthAlone(before, after)
		}
	}
	if common {
		return 1
	}
	return 0
}

// worthLatin returns what a character of the Latin script counts: letters with marks
// stand between plain ones, signs among ASCII characters.
func worthLatin(before, r, after rune) float64 {
	alone := !isLatin(before) && !isLatin(after)
	switch {
	case strings.ContainsRune(commonLatin, r) && (alone || unicode.IsLetter(r) && !(isLatin(before) && isLatin(after))):
		return 1
	case alone && r < 'þ': // þ and ÿ are the bytes that broken UTF-8 has rather
		return 0.4
	}
	return 0
}

// worthAlone returns what a character of another script counts between ASCII characters:
// there it may be a quotation mark or a dash, read wrongly together with a letter.
func worthAlone(before, after rune) float64 {
	if isASCIILetter(before) || isASCIILetter(after) {
		return 0
	}
	return 0.5
}

func isASCIILetter(r rune) bool { return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' }

func isCyrillic(r rune) bool { return 0x400 <= r && r <= 0x45F }

// isLatin is true for the characters of Windows-1252 outside ASCII, less the
// punctuation that Chinese uses too.
func isLatin(r rune) bool { return 0xA0 <= r && r <= 0x17F || r == 'ƒ' || r == 'ˆ' || r == '˜' }
