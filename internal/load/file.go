package load

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"grove/internal/fault"
)

// formats maps file extensions to their readers. A reader yields errors of
// items itself and returns what ends the walk.
var formats = map[string]func(context.Context, *file) error{
	".txt": readPlain, ".text": readPlain,
	".md": readMarkdown, ".markdown": readMarkdown,
	".html": readHTML, ".htm": readHTML, ".xhtml": readHTML,
	".json":  readJSON,
	".jsonl": readLines, ".ndjson": readLines,
}

const formatsHint = "Grove reads .txt, .text, .md, .markdown, .html, .htm, .xhtml, .json, .jsonl and .ndjson, " +
	"and other files of plain text if they are named themselves"

// file is an open file, or standard input, with what its records are named after.
type file struct {
	io.Reader
	*walker
	// path names it in errors; absolute is InputOrigin for standard input.
	path, absolute, source string
	close                  func() error
	// size is the file's size in bytes when it was opened, 0 where it is not known.
	size int64
	// codec is what the records of a file that holds several are in; none is UTF-8,
	// or different ones.
	codec codec
	// taken has the ids of the records that the file gave so far.
	taken map[string]taken
}

var errEmpty = errors.New("the file is empty")

// content reads the whole file as it is and refuses what is evidently no text.
func (f *file) content() ([]byte, error) {
	if f.size > f.MaxFile {
		return nil, tooLarge(f.size, f.MaxFile)
	}
	data := make([]byte, 0, f.size+1)
	for { // io.ReadAll would copy a large file many times over
		n, err := f.Read(data[len(data):cap(data)])
		data = data[:len(data)+n]
		switch {
		case int64(len(data)) > f.MaxFile: // it grew, or did not say how large it is
			return nil, fault.New(fault.Unreadable, "", "", fmt.Sprintf("more than %d bytes", f.MaxFile), "split it into smaller parts, or give a larger --max-file")
		case errors.Is(err, io.EOF):
			if len(data) == 0 {
				return nil, errEmpty
			}
			return data, checkKind(data)
		case err != nil:
			return nil, err
		}
		if len(data) == cap(data) {
			data = append(data, 0)[:len(data)]
		}
	}
}

func tooLarge(size, limit int64) error {
	return fault.New(fault.Unreadable, "", "", fmt.Sprintf("%d bytes, larger than %d bytes", size, limit), "split it into smaller files")
}

// prose reads a file that is one text. declared looks for what the text says of
// its own encoding; nil where its format says nothing.
func (f *file) prose(declared func(data []byte) string) (Record, error) {
	data, err := f.content()
	if err != nil {
		return Record{}, err
	}
	c, data := cutMark(data)
	if !c.known() {
		label := ""
		if declared != nil {
			label = declared(data)
		}
		c = encodingOf(data, label)
	}
	if err := checkProse(data, c); err != nil {
		return Record{}, err
	}
	r := Record{Encoding: c.name}
	r.Text, r.Invalid = c.decode(data)
	if strings.TrimSpace(r.Text) == "" {
		return Record{}, errEmpty
	}
	return r, nil
}
