package query

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"grove/internal/fault"
	"grove/internal/lists"
	"grove/internal/llm"
	"grove/internal/llm/repair"
	"grove/internal/text"
)

// RepairRoom is the number of tokens of each call reserved for Ask's request to correct
// a reply.
const RepairRoom = 96

// Ask sends a prompt and returns the parsed reply. It repeats the prompt once, with the
// parse error, if the reply is unusable and the session's limits permit another call.
func Ask[T any](ctx context.Context, s *llm.Session, p llm.Prompt[T]) (T, error) {
	answer, _, err := AskWithin(ctx, s, p, 2)
	return answer, err
}

// AskWithin is Ask with at most most calls: below 2, an unusable reply is not repeated.
// used is the number of calls made.
func AskWithin[T any](ctx context.Context, s *llm.Session, p llm.Prompt[T], most int) (answer T, used int, err error) {
	answer, err = llm.Ask(ctx, s, p)
	if most < 2 || !fault.Is(err, fault.BadReply) {
		return answer, 1, err
	}
	again, second := llm.Ask(ctx, s, corrected[T]{p, reason(err)})
	if fault.Is(second, fault.LimitReached) {
		return answer, 1, err // the first error is more informative
	}
	return again, 2, second
}

// corrected is a repeated prompt with the reason why the first reply was unusable.
type corrected[T any] struct {
	llm.Prompt[T]
	reason string
}

// Messages appends the reason to the prompt's messages.
func (c corrected[T]) Messages() []llm.Message {
	return append(c.Prompt.Messages(), llm.User("Your reply could not be used: "+c.reason+
		". Reply again, with one JSON object of the given form and nothing else."))
}

// reason returns the innermost cause in ASCII, short enough for RepairRoom.
func reason(err error) string {
	for e := errors.Unwrap(err); e != nil; e = errors.Unwrap(e) {
		err = e
	}
	plain := strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return '?'
		}
		return r
	}, err.Error())
	return text.Truncate(plain, 60)
}

// ParseObject decodes the JSON object in a reply that has at least one of the keys. A
// truncated object is an error, as its missing part may be the answer.
func ParseObject[T any](reply string, keys ...string) (T, error) {
	return parse[T](reply, repair.HasAny(keys...))
}

// ParseWhole is ParseObject for an object with all of the keys.
func ParseWhole[T any](reply string, keys ...string) (T, error) {
	return parse[T](reply, repair.HasAll(keys...))
}

func parse[T any](reply string, wanted func(json.RawMessage) error) (T, error) {
	out, found, err := repair.Decode[T](reply, wanted)
	if err == nil && found.Truncated {
		var none T
		return none, errors.New("the reply breaks off")
	}
	return out, err
}

// LooseText is a text in a model's reply; numbers, booleans and lists are accepted too.
type LooseText string

// UnmarshalJSON accepts any JSON value but an object.
func (t *LooseText) UnmarshalJSON(raw []byte) error {
	var v any
	if err := json.Unmarshal(raw, &v); err != nil {
		return err
	}
	switch v := v.(type) {
	case nil:
		*t = ""
	case string:
		*t = LooseText(strings.TrimSpace(v))
	case bool, float64:
		*t = LooseText(raw)
	case []any:
		parts := lists.Map(v, func(e any) string { return strings.TrimSpace(fmt.Sprint(e)) })
		*t = LooseText(strings.Join(parts, ", "))
	default:
		return fmt.Errorf("an object instead of a text")
	}
	return nil
}

// LooseNumber is an integer in a model's reply; a text that contains one, such as "3" or
// "passage 3", is accepted too.
type LooseNumber int

var firstNumber = regexp.MustCompile(`-?\d+`)

// UnmarshalJSON accepts a number or a text with a number in it.
func (n *LooseNumber) UnmarshalJSON(raw []byte) error {
	found := firstNumber.Find(raw)
	if found == nil || raw[0] == '{' || raw[0] == '[' {
		return fmt.Errorf("no number in %.20q", raw)
	}
	v, err := strconv.Atoi(string(found))
	*n = LooseNumber(v)
	return err
}
