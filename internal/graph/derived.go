package graph

import (
	"context"

	"grove/internal/fault"
)

// Derived is a value computed from the whole graph and kept until the graph changes. Its zero
// value is empty. It is safe for concurrent use.
type Derived[T any] struct {
	lock   chan struct{}
	number int64
	last   *T
}

// NewDerived returns an empty value.
func NewDerived[T any]() *Derived[T] { return &Derived[T]{lock: make(chan struct{}, 1)} }

// Get returns the value of the reader's state. One of several callers computes it, even if its
// own context ends meanwhile; the others wait for it or for the end of their contexts. An error
// is not kept.
func (d *Derived[T]) Get(ctx context.Context, r ChangeNumberer, compute func(context.Context) (T, error)) (value T, err error) {
	// A channel, unlike a mutex, ends the wait with the context.
	select {
	case d.lock <- struct{}{}:
	case <-ctx.Done():
		return value, fault.Wrap(ctx.Err(), "graph.Derived", "")
	}
	defer func() { <-d.lock }()
	number, err := r.ChangeNumber(ctx)
	if err != nil {
		return value, err
	}
	if d.last != nil && d.number == number {
		return *d.last, nil
	}
	if value, err = compute(context.WithoutCancel(ctx)); err != nil {
		return value, err
	}
	d.number, d.last = number, &value
	return value, nil
}

// ChangeNumberer has the change number of the graph.
type ChangeNumberer interface {
	ChangeNumber(context.Context) (int64, error)
}
