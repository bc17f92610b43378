// Package llmtest has fakes for tests of everything that calls a model: Model, and Server, an
// endpoint of OpenAI's protocol. The server answers by a function, fails on demand in all the
// ways endpoints fail, and counts requests, so that a test can prove that no call is repeated.
package llmtest

import (
	"encoding/json"
	"hash/fnv"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"time"
)

// Options configure a server. The zero value echoes.
type Options struct {
	// Reply answers a chat call. Default: the last message's content.
	Reply func(Request) Reply
	// Embed returns a text's vector. Default: 8 numbers from the text's hash.
	Embed func(text string) []float32
	// PromptTokens counts the tokens of a call's prompt. Default: its words.
	PromptTokens func(Request) int
	// Models are the listed models; calls of others get status 404. Without any, "test-model" is
	// listed and every model is accepted.
	Models []string
	// Key is the required API key; "" requires none.
	Key string
	// Break returns the fault of a try, or nil for none. It must be safe for concurrent use; it
	// may be nil.
	Break func(Try) *Fault
	// Broken is the fraction, 0 to 1, of distinct requests whose first try fails and whose
	// others succeed. Which, and how, depends on the request's hash.
	Broken float64
	// Latency is the delay of each response.
	Latency time.Duration
}

// Try is one request as it arrives.
type Try struct {
	// Path is the path below /v1, such as "/chat/completions".
	Path string
	// Key is the hash of the path and body.
	Key string
	// Request is the call, zero except for chat calls.
	Request Request
	// N counts all requests from 1, Nth those with this key.
	N, Nth int
}

// Server is a running server. It is safe for concurrent use.
type Server struct {
	options Options
	http    *httptest.Server
	closing chan struct{}
	close   sync.Once

	mu    sync.Mutex
	tries map[string]int
	paid  map[string]int
	stats Stats
	busy  int
}

// NewServer starts a server on a free port of this machine.
func NewServer(o Options) *Server {
	if o.Reply == nil {
		o.Reply = echo
	}
	if o.Embed == nil {
		o.Embed = hashVector
	}
	if o.PromptTokens == nil {
		o.PromptTokens = promptWords
	}
	s := &Server{options: o, closing: make(chan struct{}), tries: map[string]int{}, paid: map[string]int{}}
	s.http = httptest.NewServer(s)
	return s
}

// URL returns the base URL for clients, ending in /v1.
func (s *Server) URL() string { return s.http.URL + "/v1" }

// Close stops the server and its pending calls.
func (s *Server) Close() {
	s.close.Do(func() {
		close(s.closing)
		s.http.CloseClientConnections()
		s.http.Close()
	})
}

// ServeHTTP handles a call.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return // the client has gone
	}
	t := Try{Path: strings.TrimPrefix(r.URL.Path, "/v1"), Key: key(r.URL.Path, body)}
	invalid := t.Path == chatPath && json.Unmarshal(body, &t.Request) != nil
	s.enter(&t)
	defer s.leave()
	if !s.wait(r, s.options.Latency) {
		return
	}
	if f := s.fault(t); f != nil {
		s.count(func(st *Stats) { st.Failed++ })
		if bill, ok := f.bill(s.options.PromptTokens(t.Request)); ok && t.Path == chatPath {
			s.bill(bill)
		}
		s.fail(w, r, f)
		return
	}
	if !s.authorized(w, r) {
		return
	}
	if invalid {
		refuse(w, http.StatusBadRequest, "not a chat request")
		return
	}
	s.answer(w, t, body)
}

// authorized checks the key and writes the response to a wrong one.
func (s *Server) authorized(w http.ResponseWriter, r *http.Request) bool {
	sent := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
	if s.options.Key == "" || sent == s.options.Key {
		return true
	}
	// Real endpoints repeat the key too; clients must redact it.
	refuse(w, http.StatusUnauthorized, "Incorrect API key provided: "+sent)
	return false
}

// fault returns the fault of a try, or nil.
func (s *Server) fault(t Try) *Fault {
	if s.options.Break != nil {
		if f := s.options.Break(t); f != nil {
			return f
		}
	}
	if s.options.Broken <= 0 || t.Nth > 1 {
		return nil
	}
	h := fnv.New64a()
	io.WriteString(h, t.Key) // a hash never fails to write
	const parts = 1 << 20
	if float64(h.Sum64()%parts) >= s.options.Broken*parts {
		return nil
	}
	ways := passingFaults()
	return ways[(h.Sum64()/parts)%uint64(len(ways))]
}

// wait waits for d; it returns false if the client or the server has closed.
func (s *Server) wait(r *http.Request, d time.Duration) bool {
	if d <= 0 {
		return true
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-r.Context().Done():
	case <-s.closing:
	}
	return false
}
