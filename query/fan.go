package query

import (
	"context"
	"math"
	"sync"

	"golang.org/x/sync/semaphore"

	"grove/internal/fault"
)

// Share is how Fan divides the work.
type Share struct {
	// In is the trace in which each item gets a branch; nil is the frame's own.
	In *Trace
	// Args are added to the arguments of the steps of item i, counted from 0.
	Args func(i int) map[string]any
	// Calls is how many calls all items together may make; each has an equal share,
	// so that what one does never depends on how fast another is.
	Calls int
	// AtOnce is how many items are worked on at a time; 0 is all.
	AtOnce int
}

// Branch is the work on one item: its index from 0, a branch of the trace, the graph
// with its reads recorded there, and the item's share of the calls.
type Branch struct {
	Index int
	Trace *Trace
	Graph Graph
	Calls int
}

// Fan works on all items side by side and gives the failure of each, nil for none: one
// that fails does not stop the others, and a panic is a failure like any other. The
// branches stand in the trace in the order of the items.
func Fan[T any](ctx context.Context, f *Frame, s Share, items []T, work func(context.Context, Branch, T) error) []error {
	failures := make([]error, len(items))
	in, slots := s.In, semaphore.NewWeighted(math.MaxInt32)
	if in == nil {
		in = f.Trace
	}
	if s.AtOnce > 0 {
		slots = semaphore.NewWeighted(int64(s.AtOnce))
	}
	branches := make([]Branch, len(items))
	for i := range items {
		trace := in.Branch(s.Args(i))
		branches[i] = Branch{Index: i, Trace: trace, Graph: f.TracedIn(trace), Calls: shareOf(max(s.Calls, 0), i, len(items))}
	}
	var group sync.WaitGroup
	for i, item := range items {
		group.Go(func() {
			if failures[i] = slots.Acquire(ctx, 1); failures[i] != nil {
				failures[i] = fault.Wrap(failures[i], f.agent+".Fan", "")
				return
			}
			defer slots.Release(1)
			defer fault.Recover(ctx, &failures[i], f.agent+".Answer", "")
			failures[i] = work(ctx, branches[i], item)
		})
	}
	group.Wait()
	return failures
}

// shareOf is the number of calls that item i of n has of all.
func shareOf(all, i, n int) int {
	share := all / n
	if i < all%n {
		share++
	}
	return share
}

// Worst is the failure to report: an outage before any other, nil if there is none.
func Worst(failures []error) error {
	var worst error
	for _, err := range failures {
		if err != nil && (worst == nil || fault.Is(err, fault.Unavailable) && !fault.Is(worst, fault.Unavailable)) {
			worst = err
		}
	}
	return worst
}
