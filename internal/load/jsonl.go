package load

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
)

// lineBuffer is the size in bytes of the buffer for reading lines.
const lineBuffer = 256 << 10

// readLines reads JSON Lines: one object a line, blank lines passed over. One
// line at a time is in memory.
func readLines(ctx context.Context, f *file) error {
	lines := &lineReader{in: bufio.NewReaderSize(f, lineBuffer), max: f.MaxFile}
	seen := false
	for number := 1; ; number++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		item := fmt.Sprintf("%s:%d", f.path, number)
		line, err := lines.next()
		switch {
		case errors.Is(err, io.EOF) && seen:
			return nil
		case errors.Is(err, io.EOF):
			return f.fail(f.path, errors.New("the file is empty"))
		case errors.Is(err, errLineTooLong):
			seen = true
			if err := f.fail(item, tooLarge(f.MaxFile)); err != nil {
				return err
			}
			continue
		case err != nil:
			return f.fail(item, err)
		}
		if number == 1 {
			line = bytes.TrimPrefix(line, utf8BOM)
		}
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		seen = true
		if err := f.record(item, line); err != nil {
			return err
		}
	}
}

var errLineTooLong = errors.New("line too long")

// lineReader reads lines of any length up to max bytes.
type lineReader struct {
	in  *bufio.Reader
	max int64
	buf []byte
}

// next gives the next line without its end (LF or CR LF); it is valid until the
// following call. A line over max is passed over with errLineTooLong. After
// the last line comes io.EOF.
func (r *lineReader) next() ([]byte, error) {
	r.buf = r.buf[:0]
	tooLong := false
	for {
		part, err := r.in.ReadSlice('\n')
		if int64(len(r.buf)+len(part)) > r.max {
			tooLong = true
			r.buf = nil
		}
		if !tooLong {
			r.buf = append(r.buf, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case errors.Is(err, io.EOF) && (tooLong || len(r.buf) > 0):
			// the last line has no end; the end of the file comes next time
		case err != nil:
			return nil, err
		}
		if tooLong {
			return nil, errLineTooLong
		}
		line, _ := bytes.CutSuffix(r.buf, []byte("\n"))
		line, _ = bytes.CutSuffix(line, []byte("\r"))
		return line, nil
	}
}
