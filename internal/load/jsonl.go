package load

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"golang.org/x/text/transform"
)

// lineBuffer is the size in bytes of the buffer for reading lines.
const lineBuffer = 256 << 10

// readLines reads JSON Lines: one object a line, blank lines are skipped. One
// line at a time is in memory.
func readLines(ctx context.Context, f *file) error {
	lines, err := f.lines()
	if err != nil {
		return f.fail(f.path, err)
	}
	seen := false
	for number := 1; ; number++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		at := place{fmt.Sprintf("%s:%d", f.path, number), fmt.Sprintf("line %d", number)}
		line, err := lines.next()
		switch {
		case errors.Is(err, io.EOF) && seen:
			return nil
		case errors.Is(err, io.EOF):
			return f.fail(f.path, errEmpty)
		case errors.Is(err, errLineTooLong):
			seen = true
			if err := f.fail(at.item, tooLarge(lines.skipped, f.MaxFile)); err != nil {
				return err
			}
			continue
		case err != nil:
			return f.fail(at.item, err)
		}
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		seen = true
		if err := f.line(at, line); err != nil {
			return err
		}
	}
}

// lines begins to read the file's lines, of which UTF-16 is made UTF-8. In the
// other encodings a line ends at the same byte; each line is decoded by itself.
func (f *file) lines() (*lineReader, error) {
	in := bufio.NewReaderSize(f, lineBuffer)
	head, err := in.Peek(lineBuffer)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if err := checkKind(head); err != nil {
		return nil, err
	}
	c, rest := cutMark(head)
	if _, err := in.Discard(len(head) - len(rest)); err != nil {
		return nil, err
	}
	if !c.known() {
		c = encodingOf(wholeRunes(rest), "")
	}
	if err := checkProse(rest, c); err != nil {
		return nil, err
	}
	if f.codec = c; c.name == utf16LE.name || c.name == utf16BE.name {
		in = bufio.NewReaderSize(transform.NewReader(in, c.NewDecoder()), lineBuffer)
	}
	return &lineReader{in: in, max: f.MaxFile}, nil
}

// wholeRunes returns data without a rune that its end cuts in two: it would look like an invalid one.
func wholeRunes(data []byte) []byte {
	for i := len(data) - 1; i >= max(0, len(data)-utf8.UTFMax); i-- {
		if utf8.RuneStart(data[i]) {
			if !utf8.FullRune(data[i:]) {
				return data[:i]
			}
			break
		}
	}
	return data
}

// line reads one line. A line is in the file's encoding; where that seems to be
// UTF-8 but the line is not, its own bytes decide.
func (f *file) line(at place, line []byte) error {
	c := f.codec
	switch c.name {
	case utf8Codec.name:
		c = encodingOf(line, "")
	case utf16LE.name, utf16BE.name:
		return f.record(at, line, c)
	}
	if c.name != utf8Codec.name {
		s, _ := c.decode(line)
		line = []byte(s)
	}
	return f.record(at, line, c)
}

var errLineTooLong = errors.New("line too long")

// lineReader reads lines of any length up to max bytes.
type lineReader struct {
	in  *bufio.Reader
	max int64
	buf []byte
	// skipped is the length of the line that was too long last.
	skipped int64
}

// next returns the next line without its end (LF or CR LF); it is valid until the
// following call. A line over max is passed over with errLineTooLong. After
// the last line comes io.EOF.
func (r *lineReader) next() ([]byte, error) {
	r.buf = r.buf[:0]
	length := int64(0)
	for {
		part, err := r.in.ReadSlice('\n')
		if length += int64(len(part)); length > r.max {
			r.buf = nil
		} else {
			r.buf = append(r.buf, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case errors.Is(err, io.EOF) && length > 0:
			// the last line has no end; the end of the file comes next time
		case err != nil:
			return nil, err
		}
		if length > r.max {
			r.skipped = length
			return nil, errLineTooLong
		}
		line, _ := bytes.CutSuffix(r.buf, []byte("\n"))
		line, _ = bytes.CutSuffix(line, []byte("\r"))
		return line, nil
	}
}
