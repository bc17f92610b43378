package query

import (
	"context"
	"encoding/json"
	"errors"
	"strings"

	"grove/internal/fault"
	"grove/internal/llm"
	"grove/internal/llm/repair"
	"grove/internal/text"
)

// RepairRoom is how many tokens of each call are left free for Ask's request to
// correct a reply.
const RepairRoom = 96

// Ask asks a prompt, and once more with what was wrong if the reply cannot be
// used and the limits of the session allow another call.
func Ask[T any](ctx context.Context, s *llm.Session, p llm.Prompt[T]) (T, error) {
	answer, _, err := AskWithin(ctx, s, p, 2)
	return answer, err
}

// AskWithin is Ask with at most so many calls: below 2, a reply that cannot be used is
// not asked for again. used is the number of calls made.
func AskWithin[T any](ctx context.Context, s *llm.Session, p llm.Prompt[T], most int) (answer T, used int, err error) {
	answer, err = llm.Ask(ctx, s, p)
	if most < 2 || !fault.Is(err, fault.BadReply) {
		return answer, 1, err
	}
	again, second := llm.Ask(ctx, s, Corrected(p, err))
	if fault.Is(second, fault.LimitReached) {
		return answer, 1, err // what was wrong with the first reply says more
	}
	return again, 2, second
}

// Corrected is the prompt asked again, with what was wrong with the first reply.
func Corrected[T any](p llm.Prompt[T], wrong error) llm.Prompt[T] {
	return corrected[T]{p, reason(wrong)}
}

// corrected is a prompt asked again, with what was wrong with the first reply.
type corrected[T any] struct {
	llm.Prompt[T]
	reason string
}

// Messages adds the reason.
func (c corrected[T]) Messages() []llm.Message {
	return append(c.Prompt.Messages(), llm.User("Your reply could not be used: "+c.reason+". Reply again, with one JSON object of the given form and nothing else."))
}

// reason is the innermost cause as plain ASCII, short enough for RepairRoom.
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

// ParseObject reads the JSON object in a reply that has one of the keys. One
// that breaks off is refused: what is missing may be the answer.
func ParseObject[T any](reply string, keys ...string) (T, error) {
	return parse[T](reply, repair.HasAny(keys...))
}

// ParseWhole is ParseObject for an object that has all of the keys.
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
