package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

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
	const op, form = "cli.readHistory", `give a JSON list: [{"question": "...", "answer": "..."}], or [{"role": "user", "content": "..."}, {"role": "assistant", "content": "..."}]`
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
	turns, err := turnsOf(body)
	if err != nil {
		return nil, &fault.Error{Kind: fault.Invalid, Op: op, Item: name, Err: err, Hint: form}
	}
	return turns, nil
}

// entry is one of a history: a turn, or what one side said as chat interfaces keep it.
type entry struct {
	Question, Answer, Role, Content *string
}

// turnsOf reads a list of turns, or of messages of a user and an assistant. A message of
// the system is no part of a conversation, and is passed over.
func turnsOf(body []byte) ([]query.Turn, error) {
	var list []entry
	err := json.Unmarshal(body, &list)
	if errors.As(err, new(*json.UnmarshalTypeError)) {
		return nil, errors.New("the file is not a list of turns, each a question and an answer in words")
	}
	if err != nil {
		return nil, err
	}
	var turns []query.Turn
	asked := false // the last turn waits for its answer
	for i, s := range list {
		switch {
		case s.Question != nil && s.Role == nil && strings.TrimSpace(*s.Question) != "":
			turns, asked = append(turns, query.Turn{Question: *s.Question, Answer: orNone(s.Answer)}), false
		case s.is("system"), s.is("developer"):
		case s.is("user"):
			turns, asked = append(turns, query.Turn{Question: *s.Content}), true
		case s.is("assistant") && asked:
			turns[len(turns)-1].Answer, asked = *s.Content, false
		case s.is("assistant"):
			return nil, fmt.Errorf("number %d is an answer without a question before it", i+1)
		default:
			return nil, fmt.Errorf("number %d is neither a turn with a question nor a message of a user or an assistant", i+1)
		}
	}
	return turns, nil
}

// is tells whether the entry is a message in words of that role.
func (s entry) is(role string) bool {
	return s.Question == nil && orNone(s.Role) == role && strings.TrimSpace(orNone(s.Content)) != ""
}

// orNone is a text that may not be there.
func orNone(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
