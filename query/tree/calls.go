package tree

import (
	"context"
	"math"

	"grove/internal/llm"
	"grove/query"
)

// spare is how many calls are left beside the one that is kept for the answer.
// Stages follow each other, so that no two take the same one.
func (r *run) spare() int {
	if r.Options.MaxCalls == 0 {
		return math.MaxInt32
	}
	return r.Options.MaxCalls - r.Session.Usage().Calls - 1
}

// ask asks a prompt before the answer, and once more with what was wrong if the
// reply cannot be used and there is a call to spare.
func ask[T any](ctx context.Context, r *run, p llm.Prompt[T]) (T, error) {
	if r.spare() < 2 {
		return llm.Ask(ctx, r.Session, p)
	}
	return query.Ask(ctx, r.Session, p)
}
