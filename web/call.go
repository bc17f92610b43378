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
	"time"
	"unicode/utf8"

	"github.com/gin-gonic/gin"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/web/keys"
)

// call is one request on its way through a route.
type call struct {
	gin    *gin.Context
	server *server
	route  route
	// key is whose request it is; nil where no keys are asked for.
	key *keys.Key
	// values are the parameters of the route, checked.
	values map[string]any
	// heavy is what its document weighs, in bytes; see weigh.
	heavy int64
}

// workspace is the name in the address, "" where it has none.
func (c *call) workspace() string { return c.gin.Param("workspace") }

func (c *call) text(name string) string { s, _ := c.values[name].(string); return s }
func (c *call) number(name string) int  { n, _ := c.values[name].(int); return n }
func (c *call) list(name string) []string {
	l, _ := c.values[name].([]string)
	return l
}
func (c *call) flag(name string) bool { b, _ := c.values[name].(bool); return b }

// id is the id in the address.
func (c *call) id() graph.ID { return graph.ID(c.text("id")) }

// reply answers with JSON.
func (c *call) reply(status int, v any) error {
	raw, err := json.Marshal(v)
	if err != nil {
		return fault.Wrap(err, "web.reply", c.route.id)
	}
	c.gin.Data(status, "application/json", raw)
	return nil
}

// empty answers that it is done, and nothing else.
func (c *call) empty() error {
	c.gin.Status(http.StatusNoContent)
	c.gin.Writer.WriteHeaderNow()
	return nil
}

// deadlines gives a route its time, where it has one of its own. Recorders have no
// deadlines, and need none.
func (c *call) deadlines() {
	now, limits := time.Now(), c.server.Limits
	control := http.NewResponseController(c.gin.Writer)
	switch c.route.pace {
	case uploading:
		_ = control.SetReadDeadline(now.Add(limits.UploadTime))
		_ = control.SetWriteDeadline(now.Add(limits.UploadTime + answerTime))
	case asking:
		if c.route.body == nil && !c.route.lines {
			c.noReadDeadline()
		}
		_ = control.SetWriteDeadline(now.Add(limits.QuestionTime + answerTime))
	case streaming:
		c.noReadDeadline()
	}
}

// noReadDeadline is for what is longer at work than its request may take to come: a
// deadline that passes would end it.
func (c *call) noReadDeadline() {
	_ = http.NewResponseController(c.gin.Writer).SetReadDeadline(time.Time{})
}

// endable does work whose reading of the request's body ends with ctx: so where the
// workspace is closed while a client sends.
func (c *call) endable(ctx context.Context, work func() error) error {
	stopped := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(stopped)
		_ = http.NewResponseController(c.gin.Writer).SetReadDeadline(time.Now())
	})
	defer func() {
		if !stop() {
			<-stopped // for gin gives the writer to another request afterwards
		}
	}()
	err := work()
	if errors.Is(err, os.ErrDeadlineExceeded) && ctx.Err() != nil {
		return fault.Wrap(ctx.Err(), "web.body", c.workspace())
	}
	return err
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
func (c *call) decode(v any, limit int64) error {
	const op = "web.decode"
	if c.media() != jsonType {
		return fault.New(MediaType, op, c.gin.GetHeader("Content-Type"), "not a type that is taken here", "send "+jsonType)
	}
	raw, err := io.ReadAll(http.MaxBytesReader(c.gin.Writer, c.gin.Request.Body, limit))
	if err != nil {
		return unreadBody(err, limit)
	}
	c.noReadDeadline()
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
	var large *http.MaxBytesError
	if errors.As(err, &large) {
		return &fault.Error{Kind: TooLarge, Op: "web.body", Err: fmt.Errorf("the body has more than %d bytes", limit), Hint: "send less, or have the service started with a higher limit"}
	}
	return &fault.Error{Kind: fault.Invalid, Op: "web.body", Err: fmt.Errorf("the body could not be read: %w", err)}
}
