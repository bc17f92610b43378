package jobs

import (
	"cmp"
	"context"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"sync"

	"golang.org/x/sync/semaphore"
)

// The estimate of the memory that the ingest of an upload takes, from measurements of
// English texts of up to 60 MB.
const (
	ingestMemory  = 250 << 20
	memoryPerByte = 4
)

// maxMemory is the default of NewMemory: enough for three uploads of 64 MiB beside a small one.
const maxMemory = 2 << 30

// Memory bounds what the ingests of several workspaces take together, by estimate. It is
// safe for concurrent use.
type Memory struct {
	most int64
	used *semaphore.Weighted
}

// NewMemory returns a bound of so many bytes; 0 is 2 GiB.
func NewMemory(most int64) *Memory {
	most = cmp.Or(max(most, 0), maxMemory)
	return &Memory{most, semaphore.NewWeighted(most)}
}

// admit waits until there is memory for an upload of so many bytes. One that would take
// more than all of it runs alone.
func (m *Memory) admit(ctx context.Context, bytes int64) (release func(), err error) {
	n := min(memoryFor(bytes), m.most)
	if err := m.used.Acquire(ctx, n); err != nil {
		return nil, err
	}
	return func() { m.used.Release(n) }, nil
}

// memoryFor estimates the memory in bytes that the ingest of an upload of so many bytes takes.
func memoryFor(bytes int64) int64 { return ingestMemory + memoryPerByte*bytes }

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
