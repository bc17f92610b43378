package load

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// readJSON reads a JSON file: an object, which is one record, or a list of objects.
func readJSON(ctx context.Context, f *file) error {
	data, err := f.values()
	if err != nil {
		return f.fail(f.path, err)
	}
	body := bytes.TrimLeft(data, " \t\r\n")
	if len(body) == 0 {
		return f.fail(f.path, errEmpty)
	}
	decoder := json.NewDecoder(bytes.NewReader(body))
	if body[0] != '[' {
		var raw json.RawMessage
		if err := decoder.Decode(&raw); err != nil {
			return f.damaged(jsonError(err, data, len(data)-len(body)))
		}
		if err := f.record(place{f.path, "the first"}, raw, f.codec); err != nil {
			return err
		}
		return f.end(decoder, data, body)
	}
	if _, err := decoder.Token(); err != nil {
		return f.fail(f.path, err)
	}
	for i := 1; decoder.More(); i++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		var raw json.RawMessage
		if err := decoder.Decode(&raw); err != nil {
			return f.damaged(jsonError(err, data, len(data)-len(body)))
		}
		if err := f.record(place{fmt.Sprintf("%s, record %d", f.path, i), fmt.Sprintf("record %d", i)}, raw, f.codec); err != nil {
			return err
		}
	}
	if _, err := decoder.Token(); err != nil {
		return f.damaged(jsonError(err, data, len(data)-len(body)))
	}
	return f.end(decoder, data, body)
}

// damaged yields the error of a file that is not valid JSON.
func (f *file) damaged(err error) error {
	f.none = nil
	return f.fail(f.path, err)
}

// values reads a file of JSON values, of which any encoding is made UTF-8. Of
// UTF-8 itself invalid bytes stay, so that they are counted with their record.
func (f *file) values() ([]byte, error) {
	data, err := f.content()
	if err != nil {
		return nil, err
	}
	c, data := cutMark(data)
	if !c.known() {
		c = encodingOf(data, "")
	}
	if err := checkProse(data, c); err != nil {
		return nil, err
	}
	if f.codec = c; c.name == utf8Codec.name {
		return data, nil
	}
	s, _ := c.decode(data)
	return []byte(s), nil
}

// end reports whether anything follows the file's one value.
func (f *file) end(decoder *json.Decoder, data, body []byte) error {
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		line := lineOf(data, int64(len(data)-len(body))+decoder.InputOffset())
		return f.damaged(fmt.Errorf("line %d: something follows the end of the JSON value (several values belong into .jsonl)", line))
	}
	return nil
}

// jsonError names the line of a syntax error. skipped is the number of bytes
// of data before those that the decoder saw.
func jsonError(err error, data []byte, skipped int) error {
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		return fmt.Errorf("line %d: %w", lineOf(data, int64(skipped)+syntax.Offset), err)
	}
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		return errors.New("the JSON ends too early")
	}
	return err
}

// lineOf returns the number, from 1, of the line that holds byte i.
func lineOf(data []byte, i int64) int {
	return 1 + bytes.Count(data[:min(i, int64(len(data)))], []byte("\n"))
}
