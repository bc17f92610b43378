package llmtest

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
)

// Fault is a failure of the server.
type Fault struct {
	// Status is sent with Body; 0 is 200.
	Status int
	Header http.Header
	Body   string
	// Hang sends nothing, or only Body, until the client gives up.
	Hang bool
	// Drop closes the connection: before the response or, with a Body, in the middle of it.
	Drop bool
}

// Status returns a fault with a status and OpenAI's error object.
func Status(status int, code, message string) *Fault {
	return &Fault{Status: status, Body: errorObject(code, message), Header: http.Header{"Content-Type": {"application/json"}}}
}

// RetryAfter returns a fault with status 429 and a wait: header is "Retry-After" or
// "Retry-After-Ms".
func RetryAfter(header, value string) *Fault {
	f := Status(http.StatusTooManyRequests, "rate_limit_exceeded", "Rate limit reached")
	f.Header.Set(header, value)
	return f
}

// Hang never answers.
func Hang() *Fault { return &Fault{Hang: true} }

// Stall stops in the middle of an answer.
func Stall() *Fault { return &Fault{Hang: true, Body: `{"choices":[{"message":`} }

// Drop closes the connection without an answer.
func Drop() *Fault { return &Fault{Drop: true} }

// CutOff closes the connection in the middle of an answer.
func CutOff() *Fault { return &Fault{Drop: true, Body: `{"choices":[{"message":`} }

// HalfJSON answers with the first half of an answer.
func HalfJSON() *Fault {
	return &Fault{Body: `{"id":"x","choices":[{"index":0,"message":{"role":"assi`}
}

// Empty answers with nothing.
func Empty() *Fault { return &Fault{} }

// NoChoices answers without a choice.
func NoChoices() *Fault {
	return &Fault{Body: `{"id":"x","object":"chat.completion","choices":[],"usage":{"prompt_tokens":12,"completion_tokens":5}}`}
}

// WrongShape answers with JSON of another protocol.
func WrongShape() *Fault { return &Fault{Body: `{"response":"hello","done":true}`} }

// HTML answers as a gateway's sign-in page does.
func HTML() *Fault {
	return &Fault{Body: "<!DOCTYPE html><html><body>Sign in</body></html>", Header: http.Header{"Content-Type": {"text/html"}}}
}

// NoText answers with an empty text.
func NoText() *Fault {
	return &Fault{Body: `{"choices":[{"index":0,"message":{"role":"assistant","content":""},"finish_reason":"stop"}],
		"usage":{"prompt_tokens":12,"completion_tokens":5}}`}
}

// OnlyReasoning answers with reasoning and no text.
func OnlyReasoning() *Fault {
	return &Fault{Body: `{"choices":[{"index":0,"message":{"role":"assistant","content":"","reasoning_content":"Let me think."},
		"finish_reason":"stop"}],"usage":{"prompt_tokens":12,"completion_tokens":700}}`}
}

// passingFaults are the ways in which Options.Broken fails: those after which a
// client may try again.
func passingFaults() []*Fault {
	return []*Fault{
		RetryAfter("Retry-After-Ms", "1"), Status(http.StatusServiceUnavailable, "overloaded", "Overloaded"),
		Status(http.StatusInternalServerError, "", "Internal error"), HalfJSON(), Empty(), HTML(), WrongShape(), Drop(),
	}
}

func (s *Server) fail(w http.ResponseWriter, r *http.Request, f *Fault) {
	if f.Hang && f.Body == "" {
		s.hang(r)
	}
	if f.Drop && f.Body == "" {
		panic(http.ErrAbortHandler)
	}
	for name, values := range f.Header {
		w.Header()[name] = values
	}
	part := f.Drop || f.Hang
	if part {
		w.Header().Set("Content-Length", fmt.Sprint(len(f.Body)+100)) // more than comes
	}
	w.WriteHeader(max(f.Status, http.StatusOK))
	io.WriteString(w, f.Body) // a client that has gone needs no answer
	if part {
		http.NewResponseController(w).Flush() // what was written so far goes out
	}
	if f.Hang {
		s.hang(r)
	}
	if f.Drop {
		panic(http.ErrAbortHandler)
	}
}

// hang waits until the client or the server closes the connection.
func (s *Server) hang(r *http.Request) {
	select {
	case <-r.Context().Done():
	case <-s.closing:
	}
	panic(http.ErrAbortHandler)
}

// bill returns the tokens of a fault's reply: its usage, or else its words. ok is false if it sends nothing, or an error.
func (f *Fault) bill(prompt int) (_ Bill, ok bool) {
	if strings.Contains(f.Body, "content_filter") { // the prompt is charged for
		return Bill{1, prompt, 0}, true
	}
	if (f.Hang || f.Drop) && f.Body == "" || f.Status >= http.StatusMultipleChoices {
		return Bill{}, false
	}
	var body struct {
		Choices, Error json.RawMessage
		Usage          *struct {
			Prompt     int `json:"prompt_tokens"`
			Completion int `json:"completion_tokens"`
		}
	}
	if json.Unmarshal([]byte(f.Body), &body) != nil || body.Usage == nil {
		return Bill{1, prompt, words(f.Body)}, body.Error == nil || body.Choices != nil
	}
	return Bill{1, body.Usage.Prompt, body.Usage.Completion}, true
}

// refuse answers with an error of OpenAI's form.
func refuse(w http.ResponseWriter, status int, message string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	io.WriteString(w, errorObject("", message)) // a client that has gone needs no answer
}

func errorObject(code, message string) string {
	inner := map[string]any{"message": message, "type": "test_error", "param": nil, "code": nil}
	if code != "" {
		inner["code"] = code
	}
	raw, err := json.Marshal(map[string]any{"error": inner})
	if err != nil {
		panic(err) // texts always encode
	}
	return string(raw)
}
