package llm

import "context"

// gateKey is the context key of the gate.
type gateKey struct{}

// WithGate returns a context in which every call waits for the gate before it is made, and
// is not made if the gate returns an error. An open gate must return nil at once, even if
// its context has ended. Calls in flight are not affected.
func WithGate(ctx context.Context, gate func(context.Context) error) context.Context {
	return context.WithValue(ctx, gateKey{}, gate)
}

// AwaitGate waits until the context's gate, if it has one, is open.
func AwaitGate(ctx context.Context) error {
	if gate, ok := ctx.Value(gateKey{}).(func(context.Context) error); ok {
		if err := gate(ctx); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// GateClosed reports whether the context's gate is closed now.
func GateClosed(ctx context.Context) bool {
	gate, ok := ctx.Value(gateKey{}).(func(context.Context) error)
	if !ok {
		return false
	}
	ended, end := context.WithCancel(ctx)
	end()
	return gate(ended) != nil
}
