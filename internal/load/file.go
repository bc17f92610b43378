package load

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"grove/internal/fault"
	"grove/internal/text"
)

// formats maps file extensions to their readers. A reader yields errors of
// items itself and returns what ends the walk.
var formats = map[string]func(context.Context, *file) error{
	".txt": readPlain, ".text": readPlain,
	".md": readMarkdown, ".markdown": readMarkdown,
	".json":  readJSON,
	".jsonl": readLines, ".ndjson": readLines,
}

const formatsHint = "Grove reads .txt, .text, .md, .markdown, .json, .jsonl and .ndjson"

// file is an open file with what its records are named after.
type file struct {
	*os.File
	*walker
	path, absolute, source string
}

// utf8BOM is the byte order mark that some editors put before UTF-8.
var utf8BOM = []byte("\xEF\xBB\xBF")

// content reads the whole file, without a byte order mark.
func (f *file) content() ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(f, f.MaxFile+1))
	if err != nil {
		return nil, err
	}
	if int64(len(data)) > f.MaxFile {
		return nil, tooLarge(f.MaxFile)
	}
	data = bytes.TrimPrefix(data, utf8BOM)
	if len(data) == 0 {
		return nil, errors.New("the file is empty")
	}
	return data, nil
}

func tooLarge(limit int64) error {
	return fault.New(fault.Unreadable, "", "", fmt.Sprintf("larger than %d bytes", limit), "split it into smaller files")
}

// prose reads a file that is one text.
func (f *file) prose() (s string, invalid int, err error) {
	data, err := f.content()
	if err != nil {
		return "", 0, err
	}
	if err := checkProse(data); err != nil {
		return "", 0, err
	}
	s, invalid = text.Clean(data)
	return s, invalid, nil
}

// What checkProse takes for a binary file: within the first sniffed bytes at
// least minControls control characters, NUL among them, and one in 20 bytes.
const (
	sniffed      = 8 << 10
	minControls  = 16
	controlShare = 20
)

// checkProse refuses what is evidently no text in UTF-8. A text with a few NULs passes.
func checkProse(data []byte) error {
	if bytes.HasPrefix(data, []byte("\xFF\xFE")) || bytes.HasPrefix(data, []byte("\xFE\xFF")) {
		return fault.New(fault.Unreadable, "", "", "the text is in UTF-16", "convert it to UTF-8 with iconv -f UTF-16 -t UTF-8")
	}
	head := data[:min(len(data), sniffed)]
	controls := 0
	for _, b := range head {
		if b < ' ' && !('\b' <= b && b <= '\r') && b != 0x1B {
			controls++
		}
	}
	if bytes.IndexByte(head, 0) >= 0 && controls >= minControls && controls*controlShare >= len(head) {
		return fault.New(fault.Unreadable, "", "", "the file is binary, not text", formatsHint)
	}
	return nil
}
