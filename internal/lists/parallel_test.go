package lists_test

import (
	"slices"
	"testing"

	"grove/internal/fault"
	"grove/internal/lists"
)

// TestParallel: each index is called once, and a panic reaches the caller.
func TestParallel(t *testing.T) {
	for _, n := range []int{0, 1, 2, 1000} {
		calls := make([]int, n)
		lists.Parallel(n, func(i int) { calls[i]++ })
		if slices.ContainsFunc(calls, func(c int) bool { return c != 1 }) {
			t.Errorf("of %d: %v", n, calls)
		}
	}
	defer func() {
		if err, ok := recover().(error); !ok || !fault.IsPanic(err) {
			t.Errorf("recovered %v", err)
		}
	}()
	lists.Parallel(3, func(i int) {
		if i == 2 {
			panic("a defect")
		}
	})
	t.Error("no panic")
}
