package web

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/gin-gonic/gin"
)

// eventsType is the media type of server-sent events.
const eventsType = "text/event-stream"

// lastEventID is the header with which a client continues a stream.
const lastEventID = "Last-Event-ID"

// wantsEvents reports whether the client accepts a stream of events.
func (c *call) wantsEvents() bool {
	return strings.Contains(strings.ToLower(c.gin.GetHeader("Accept")), eventsType)
}

// stream is a response of server-sent events. It begins with the first event, so that an
// earlier error is an ordinary response. It is not safe for concurrent use.
type stream struct {
	gin     *gin.Context
	control *http.ResponseController
}

func (c *call) stream() *stream {
	return &stream{c.gin, http.NewResponseController(c.gin.Writer)}
}

// begun reports whether the response has begun.
func (s *stream) begun() bool { return s.gin.Writer.Written() }

// send sends an event with an id, "" for none, and its data as JSON.
func (s *stream) send(event, id string, v any) error {
	raw, err := json.Marshal(v) // on one line
	if err != nil {
		return err
	}
	var out bytes.Buffer
	if id != "" {
		fmt.Fprintf(&out, "id: %s\n", id)
	}
	fmt.Fprintf(&out, "event: %s\ndata: %s\n\n", event, raw)
	return s.write(out.Bytes())
}

// beat sends a comment, which keeps the connection alive and detects a broken one.
func (s *stream) beat() error { return s.write([]byte(": beat\n\n")) }

func (s *stream) write(raw []byte) error {
	if !s.begun() {
		s.gin.Header("Content-Type", eventsType)
		s.gin.Header("X-Accel-Buffering", "no")
		s.gin.Status(http.StatusOK)
	}
	_ = s.control.SetWriteDeadline(time.Now().Add(writeTime))
	if _, err := s.gin.Writer.Write(raw); err != nil {
		return err
	}
	return s.control.Flush()
}

// patient writes a response of any length, with a deadline for each write.
type patient struct{ stream *stream }

func (c *call) patient() patient { return patient{c.stream()} }

// Write writes with a new deadline.
func (p patient) Write(raw []byte) (int, error) {
	_ = p.stream.control.SetWriteDeadline(time.Now().Add(writeTime))
	return p.stream.gin.Writer.Write(raw)
}
