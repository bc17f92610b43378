package jobs

import (
	"os"
	"runtime/debug"
	"runtime/metrics"
	"sync"
)

// A large heap is collected once it has grown by a half and not, as is Go's default, to twice its size:
// with 117 MB in use, as for 60 MB of text, it took 197 MB. A small one is not, since to collect twice as often takes a tenth
// more of the processor's time.
const (
	largeHeap   = 80 << 20
	largeGrowth = 50
)

// collector is the garbage collector's setting while jobs run, of which the process has but one.
var collector struct {
	mu    sync.Mutex
	jobs  int
	usual int // before the first large heap
	large bool
}

// heapInUse returns the bytes in use after the last collection.
var heapInUse = func() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// adjustCollector sets the collector by the heap's size. A GOGC of the environment stays.
func adjustCollector() {
	if os.Getenv("GOGC") != "" {
		return
	}
	c := &collector
	c.mu.Lock()
	defer c.mu.Unlock()
	switch large := c.jobs > 0 && heapInUse() > largeHeap; {
	case large && !c.large:
		c.large, c.usual = true, debug.SetGCPercent(largeGrowth)
	case !large && c.large:
		c.large = false
		debug.SetGCPercent(c.usual)
	}
}

// countJobs counts the jobs that run, without which the collector's setting is the usual one.
func countJobs(n int) {
	collector.mu.Lock()
	collector.jobs += n
	collector.mu.Unlock()
	adjustCollector()
}
