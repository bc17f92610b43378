package main_test

import (
	"net/http"
	"strings"
	"syscall"
	"testing"
	"time"

	"grove/internal/llm/llmtest"
)

// TestEndpointFails has the endpoint fail for good in the middle of an ingest:
// one clear error, and once it is well the next run ends the work without
// paying for anything again.
func TestEndpointFails(t *testing.T) {
	for _, c := range []struct {
		name, code, message string
		exit                int
		fault               *llmtest.Fault
	}{
		{"the key is refused", "unavailable", "401", 4, llmtest.Status(http.StatusUnauthorized, "invalid_api_key", "Incorrect API key")},
		{"no credit", "unavailable", "402", 4, llmtest.Status(http.StatusPaymentRequired, "", "Pay first")},
		{"no such model", "unavailable", "404", 4, llmtest.Status(http.StatusNotFound, "model_not_found", "No such model")},
		{"too many calls", "unavailable", "429", 4, llmtest.Status(http.StatusTooManyRequests, "rate_limit_exceeded", "Slow down")},
		{"an error of the server", "unavailable", "500", 4, llmtest.Status(http.StatusInternalServerError, "", "Oops")},
		{"a hanging server", "unavailable", "no answer within", 4, llmtest.Hang()},
		{"a dropped connection", "unavailable", "", 4, llmtest.Drop()},
		{"an answer cut off", "unavailable", "", 4, llmtest.CutOff()},
		{"half a JSON", "unavailable", "", 4, llmtest.HalfJSON()},
		{"an empty answer", "unavailable", "", 4, llmtest.Empty()},
		{"no choices", "unavailable", "", 4, llmtest.NoChoices()},
		{"another protocol", "unavailable", "", 4, llmtest.WrongShape()},
		{"a sign-in page", "unavailable", "", 4, llmtest.HTML()},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newScene(t, 4, 0, "GROVE_LLM_TIMEOUT=500ms")
			s.breaks(func(try llmtest.Try) *llmtest.Fault {
				if try.N > 2 {
					return c.fault
				}
				return nil
			})
			got, code := s.ingest("w")
			e := got.Error
			if code != c.exit || e.Code != c.code || !strings.Contains(e.Item, s.server.URL()) || !strings.Contains(e.Message, c.message) || e.Hint == "" {
				t.Errorf("exit %d, %+v", code, e)
			}
			human := runWith(t, append(s.environment("w"), "GROVE_JSON=0"), "ingest", s.corpus, "--pack", "1")
			if human.code != c.exit || strings.Count(human.err, "grove: ") != 1 || !strings.Contains(human.err, "hint: ") || crashed(human) {
				t.Errorf("without --json: exit %d, %q", human.code, human.err)
			}
			s.breaks(nil)
			s.whole("w")
			if n := s.server.Stats().PaidTwice; n != 0 {
				t.Errorf("%d replies were paid for twice", n)
			}
		})
	}
}

// TestEndpointDown asks an endpoint that is not there.
func TestEndpointDown(t *testing.T) {
	s := newScene(t, 2, 0)
	down := "GROVE_LLM_BASE_URL=http://127.0.0.1:1/v1"
	for _, args := range [][]string{{"ingest", s.corpus}, {"ask", "Where was Anna born?"}} {
		if args[0] == "ask" {
			if _, code := s.ingest("w"); code != 0 {
				t.Fatalf("exit %d", code)
			}
		}
		r := runWith(t, s.environment("w", down), args...)
		if e := s.read(r).Error; r.code != 4 || e.Code != "unavailable" || e.Item != "http://127.0.0.1:1/v1" || !strings.Contains(e.Message, "refused") || e.Hint == "" {
			t.Errorf("%s: exit %d, %+v", args[0], r.code, e)
		}
	}
	s.same("w")
}

// TestTokenLimit stops an ingest at a number of tokens; the next goes on.
func TestTokenLimit(t *testing.T) {
	s := newScene(t, 6, 0)
	got, code := s.ingest("w", "--max-total-tokens", "2500")
	if code != 3 || got.Stopped == nil || got.Stopped.Code != "limit_reached" || got.Stopped.Hint == "" || got.Documents["new"] == 0 || got.Documents["new"] >= 6 {
		t.Fatalf("exit %d, %+v", code, got)
	}
	if n := s.stored("w"); n != got.Documents["new"] {
		t.Errorf("%d documents are stored, %d were reported", n, got.Documents["new"])
	}
	s.whole("w")
}

// TestInterrupted ends an ingest by a signal: what was complete is kept.
func TestInterrupted(t *testing.T) {
	for _, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
		t.Run(signal.String(), func(t *testing.T) {
			s := newScene(t, 20, 30*time.Millisecond)
			p := s.start("w", "ingest", s.corpus, "--pack", "1")
			p.await("some calls", func() bool { return s.server.Stats().Paid >= 6 })
			p.signal(signal)
			got, code := p.end()
			if code != 130 || got.Error.Code != "canceled" || got.Error.Hint == "" {
				t.Errorf("exit %d, %+v", code, got.Error)
			}
			if n := s.stored("w"); n < 4 || n >= s.documents {
				t.Errorf("%d documents are stored", n)
			}
			s.whole("w")
			if n := s.server.Stats().PaidTwice; n > 1 {
				t.Errorf("%d replies were paid for twice, one was on its way", n)
			}
		})
	}
}
