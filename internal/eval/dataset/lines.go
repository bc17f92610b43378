package dataset

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"grove/internal/fault"
	"grove/internal/load"
	"grove/internal/text"
)

// ReadLines decodes a JSON Lines file; see DecodeLines.
func ReadLines[T any](path string, yield func(T) error) error {
	f, err := os.Open(path)
	if err != nil {
		return fault.From(fault.Unreadable, "dataset.ReadLines", path, err, "check the path")
	}
	return errors.Join(DecodeLines(path, f, yield), f.Close())
}

// DecodeLines decodes each line of JSON Lines and calls yield; blank lines are skipped. A
// line that cannot be decoded, or an error of yield, becomes an error that names path and
// line; a fault.Error of yield is returned as it is.
func DecodeLines[T any](path string, r io.Reader, yield func(T) error) error {
	const op = "dataset.ReadLines"
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, load.DefaultMaxFile)
	n := 0
	for lines.Scan() {
		n++
		line := bytes.TrimSpace(bytes.TrimPrefix(lines.Bytes(), []byte("\ufeff")))
		if len(line) == 0 {
			continue
		}
		var row T
		err := json.Unmarshal(line, &row)
		if err == nil {
			err = yield(row)
		}
		if own := (*fault.Error)(nil); errors.As(err, &own) {
			return err
		}
		if err != nil {
			return fault.From(fault.Unreadable, op, fmt.Sprintf("%s, line %d", path, n), err,
				"correct the line: each line is one JSON object of the documented form")
		}
	}
	return fault.Wrap(lines.Err(), op, path)
}

// WriteLine writes one JSON object and a line break.
func WriteLine(w io.Writer, row any) error { return text.JSONEncoder(w).Encode(row) }
