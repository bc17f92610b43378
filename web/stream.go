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

// lastEventID is the header by which a client comes back for a stream.
const lastEventID = "Last-Event-ID"

// wantsEvents tells whether a client asks for a stream of events.
func (c *call) wantsEvents() bool {
	return strings.Contains(strings.ToLower(c.gin.GetHeader("Accept")), eventsType)
}

// stream is an answer of server-sent events. It begins with the first one, so that
// what fails before is an ordinary error. It is for one goroutine.
type stream struct {
	gin     *gin.Context
	control *http.ResponseController
}

func (c *call) stream() *stream {
	return &stream{c.gin, http.NewResponseController(c.gin.Writer)}
}

// begun tells whether the answer has begun.
func (s *stream) begun() bool { return s.gin.Writer.Written() }

// send sends an event; id is what a client that comes back has seen, "" for none.
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

// beat sends a comment, which keeps the connection from being taken for dead, and
// finds out whether it is.
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

// patient writes an answer of any length, with time for each write.
type patient struct{ stream *stream }

func (c *call) patient() patient { return patient{c.stream()} }

// Write writes with a deadline of its own.
func (p patient) Write(raw []byte) (int, error) {
	_ = p.stream.control.SetWriteDeadline(time.Now().Add(writeTime))
	return p.stream.gin.Writer.Write(raw)
}
