package graph

import (
	"context"
	"strings"
)

// Observe is called at the start of each operation of a store, with the name of its
// method, such as "Facts". The operation runs in the context that is returned, and
// calls end with its outcome. A nil Observe is never called.
type Observe func(ctx context.Context, operation string) (inside context.Context, end func(error))

// observed marks the context of an operation under way.
type observed struct{}

// Begin starts the operation op, the name of a method behind that of its package and a
// dot. An operation that is part of another one is not observed by itself.
func (o Observe) Begin(ctx context.Context, op string) (inside context.Context, end func(error)) {
	if o == nil || ctx.Value(observed{}) != nil {
		return ctx, func(error) {}
	}
	_, name, _ := strings.Cut(op, ".")
	ctx, end = o(ctx, name)
	return context.WithValue(ctx, observed{}, true), end
}

// Refuse observes an operation that failed before it began, and gives its error.
func (o Observe) Refuse(ctx context.Context, op string, err error) error {
	_, end := o.Begin(ctx, op)
	end(err)
	return err
}
