package jobs

import (
	"runtime/debug"
	"testing"
)

// TestAdjustCollector: the heap is collected more often while it is large, until the last of two jobs ends.
func TestAdjustCollector(t *testing.T) {
	t.Setenv("GOGC", "")
	before := debug.SetGCPercent(130)
	read, heap := heapInUse, uint64(0)
	heapInUse = func() uint64 { return heap }
	defer func() { heapInUse = read; debug.SetGCPercent(before) }()
	for _, c := range []struct {
		what       string
		jobs, want int
		heap       uint64
	}{
		{"first job", 1, 130, 1 << 20},
		{"second job", 1, 130, largeHeap},
		{"large heap", 0, largeGrowth, largeHeap + 1},
		{"still large", 0, largeGrowth, 2 * largeHeap},
		{"small again", 0, 130, largeHeap},
		{"large again", 0, largeGrowth, 2 * largeHeap},
		{"one job ended", -1, largeGrowth, 2 * largeHeap},
		{"both ended", -1, 130, 2 * largeHeap},
	} {
		heap = c.heap
		countJobs(c.jobs)
		got := debug.SetGCPercent(-1)
		debug.SetGCPercent(got)
		if got != c.want {
			t.Errorf("%s: %d, want %d", c.what, got, c.want)
		}
	}
	t.Setenv("GOGC", "200")
	countJobs(1)
	defer countJobs(-1)
	if got := debug.SetGCPercent(130); got != 130 {
		t.Errorf("with GOGC set: %d, want 130", got)
	}
}
