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
	".txt": readPlain, ".text": readPlain, ".csv": readTable, ".tsv": readTable,
	".md": readMarkdown, ".markdown": readMarkdown,
	".html": readHTML, ".htm": readHTML, ".xhtml": readHTML,
	".json":  readJSON,
	".jsonl": readLines, ".ndjson": readLines,
}

const formatsHint = "Grove reads .txt, .text, .csv, .tsv, .md, .markdown, .html, .htm, .xhtml, .json, .jsonl and .ndjson, " +
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
	// read is true once a record was read, or failed otherwise than by having no text; none are
	// the errors of those before it that have none.
	read bool
	none []placeError
}

// placeError is the error of an item.
type placeError struct {
	item string
	err  error
}

// mostNone is how many records without text a file of a folder may begin with.
const mostNone = 1000

var errNoDocuments = errors.New(noRecords)

// noRecord keeps the error of a record without text, or yields it if the file was named itself
// or holds documents. It returns errNoDocuments where it is plain that the file holds none.
func (f *file) noRecord(e placeError) error {
	if f.root == nil || f.read {
		return f.fail(e.item, e.err)
	}
	if f.none = append(f.none, e); len(f.none) == mostNone {
		return errNoDocuments
	}
	return nil
}

// hasRecord notes that the file holds documents, and yields the errors kept by noRecord.
func (f *file) hasRecord() error {
	f.read = true
	for _, e := range f.none {
		if err := f.fail(e.item, e.err); err != nil {
			return err
		}
	}
	f.none = nil
	return nil
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
			return nil, fault.New(fault.Unreadable, "", "", fmt.Sprintf("more than %d bytes", f.MaxFile),
				"split it into smaller parts, or give a larger --max-file")
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

// input reads standard input, in the format that the ending of its source names.
func (w *walker) input(ctx context.Context) error {
	source, err := w.sourceOf("", "")
	if err != nil {
		return w.fail(StandardInput, err)
	}
	read := readerOf(w.Source)
	if read == nil {
		read = readUnknown
	}
	return read(ctx, &file{Reader: &contextReader{ctx: ctx, from: w.Input}, walker: w, path: InputOrigin, absolute: InputOrigin,
		source: source})
}

// inputBuffer is the most bytes that are read of standard input at once.
const inputBuffer = 256 << 10

// contextReader is a reader whose reads end with the context, as standard input may be a
// terminal without input. An abandoned read remains blocked in the background.
type contextReader struct {
	ctx    context.Context
	from   io.Reader
	buffer []byte
}

// Read reads, or returns the error of the context once that has ended.
func (r *contextReader) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	if r.buffer == nil {
		r.buffer = make([]byte, inputBuffer)
	}
	type result struct {
		n   int
		err error
	}
	done := make(chan result, 1)
	into := r.buffer[:min(len(p), inputBuffer)]
	go func() {
		var got result
		defer func() { done <- got }()
		defer fault.Recover(r.ctx, &got.err, "load.Read", "")
		got.n, got.err = r.from.Read(into)
	}()
	select {
	case <-r.ctx.Done():
		return 0, r.ctx.Err()
	case got := <-done:
		return copy(p, into[:got.n]), got.err
	}
}
