package eval

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
)

// readLines decodes each line of a JSON Lines file and calls yield; blank lines are
// skipped. A line that does not decode, or that yield refuses, is an error that names
// file and line; a fault.Error of yield is returned as it is.
func readLines[T any](path string, yield func(T) error) (err error) {
	const op = "eval.readLines"
	f, err := os.Open(path)
	if err != nil {
		return &fault.Error{Kind: fault.Unreadable, Op: op, Item: path, Err: err, Hint: "name a file or folder that is there"}
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	lines := bufio.NewScanner(f)
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
		if known := (*fault.Error)(nil); errors.As(err, &known) {
			return err
		}
		if err != nil {
			return &fault.Error{Kind: fault.Unreadable, Op: op, Item: fmt.Sprintf("%s, line %d", path, n), Err: err,
				Hint: "mend the line: each is one JSON object of the documented form"}
		}
	}
	return fault.Wrap(lines.Err(), op, path)
}

// writeLine writes one JSON object and a line break.
func writeLine(w io.Writer, row any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(row)
}
