package load

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"

	"grove/internal/text"
)

// codec is a character encoding by its WHATWG name.
type codec struct {
	name string
	encoding.Encoding
}

// UTF-8 has no decoder: it is read by [text.Clean], which counts invalid bytes.
var (
	utf8Codec = codec{name: "utf-8"}
	utf16LE   = codec{"utf-16le", unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)}
	utf16BE   = codec{"utf-16be", unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)}
)

// codecs are what a text without a mark and without a declaration may be in,
// the likelier first: on equal scores the earlier wins. Latin-1 is read as
// Windows-1252, which differs only in what Latin-1 has no characters for.
var codecs = []codec{
	utf8Codec,
	{"gb18030", simplifiedchinese.GB18030},
	{"big5", traditionalchinese.Big5},
	{"shift_jis", japanese.ShiftJIS},
	{"euc-kr", korean.EUCKR},
	{"windows-1252", charmap.Windows1252},
	{"windows-1251", charmap.Windows1251},
	{"koi8-r", charmap.KOI8R},
	utf16LE,
	utf16BE,
}

// marks are the byte order marks.
var marks = []struct {
	bytes string
	codec codec
}{{"\xEF\xBB\xBF", utf8Codec}, {"\xFF\xFE", utf16LE}, {"\xFE\xFF", utf16BE}}

// decode reads data in the encoding c. invalid counts what became U+FFFD: bytes
// in UTF-8, characters in other encodings.
func (c codec) decode(data []byte) (s string, invalid int) {
	if c.Encoding == nil {
		return text.Clean(data)
	}
	out, err := c.NewDecoder().Bytes(data)
	if err != nil { // decoders replace what they can't read; none of these fails
		return text.Clean(data)
	}
	return string(out), bytes.Count(out, []byte("\uFFFD"))
}

// known is true once an encoding is settled.
func (c codec) known() bool { return c.name != "" }

// cutMark returns the encoding of a byte order mark, none without one, and the data
// after it.
func cutMark(data []byte) (codec, []byte) {
	for _, m := range marks {
		if bytes.HasPrefix(data, []byte(m.bytes)) {
			return m.codec, data[len(m.bytes):]
		}
	}
	return codec{}, data
}

// encodingOf finds the encoding of a text without a byte order mark. Valid UTF-8
// is UTF-8, whatever declared says, but for UTF-16, whose zero bytes or control
// characters show, and for encodings of seven bits. Else declared, "" for none, is believed, and
// without it the text itself decides.
func encodingOf(data []byte, declared string) codec {
	if c := zeroPattern(data); c.known() {
		return c
	}
	named := lookup(declared)
	if named.name == "iso-2022-jp" && bytes.IndexByte(data, 0x1B) >= 0 {
		return named
	}
	switch valid := utf8.Valid(data); {
	case valid && isBinary(data): // so looks Cyrillic in UTF-16
		return likeliest(data, []codec{utf8Codec, utf16LE, utf16BE})
	case valid:
		return utf8Codec
	}
	if named.known() && named.name != utf8Codec.name {
		return named
	}
	return detect(data)
}

// lookup finds an encoding by a label such as "GBK" or "latin1". None is found
// for labels that can't be true of bytes in which the label itself could be read.
func lookup(label string) codec {
	e, name := charset.Lookup(strings.TrimSpace(label))
	switch {
	case e == nil, name == "replacement", name == "x-user-defined", strings.HasPrefix(name, "utf-16"):
		return codec{}
	case name == utf8Codec.name:
		return utf8Codec
	case name == "gbk":
		return codec{"gb18030", simplifiedchinese.GB18030}
	}
	return codec{name, e}
}

// What zeroPattern takes for UTF-16: at least minZeroes zero bytes in a hundred
// characters (fewer may be those of the Chinese 一, U+4E00, on the wrong side), and
// not one in zeroesElsewhere of them in the wrong place.
const (
	minZeroes       = 40
	zeroesElsewhere = 50
)

// zeroPattern recognises UTF-16 by the zero bytes of its ASCII characters: they
// all stand at odd places (little endian) or at even places (big endian).
func zeroPattern(data []byte) codec {
	head := data[:min(len(data), sniffed)&^1]
	var zeroes [2]int
	for i, b := range head {
		if b == 0 {
			zeroes[i%2]++
		}
	}
	little := zeroes[1] > zeroes[0]
	many, few, c := zeroes[0], zeroes[1], utf16BE
	if little {
		many, few, c = zeroes[1], zeroes[0], utf16LE
	}
	if len(data)%2 != 0 && len(data) <= sniffed || many*200 < len(head)*minZeroes || many == 0 || few*zeroesElsewhere > many {
		return codec{}
	}
	if s, invalid := c.decode(head); invalid > 1 || controls([]byte(s)) > 0 {
		return codec{}
	}
	return c
}
