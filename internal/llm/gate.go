package llm

import "context"

// gateKey is where a context has its gate.
type gateKey struct{}

// WithGate gives a context in which each call passes a gate before it is made: it is
// held back until the gate returns, and not made where that has an error. Calls that
// are under way are left alone.
func WithGate(ctx context.Context, gate func(context.Context) error) context.Context {
	return context.WithValue(ctx, gateKey{}, gate)
}

// passGate waits at the context's gate, if it has one.
func passGate(ctx context.Context) error {
	gate, ok := ctx.Value(gateKey{}).(func(context.Context) error)
	if !ok {
		return nil
	}
	return gate(ctx)
}
