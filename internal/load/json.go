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
	data, err := f.content()
	if err != nil {
		return f.fail(f.path, err)
	}
	body := bytes.TrimLeft(data, " \t\r\n")
	if len(body) == 0 {
		return f.fail(f.path, errors.New("the file is empty"))
	}
	decoder := json.NewDecoder(bytes.NewReader(body))
	if body[0] != '[' {
		var raw json.RawMessage
		if err := decoder.Decode(&raw); err != nil {
			return f.fail(f.path, jsonError(err, data, len(data)-len(body)))
		}
		if err := f.record(f.path, raw); err != nil {
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
			return f.fail(f.path, jsonError(err, data, len(data)-len(body)))
		}
		if err := f.record(fmt.Sprintf("%s, record %d", f.path, i), raw); err != nil {
			return err
		}
	}
	if _, err := decoder.Token(); err != nil {
		return f.fail(f.path, jsonError(err, data, len(data)-len(body)))
	}
	return f.end(decoder, data, body)
}

// end says if anything follows the file's one value.
func (f *file) end(decoder *json.Decoder, data, body []byte) error {
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		line := lineOf(data, int64(len(data)-len(body))+decoder.InputOffset())
		return f.fail(f.path, fmt.Errorf("line %d: something follows the end of the JSON value (several values belong into .jsonl)", line))
	}
	return nil
}

// jsonError names the line of a syntax error. skipped is the number of bytes
// of data before those that the decoder saw.
func jsonError(err error, data []byte, skipped int) error {
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		return fmt.Errorf("line %d: %w", lineOf(data, int64(skipped)+syntax.Offset), err)
	}
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		return errors.New("the JSON ends too early")
	}
	return err
}

// lineOf is the number, from 1, of the line that holds byte i.
func lineOf(data []byte, i int64) int {
	return 1 + bytes.Count(data[:min(i, int64(len(data)))], []byte("\n"))
}
