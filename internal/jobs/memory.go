package jobs

import (
	"context"

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
	if most <= 0 {
		most = maxMemory
	}
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
