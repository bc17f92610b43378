package web

import (
	"context"
	"io"
	"math"
	"net/http"
	"time"

	"grove/internal/fault"
)

// A document is read whole to be looked at, as JSON or in its file: one of 64 MiB takes
// some 400 MB of memory for a while. So those of more than light bytes are worked on a
// few at once: together they have no more than heavyDocuments times what one may have,
// and those of a key no more than one may.
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

// weigh waits until there is memory for a document of so many bytes, which the request
// has until its end.
func (c *call) weigh(ctx context.Context, bytes int64) error {
	if bytes <= light {
		return nil
	}
	wait, stop := context.WithTimeout(ctx, heavyWait)
	defer stop()
	err := c.server.scales.add(wait, c.gin.GetString(keyID), &c.weight, min(bytes, c.server.Limits.Upload))
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return fault.Wrap(ctx.Err(), "web.weigh", c.workspace())
	}
	return fault.New(fault.Overloaded, "web.weigh", "", "too many large documents at once", "try again")
}

// lighten gives back what weigh took.
func (c *call) lighten() { c.server.scales.remove(c.gin.GetString(keyID), &c.weight) }

// weighBody is weigh for the JSON that the request has, before it is read, or while it is
// read where it does not say how long it is.
func (c *call) weighBody(ctx context.Context) error {
	bytes, limit := c.gin.Request.ContentLength, c.server.Limits.Upload
	switch {
	case bytes < 0:
		c.gin.Request.Body = &growing{ReadCloser: c.gin.Request.Body, call: c, ctx: ctx, room: light + 1}
		return nil
	case bytes > limit: // read, so that its client reads the answer
		_, err := io.Copy(io.Discard, http.MaxBytesReader(c.gin.Writer, c.gin.Request.Body, limit))
		return unreadBody(err, limit)
	case bytes <= light:
		return nil
	}
	if err := c.weigh(ctx, bytes); err != nil {
		return err
	}
	return c.hurry(ctx, time.Now(), bytes)
}

// hurry has a heavy document of so many bytes, begun at a time, come at its pace.
func (c *call) hurry(ctx context.Context, begun time.Time, bytes int64) error {
	end := begun.Add(heavyStart + time.Duration(bytes/heavyPace)*time.Second)
	_ = http.NewResponseController(c.gin.Writer).SetReadDeadline(end)
	return fault.Wrap(ctx.Err(), "web.body", c.workspace()) // endable's deadline was put off then
}

// growing is a body that does not say how long it is: once more than light has come it is
// weighed as the largest that may come, since bodies that grew on the scales would wait for
// each other. It is hurried in steps, each twice the one before.
type growing struct {
	io.ReadCloser
	call *call
	ctx  context.Context
	// came is how many bytes came, room how many may before the next step: at first one
	// more than light, which tells that it is heavy.
	came, room int64
	// begun is when the first step was weighed, put off by what it waited for others.
	begun time.Time
}

// Read reads what there is room for.
func (g *growing) Read(p []byte) (int, error) {
	if g.came == g.room {
		if err := g.grow(); err != nil {
			return 0, err
		}
	}
	n, err := g.ReadCloser.Read(p[:min(int64(len(p)), g.room-g.came)])
	g.came += int64(n)
	return n, err
}

// grow makes room. Beyond the limit of a document others end the reading.
func (g *growing) grow() error {
	limit, asked := g.call.server.Limits.Upload, time.Now()
	bytes := min(2*g.room, limit)
	if err := g.call.weigh(g.ctx, limit); err != nil {
		return err
	}
	if g.begun.IsZero() {
		g.begun = asked
	}
	g.begun = g.begun.Add(time.Since(asked))
	if g.room = bytes; bytes == limit {
		g.room = math.MaxInt64
	}
	return g.call.hurry(g.ctx, g.begun, bytes)
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
