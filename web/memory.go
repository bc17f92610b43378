package web

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"os"
	"time"

	"golang.org/x/sync/semaphore"

	"grove/internal/fault"
)

// A document is held in memory as a whole while it is decoded and parsed: one of 64 MiB
// takes some 400 MB for a while. So those of more than smallBody bytes acquire memory first,
// once they have been received: who sends slowly holds nothing that others wait for.
const (
	smallBody = 1 << 20
	// largeBodies is how many bodies of the largest size are decoded at once.
	largeBodies = 2
	// memoryWait bounds the wait for memory.
	memoryWait = 30 * time.Second
)

// memoryLimiter bounds the bytes of the large bodies that are decoded at once.
type memoryLimiter struct{ *semaphore.Weighted }

func newMemoryLimiter(l Limits) memoryLimiter {
	return memoryLimiter{semaphore.NewWeighted(largeBodies * (l.Upload + formOverhead))}
}

// acquire waits until a body of so many bytes may be decoded, and gives how many of them
// release has to be given.
func (m memoryLimiter) acquire(ctx context.Context, n int64) (int64, error) {
	const op = "web.memory"
	if n <= smallBody {
		return 0, nil
	}
	wait, stop := context.WithTimeout(ctx, memoryWait)
	defer stop()
	err := m.Acquire(wait, n)
	switch {
	case err == nil:
		return n, nil
	case ctx.Err() != nil:
		return 0, fault.Wrap(ctx.Err(), op, "")
	}
	return 0, fault.New(fault.Overloaded, op, "", "too many large documents at once", "try again")
}

// release gives back what acquire gave.
func (m memoryLimiter) release(n int64) {
	if n > 0 {
		m.Release(n)
	}
}

// readBody reads the body of the request, of at most limit bytes. A large one is received
// into a temporary file, and read from there once there is memory for it.
func (c *call) readBody(ctx context.Context, limit int64) ([]byte, error) {
	body := http.MaxBytesReader(c.gin.Writer, c.gin.Request.Body, limit)
	begin, err := io.ReadAll(io.LimitReader(body, smallBody+1))
	if err != nil {
		return nil, unreadBody(err, limit)
	}
	if len(begin) <= smallBody {
		return begin, c.bodyRead()
	}
	file, err := os.CreateTemp("", "grove-body-")
	if err != nil {
		return nil, noRoom(err)
	}
	defer os.Remove(file.Name())
	defer file.Close()
	size, err := io.Copy(file, io.MultiReader(bytes.NewReader(begin), body))
	if onDisk := new(fs.PathError); errors.As(err, &onDisk) {
		return nil, noRoom(err)
	}
	if err != nil {
		return nil, unreadBody(err, limit)
	}
	if err := c.bodyRead(); err != nil {
		return nil, err
	}
	if c.memory, err = c.server.memory.acquire(ctx, size); err != nil {
		return nil, err
	}
	raw := make([]byte, size)
	if _, err = file.ReadAt(raw, 0); err != nil {
		return nil, fault.Wrap(err, "web.body", file.Name())
	}
	return raw, nil
}

// noRoom is the error of a body that could not be written to the disk.
func noRoom(err error) error {
	return &fault.Error{Kind: fault.Full, Op: "web.body", Err: err, Hint: "free space in the service's folder of temporary files"}
}
