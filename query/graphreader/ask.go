package graphreader

import (
	"context"
	"errors"

	"grove/internal/fault"
	"grove/internal/llm"
	"grove/internal/llm/repair"
	"grove/query"
)

// temperature is that of the published agent.
const temperature = 0.2

// ask asks a prompt, and once more with what was wrong if the reply cannot be
// used and most, the number of calls allowed, is above 1. used is the number made.
func ask[T any](ctx context.Context, s *llm.Session, p llm.Prompt[T], most int) (answer T, used int, err error) {
	answer, err = llm.Ask(ctx, s, p)
	if most < 2 || !fault.Is(err, fault.BadReply) {
		return answer, 1, err
	}
	again, second := llm.Ask(ctx, s, query.Corrected(p, err))
	if fault.Is(second, fault.LimitReached) {
		return answer, 1, err // what was wrong with the first reply says more
	}
	return again, 2, second
}

// parseObject reads the JSON object in a reply that has all the keys. One that
// breaks off is asked for again: what is missing may be the decision.
func parseObject[T any](reply string, keys ...string) (T, error) {
	out, found, err := repair.Decode[T](reply, repair.HasAll(keys...))
	if err == nil && found.Truncated {
		var none T
		return none, errors.New("the reply breaks off")
	}
	return out, err
}
