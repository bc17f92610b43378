package load

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	"grove/internal/fault"
	"grove/internal/lists"
)

// signatures are what files of well-known kinds that are no text begin with.
var signatures = []struct{ begins, kind string }{
	{"%PDF-", "a PDF"},
	{"PK\x03\x04", "a ZIP archive or an office document"},
	{"PK\x05\x06", "a ZIP archive"},
	{"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", "an old office document"},
	{"{\\rtf", "an RTF document"},
	{"\x1F\x8B", "compressed (gzip)"},
	{"BZh91AY&SY", "compressed (bzip2)"},
	{"\xFD7zXZ\x00", "compressed (xz)"},
	{"\x28\xB5\x2F\xFD", "compressed (zstd)"},
	{"7z\xBC\xAF\x27\x1C", "a 7z archive"},
	{"Rar!\x1A\x07", "a RAR archive"},
	{"\x89PNG\r\n\x1A\n", "an image"},
	{"\xFF\xD8\xFF", "an image"},
	{"GIF87a", "an image"},
	{"GIF89a", "an image"},
	{"II*\x00", "an image"},
	{"MM\x00*", "an image"},
	{"OggS\x00", "sound or video"},
	{"ID3\x03\x00", "sound"},
	{"ID3\x04\x00", "sound"},
	{"\x1A\x45\xDF\xA3", "a video"},
	{"\x7FELF", "a program"},
	{"\xCA\xFE\xBA\xBE\x00", "a program"},
	{"\xCF\xFA\xED\xFE", "a program"},
	{"\x00asm", "a program"},
	{"SQLite format 3\x00", "an SQLite database"},
}

// converters are examples of programs that convert a kind of file.
var converters = map[string]string{
	"a PDF":                               ", as by pdftotext FILE.pdf",
	"a ZIP archive or an office document": ", as by pandoc FILE.docx -t plain -o FILE.txt",
	"an RTF document":                     ", as by pandoc FILE.rtf -t plain -o FILE.txt",
}

// signatureBytes is the most bytes of a signature.
const signatureBytes = 16

// signatureOf returns the kind of a file by what it begins with, "" where no signature fits.
func signatureOf(data []byte) string {
	for _, s := range signatures {
		if bytes.HasPrefix(data, []byte(s.begins)) {
			return s.kind
		}
	}
	return ""
}

// checkKind refuses a file by what it begins with.
func checkKind(data []byte) error {
	if kind := signatureOf(data); kind != "" {
		return notText(kind, "the file is "+kind+", not text")
	}
	return nil
}

// notText returns the error of a file of a kind that signatures knows, "" of any other.
func notText(kind, message string) error {
	return fault.New(fault.Unreadable, "", "", message, convert+converters[kind]+"; "+formatsHint)
}

// What isBinary takes for a binary file: within the first sniffed bytes at
// least minControls control characters, and one in controlShare bytes. Where zero
// bytes or such that can't be read are among them, fewControls are enough; a single
// one, such as a zero byte that closes a short text, is not.
const (
	sniffed      = 8 << 10
	minControls  = 16
	fewControls  = 2
	controlShare = 20
)

// checkProse refuses what has too many control characters for a text in the
// encoding c, zero or bytes that can't be read among them. A text with a zero byte
// here and there passes.
func checkProse(data []byte, c codec) error {
	head := data[:min(len(data), sniffed)]
	if c.name == utf16LE.name || c.name == utf16BE.name {
		s, _ := c.decode(head[:len(head)&^1])
		head = []byte(s)
	}
	if manyControls(head, fewControls) && (bytes.IndexByte(head, 0) >= 0 || !utf8.Valid(head)) {
		return notText("", fmt.Sprintf("the file is binary, not text: %d of its first %d bytes are control characters",
			controls(head), len(head)))
	}
	return nil
}

// isBinary reports whether data begins with too many control characters for a text.
func isBinary(data []byte) bool {
	return manyControls(data[:min(len(data), sniffed)], minControls)
}

// manyControls reports whether at least so many of the bytes, and one in
// controlShare, are control characters.
func manyControls(head []byte, least int) bool {
	n := controls(head)
	return n >= least && n*controlShare >= len(head)
}

// controls counts the control characters that no text needs.
func controls(data []byte) int {
	return lists.Count(data, func(b byte) bool { return b < ' ' && !('\b' <= b && b <= '\r') && b != 0x1B || b == 0x7F })
}
