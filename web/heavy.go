package web

import (
	"context"
	"io"
	"net/http"
	"time"

	"golang.org/x/sync/semaphore"

	"grove/internal/fault"
)

// A document is read whole to be looked at, as JSON or in its file: one of 64 MiB takes
// some 400 MB of memory for a while. So those of more than light bytes are worked on a
// few at once: together they have no more than heavyDocuments times what one may have.
const (
	light          = 1 << 20
	heavyDocuments = 2
	// heavyWait is how long a heavy document waits for its turn.
	heavyWait = 30 * time.Second
	// heavyPace is how many bytes a second the JSON of one has to come at, after
	// heavyStart: others wait for its end. A form with a file has all the time that an
	// upload has.
	heavyPace  = 1 << 20
	heavyStart = 30 * time.Second
)

func newScales(l Limits) *semaphore.Weighted {
	return semaphore.NewWeighted(heavyDocuments * (l.Upload + formOverhead))
}

// weigh waits until there is memory for a document of so many bytes, which the request
// has until its end.
func (c *call) weigh(ctx context.Context, bytes int64) error {
	if bytes <= light {
		return nil
	}
	bytes = min(bytes, c.server.Limits.Upload)
	ctx, stop := context.WithTimeout(ctx, heavyWait)
	defer stop()
	if err := c.server.scales.Acquire(ctx, bytes); err != nil {
		return fault.New(Overloaded, "web.weigh", "", "too many large documents at once", "try again")
	}
	c.heavy += bytes
	return nil
}

// lighten gives back what weigh took.
func (c *call) lighten() {
	if c.heavy > 0 {
		c.server.scales.Release(c.heavy)
	}
}

// weighBody is weigh for the JSON that the request has, before it is read. One that does
// not say how long it is may be as long as a document can be.
func (c *call) weighBody(ctx context.Context) error {
	bytes := c.gin.Request.ContentLength
	if bytes < 0 {
		bytes = c.server.Limits.Upload
	}
	if limit := c.server.Limits.Upload; bytes > limit { // read, so that its client reads the answer
		_, err := io.Copy(io.Discard, http.MaxBytesReader(c.gin.Writer, c.gin.Request.Body, limit))
		return unreadBody(err, limit)
	}
	if err := c.weigh(ctx, bytes); err != nil || c.heavy == 0 {
		return err
	}
	_ = http.NewResponseController(c.gin.Writer).SetReadDeadline(time.Now().Add(heavyStart + time.Duration(bytes/heavyPace)*time.Second))
	return nil
}

// counter counts what is read through it.
type counter struct {
	io.Reader
	bytes int64
}

// Read reads.
func (r *counter) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	r.bytes += int64(n)
	return n, err
}
