package web

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"os"
	"sync"
	"time"
	"unicode/utf8"

	"grove/internal/fault"
)

// endable does work whose reading of the request's body ends with ctx: so where the
// workspace is closed while a client sends. Once the body is there, the connection is left
// alone: a deadline that passes would end the request, and nobody could be told why.
func (c *call) endable(ctx context.Context, work func() error) error {
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
	defer c.inTime() // for gin gives the writer to another request afterwards
	err := work()
	if errors.Is(err, os.ErrDeadlineExceeded) && ctx.Err() != nil {
		return fault.Wrap(ctx.Err(), "web.body", c.workspace())
	}
	return err
}

// bodyRead notes that the body has come whole; it fails where the workspace was closed
// before.
func (c *call) bodyRead() error {
	if c.inTime != nil && !c.inTime() {
		return fault.Wrap(context.Canceled, "web.body", c.workspace())
	}
	c.noReadDeadline()
	return nil
}

// media is the media type of the body.
func (c *call) media() string {
	media, _, err := mime.ParseMediaType(c.gin.GetHeader("Content-Type"))
	if err != nil {
		return ""
	}
	return media
}

const jsonType = "application/json"

// decode reads the body into v: one JSON value in UTF-8, without null and without
// fields that v lacks.
func (c *call) decode(ctx context.Context, v any, limit int64) error {
	const op = "web.decode"
	if c.media() != jsonType {
		return fault.New(MediaType, op, c.gin.GetHeader("Content-Type"), "not a type that is taken here", "send "+jsonType)
	}
	raw, err := c.readBody(ctx, limit)
	if err != nil {
		return err
	}
	malformed := func(message string) error {
		return fault.New(fault.Invalid, op, "", message, "GET /openapi.json says what the body is")
	}
	if !utf8.Valid(raw) {
		return malformed("the body is not UTF-8")
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	var wrong *json.UnmarshalTypeError
	switch err := d.Decode(v); {
	case errors.As(err, &wrong):
		return malformed(fmt.Sprintf("the field %q is a JSON %s, which it cannot be", wrong.Field, wrong.Value))
	case errors.Is(err, io.EOF):
		return malformed("the body is empty")
	case err != nil:
		return malformed(err.Error())
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return malformed("something follows the JSON value")
	}
	if holdsNull(raw) {
		return malformed("the body holds a null: leave out what is not given")
	}
	return nil
}

// holdsNull tells whether valid JSON is null, or has one anywhere: nothing else begins
// with an n outside of texts.
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

// unreadBody says why a body could not be read.
func unreadBody(err error, limit int64) error {
	if fault.KindOf(err) != fault.Internal { // it is known, and not of the connection
		return err
	}
	var large *http.MaxBytesError
	if errors.As(err, &large) {
		return &fault.Error{Kind: TooLarge, Op: "web.body", Err: fmt.Errorf("the body has more than %d bytes", limit), Hint: "send less, or have the service started with a higher limit"}
	}
	return &fault.Error{Kind: fault.Invalid, Op: "web.body", Err: fmt.Errorf("the body could not be read: %w", err)}
}
