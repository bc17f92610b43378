package graphreader

import (
	"context"

	"grove/internal/fault"
	"grove/internal/llm"
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
