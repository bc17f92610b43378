package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"grove/internal/fault"
	"grove/query"
)

// maxHistory is the largest file of earlier turns, in bytes.
const maxHistory = 1 << 20

// readHistory reads the earlier turns of a conversation; "" is no file.
func readHistory(name string) ([]query.Turn, error) {
	if name == "" {
		return nil, nil
	}
	const op, form = "cli.readHistory", `give a JSON list: [{"question": "...", "answer": "..."}]`
	f, err := os.Open(name)
	if err != nil {
		return nil, &fault.Error{Kind: fault.Invalid, Op: op, Item: name, Err: err, Hint: form}
	}
	defer f.Close()
	body, err := io.ReadAll(io.LimitReader(f, maxHistory+1))
	if err != nil {
		return nil, &fault.Error{Kind: fault.Unreadable, Op: op, Item: name, Err: err, Hint: form}
	}
	if len(body) > maxHistory {
		return nil, fault.New(fault.Invalid, op, name, fmt.Sprintf("the file has more than %d bytes", maxHistory), fmt.Sprintf("the last %d turns are enough", query.MaxTurns))
	}
	var turns []query.Turn
	err = json.Unmarshal(body, &turns)
	if shape := new(json.UnmarshalTypeError); errors.As(err, &shape) {
		err = errors.New("the file is not a list of turns, each a question and an answer in words")
	}
	if err != nil {
		return nil, &fault.Error{Kind: fault.Invalid, Op: op, Item: name, Err: err, Hint: form}
	}
	return turns, nil
}
