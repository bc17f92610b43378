package query

import (
	"cmp"
	"context"

	"golang.org/x/sync/errgroup"

	"grove/internal/fault"
)

// Share configures how Fan divides work.
type Share struct {
	// In is the trace that gets a branch for each item; nil is the frame's own.
	In *Trace
	// Args returns the arguments to add to the steps of item i, from 0.
	Args func(i int) map[string]any
	// Calls is the number of model calls for all items together. Each item gets an equal
	// share, so that the result never depends on timing.
	Calls int
	// AtOnce is the largest number of concurrent items; 0 is no bound.
	AtOnce int
	// StopAtFailure cancels the work on the other items at the first failure.
	StopAtFailure bool
}

// Branch is the context of one item: its index from 0, its branch of the trace, the graph
// with reads recorded in that branch, and its share of the calls.
type Branch struct {
	Index int
	Trace *Trace
	Graph Graph
	Calls int
}

// Fan works on all items concurrently and returns one error for each, nil for success. A
// failure, or a panic, of one item does not stop the others, unless s.StopAtFailure is set.
// The branches are in the trace in the order of the items.
func Fan[T any](ctx context.Context, f *Frame, s Share, items []T, work func(context.Context, Branch, T) error) []error {
	failures, branches := make([]error, len(items)), make([]Branch, len(items))
	in := cmp.Or(s.In, f.Trace)
	for i := range items {
		trace := in.Branch(s.Args(i))
		branches[i] = Branch{Index: i, Trace: trace, Graph: f.TracedIn(trace), Calls: shareOf(max(s.Calls, 0), i, len(items))}
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var group errgroup.Group
	group.SetLimit(cmp.Or(s.AtOnce, -1))
	for i, item := range items {
		group.Go(func() error {
			defer func() {
				if s.StopAtFailure && failures[i] != nil {
					cancel()
				}
			}()
			defer fault.Recover(ctx, &failures[i], f.agent+".Answer", "")
			if failures[i] = fault.Wrap(ctx.Err(), f.agent+".Fan", ""); failures[i] == nil {
				failures[i] = work(ctx, branches[i], item)
			}
			return nil
		})
	}
	_ = group.Wait() // the errors are in failures
	return failures
}

// shareOf returns the share of item i of n in all calls.
func shareOf(all, i, n int) int {
	share := all / n
	if i < all%n {
		share++
	}
	return share
}

// Worst returns the error to report: an outage before any other, a cancellation last, nil if
// there is none.
func Worst(failures []error) error {
	var worst error
	for _, err := range failures {
		if err != nil && (worst == nil || severity(err) > severity(worst)) {
			worst = err
		}
	}
	return worst
}

// severity orders failures for Worst.
func severity(err error) int {
	switch fault.KindOf(err) {
	case fault.Unavailable:
		return 2
	case fault.Canceled:
		return 0
	}
	return 1
}
