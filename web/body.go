package web

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"mime"
	"net/http"
	"os"
	"sync"
	"time"
	"unicode/utf8"

	"golang.org/x/sync/semaphore"

	"grove/internal/fault"
)

// cancelableRead does work that reads the request's body, and ends the reading when ctx ends,
// as it does when the workspace is closed. Once the body has been read, the connection has no
// deadline: one that passed would end the request without a reply.
func (c *call) cancelableRead(ctx context.Context, work func() error) error {
	stopped := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(stopped)
		_ = http.NewResponseController(c.gin.Writer).SetReadDeadline(time.Now())
	})
	c.inTime = sync.OnceValue(func() bool {
		if stop() {
			return true
		}
		<-stopped
		return false
	})
	defer c.inTime() // because gin reuses the writer for another request afterwards
	err := work()
	if errors.Is(err, os.ErrDeadlineExceeded) && ctx.Err() != nil {
		return fault.Wrap(ctx.Err(), "web.body", c.workspace)
	}
	return err
}

// bodyRead records that the body has been read; it fails if the workspace was closed before.
func (c *call) bodyRead() error {
	if c.inTime != nil && !c.inTime() {
		return fault.Wrap(context.Canceled, "web.body", c.workspace)
	}
	c.noReadDeadline()
	return nil
}

// media returns the media type of the body, "" if the header has none.
func (c *call) media() string {
	media, _, err := mime.ParseMediaType(c.gin.GetHeader("Content-Type"))
	if err != nil {
		return ""
	}
	return media
}

const jsonType = "application/json"

// decode returns the body of a request, of at most limit bytes: one JSON value in UTF-8,
// without null and without unknown fields.
func decode[T any](ctx context.Context, c *call, limit int64) (v T, err error) {
	const op = "web.decode"
	if c.media() != jsonType {
		return v, fault.New(MediaType, op, c.gin.GetHeader("Content-Type"), "unsupported media type", "send "+jsonType)
	}
	raw, err := c.readBody(ctx, limit)
	if err != nil {
		return v, err
	}
	if message := parse(raw, &v); message != "" {
		return v, fault.New(fault.Invalid, op, "", message, "GET /openapi.json describes the body")
	}
	return v, nil
}

// parse decodes raw into v, and returns what is wrong with it or "".
func parse(raw []byte, v any) string {
	if !utf8.Valid(raw) {
		return "the body is not UTF-8"
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return inWords(err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return "unexpected data after the JSON value"
	}
	if holdsNull(raw) {
		return "the body contains null: omit the field instead"
	}
	return ""
}

// holdsNull reports whether valid JSON contains null: nothing else begins with an n outside
// of strings.
func holdsNull(raw []byte) bool {
	text := false
	for i := 0; i < len(raw); i++ {
		switch {
		case raw[i] == '"':
			text = !text
		case text && raw[i] == '\\':
			i++
		case !text && raw[i] == 'n':
			return true
		}
	}
	return false
}

// unreadBody is the error of a body that could not be read.
func unreadBody(err error, limit int64) error {
	if fault.KindOf(err) != fault.Internal { // not an error of the connection
		return err
	}
	if errors.As(err, new(*http.MaxBytesError)) {
		return fault.From(TooLarge, "web.body", "", fmt.Errorf("the body exceeds %d bytes", limit),
			"send less, or start the service with a higher limit")
	}
	return fault.From(fault.Invalid, "web.body", "", unreadable{err}, "")
}

// unreadable is an error of a body that is described without the words of its cause.
type unreadable struct{ error }

// Error describes the error.
func (unreadable) Error() string {
	return "the body could not be read: it ends too early or is malformed"
}

// Unwrap returns the cause.
func (u unreadable) Unwrap() error { return u.error }

// A document is in memory as a whole while it is decoded and parsed: one of 64 MiB takes some
// 400 MB for a while. So a document of more than smallBody bytes acquires memory before it is
// decoded, but after it has been received: a slow sender holds no memory that others wait for.
// It acquires room on disk before it is received, of its length or, where that is not declared,
// of the longest.
const (
	smallBody = 1 << 20
	// largeBodies is how many bodies of the largest size are decoded at once.
	largeBodies = 2
	// diskBodies is how many bodies of the largest size are received at once.
	diskBodies = 8
	// roomWait bounds the wait for memory and that for room on disk.
	roomWait = 30 * time.Second
)

// byteLimiter bounds the bytes of the large bodies at once, in memory or on disk.
type byteLimiter struct{ *semaphore.Weighted }

// newByteLimiter returns a limiter for so many bodies of the largest size.
func newByteLimiter(l Limits, bodies int64) byteLimiter {
	return byteLimiter{semaphore.NewWeighted(bodies * (max(l.Upload, l.Body) + formOverhead))}
}

// acquire waits until there is room for a body of n bytes, and returns the bytes to pass to release.
func (m byteLimiter) acquire(ctx context.Context, n int64) (int64, error) {
	const op = "web.room"
	if n <= smallBody {
		return 0, nil
	}
	wait, stop := context.WithTimeout(ctx, roomWait)
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

// release frees the bytes that acquire returned.
func (m byteLimiter) release(n int64) {
	if n > 0 {
		m.Release(n)
	}
}

// readBody reads the body of the request, of at most limit bytes. A large body is received
// into a temporary file, and loaded from there once it has acquired memory.
func (c *call) readBody(ctx context.Context, limit int64) ([]byte, error) {
	body := http.MaxBytesReader(c.gin.Writer, c.gin.Request.Body, limit)
	begin, err := io.ReadAll(io.LimitReader(body, smallBody+1))
	if err != nil {
		return nil, unreadBody(err, limit)
	}
	if len(begin) <= smallBody {
		return begin, c.bodyRead()
	}
	room := limit
	if declared := c.gin.Request.ContentLength; declared >= 0 {
		room = min(declared, limit)
	}
	if room, err = c.server.disk.acquire(ctx, room); err != nil {
		return nil, err
	}
	defer c.server.disk.release(room)
	file, err := os.CreateTemp("", "grove-body-")
	if err != nil {
		return nil, noRoom(err)
	}
	if os.Remove(file.Name()) != nil { // an open file keeps its name on some systems
		defer os.Remove(file.Name())
	}
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

// noRoom is the error of a body that could not be written to disk.
func noRoom(err error) error {
	return fault.From(fault.Full, "web.body", "", err, "free space in the folder for temporary files")
}
