package fault

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
)

// Panic is the cause of an error that a recovered panic became.
type Panic struct {
	// Value is what panic was called with.
	Value any
}

// Error returns the value as text, without the stack.
func (p *Panic) Error() string { return fmt.Sprintf("a defect of Grove: %v", p.Value) }

// Recover turns a panic of the function that defers it into an error of kind Internal
// in *err, and writes the stack to the default logger. It does nothing where there was
// no panic. A panic with an error that Recover made, passed on from another goroutine,
// becomes that error and is not logged again.
//
// Every goroutine defers it first, because a panic there ends the process.
func Recover(ctx context.Context, err *error, op, item string) {
	value := recover()
	if value == nil {
		return
	}
	if passed, ok := value.(error); ok && IsPanic(passed) {
		*err = passed
		return
	}
	slog.ErrorContext(ctx, "panic", "op", op, "item", item, "cause", fmt.Sprint(value), "stack", string(debug.Stack()))
	*err = &Error{Kind: Internal, Op: op, Item: item, Err: &Panic{value}, Hint: "the log has the stack: please report it"}
}

// IsPanic reports whether err comes from a recovered panic.
func IsPanic(err error) bool {
	var p *Panic
	return errors.As(err, &p)
}
