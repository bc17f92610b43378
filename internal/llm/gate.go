package llm

import "context"

// gateKey is where a context has its gate.
type gateKey struct{}

// WithGate gives a context in which each call passes a gate before it is made: it is
// held back until the gate returns, and not made where that has an error. A gate that is
// open returns nil at once, even where its context has ended. Calls that are under way
// are left alone.
func WithGate(ctx context.Context, gate func(context.Context) error) context.Context {
	return context.WithValue(ctx, gateKey{}, gate)
}

// PassGate waits at the context's gate, if it has one, until calls may be made.
func PassGate(ctx context.Context) error {
	if gate, ok := ctx.Value(gateKey{}).(func(context.Context) error); ok {
		if err := gate(ctx); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// Held tells whether the context's gate holds calls back now.
func Held(ctx context.Context) bool {
	gate, ok := ctx.Value(gateKey{}).(func(context.Context) error)
	if !ok {
		return false
	}
	ended, end := context.WithCancel(ctx)
	end()
	return gate(ended) != nil
}
