package canned

import (
	"crypto/sha256"
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"grove/internal/llm"
	"grove/internal/llm/offline"
	"grove/internal/text"
)

// Model is the name of the model that a Server lists; it accepts any name.
const Model = "canned"

// The tokens that endpoints count for each message and for the reply in
// usage.prompt_tokens. A reply schema is not counted.
const (
	messageTokens = 4
	replyTokens   = 3
)

// maxCall bounds a call that a Server reads, in bytes.
const maxCall = 64 << 20

// Server serves OpenAI's chat protocol. Replies are cached, so that a repeated call takes
// no time. It is safe for concurrent use.
type Server struct {
	speaker Speaker
	counter *text.Counter
	mu      sync.Mutex
	// cache has the replies by the hash of the call; it only grows.
	cache map[[sha256.Size]byte][]byte
}

// NewServer returns a server, a handler for the paths below /v1.
func NewServer() (*Server, error) {
	counter, err := text.NewCounter()
	if err != nil {
		return nil, err
	}
	return &Server{speaker: Speaker{Kit: offline.New()}, counter: counter, cache: map[[sha256.Size]byte][]byte{}}, nil
}

// ServeHTTP answers a call.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch strings.TrimPrefix(r.URL.Path, "/v1") {
	case "/chat/completions":
		s.chat(w, r)
	case "/models":
		write(w, []byte(`{"object":"list","data":[{"id":"`+Model+`","object":"model"}]}`))
	default:
		http.NotFound(w, r)
	}
}

func (s *Server) chat(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(io.LimitReader(r.Body, maxCall))
	if err != nil {
		return // the client has gone
	}
	key := sha256.Sum256(body)
	s.mu.Lock()
	answer, ok := s.cache[key]
	s.mu.Unlock()
	if !ok {
		var call struct {
			Messages []llm.Message `json:"messages"`
		}
		if err := json.Unmarshal(body, &call); err != nil || len(call.Messages) == 0 {
			http.Error(w, `{"error":{"message":"not a chat request"}}`, http.StatusBadRequest)
			return
		}
		answer = s.answer(call.Messages)
		s.mu.Lock()
		s.cache[key] = answer
		s.mu.Unlock()
	}
	write(w, answer)
}

// answer returns the whole response to the messages. It is never truncated: the kit
// extracts more than a model would.
func (s *Server) answer(messages []llm.Message) []byte {
	reply := s.speaker.Say(messages)
	prompt, completion := replyTokens, s.counter.Count(reply)
	for _, m := range messages {
		prompt += messageTokens + s.counter.Count(m.Content)
	}
	raw, err := json.Marshal(map[string]any{
		"id": "canned", "object": "chat.completion", "created": 0, "model": Model,
		"choices": []any{map[string]any{"index": 0, "finish_reason": "stop", "message": llm.Message{Role: "assistant", Content: reply}}},
		"usage":   map[string]int{"prompt_tokens": prompt, "completion_tokens": completion, "total_tokens": prompt + completion},
	})
	if err != nil {
		panic(err) // strings and numbers always marshal
	}
	return raw
}

func write(w http.ResponseWriter, body []byte) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	_, _ = w.Write(body) // a client that has gone needs no answer
}
