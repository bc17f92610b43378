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

// isCommonElsewhere reports whether a character is common in Chinese, Japanese or
// Korean, or in punctuation anywhere.
func isCommonElsewhere(r rune) bool {
	switch {
	case 0x3000 <= r && r <= 0x301F, // punctuation of Chinese and Japanese
		0x3041 <= r && r <= 0x3096, // Hiragana
		0x30A1 <= r && r <= 0x30FC, // Katakana
		0xFF01 <= r && r <= 0xFF5E: // ASCII in full width
		return true
	case 0x4E00 <= r && r <= 0x9FFF:
		return strings.ContainsRune(commonHan, r)
	case 0xAC00 <= r && r <= 0xD7A3:
		return strings.ContainsRune(commonHangul, r)
	}
	return strings.ContainsRune("–—‘’“”„…•€", r)
}

// commonLatin are the characters outside ASCII that are common in languages of western Europe.
const commonLatin = "éèêëàâäáãåæçîïíìóôöòõøœúùûüñßÉÈÀÄÖÜÅÆŒØÇÁÓŠšŽžý\u00a0§°©®«»¿¡·£½¼¾"

// commonHan are the characters that make up most of a Chinese text in simplified or
// traditional characters, and of the Chinese characters of a Japanese one.
const commonHan = "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里" +
	"用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实" +
	"日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政" +
	"美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员" +
	"解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件" +
	"计管期市直德资命山金指克许统区保至队形社便空决治展马科司五基眼书非则听白却界达光放强即像难且权思王象" +
	"完设式色路记南品住告类求据程北边死张该交规万取拉格望觉术领共确传师观清今切院让识候带导争运笔" +
	"早米引花往叫林字存服客男亲字九六七八百千元宋江李吴赵刘陈杨黄周武史洪" +
	"這個們來國說時會對學過發後裡裏於著為經麼去現當沒動還進樣開從實軍無與長機業關點將兩間問並應戰向頭體" +
	"見產話給員論處義幾認條氣題爾別變總電數報結務場計資區隊決馬則聽卻達強難權記類據邊張該規萬術領確傳師觀" +
	"讓識帶導爭運親東門車書兒聲統單廣愛島灣龍華劉陳楊黃趙吳" +
	"員会本発社用対国年月火水木金土時分今前後私思見言行食新聞東京都市県区"

// commonHangul are the syllables of endings, particles and frequent words of Korean.
const commonHangul = "이다는의가에고을하로기지어리한사은도인시대아를자스서나해그정일있것부수수보장들만제라전주구원과비공여으오" +
	"안상동소위면적성게음습니까요할말때더와않없했었였된되던진중신방경우생모국미세관유조개체화학민선행내게연문영"
