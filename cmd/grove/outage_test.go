package main_test

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"grove/ingest/ingesttest"
	"grove/internal/llm/llmtest"
	"grove/internal/llm/offline"
)

// scene is an endpoint, a corpus, and a workspace for each purpose.
type scene struct {
	*testing.T
	dir, corpus string
	documents   int
	server      *llmtest.Server
	// fail, if set, says how the endpoint fails.
	fail atomic.Pointer[func(llmtest.Try) *llmtest.Fault]
	// mute makes the model talk without answering.
	mute atomic.Bool
	// more are settings of the store.
	more []string
}

// newScene has an endpoint that answers after the latency, and so many documents.
func newScene(t *testing.T, documents int, latency time.Duration, more ...string) *scene {
	s := &scene{T: t, dir: t.TempDir(), documents: documents, more: more}
	s.corpus = filepath.Join(s.dir, "people.jsonl")
	people(t, s.corpus, documents)
	speaker := ingesttest.Speaker{Kit: offline.New()}
	s.server = llmtest.NewServer(llmtest.Options{
		Latency: latency,
		Reply: func(r llmtest.Request) llmtest.Reply {
			if s.mute.Load() {
				return llmtest.Reply{Content: "I had rather not say."}
			}
			return speaker.Reply(r)
		},
		Break: func(try llmtest.Try) *llmtest.Fault {
			if f := s.fail.Load(); f != nil {
				return (*f)(try)
			}
			return nil
		},
	})
	t.Cleanup(s.server.Close)
	return s
}

// breaks sets how the endpoint fails from now on; nil heals it.
func (s *scene) breaks(f func(llmtest.Try) *llmtest.Fault) {
	if f == nil {
		s.fail.Store(nil)
		return
	}
	s.fail.Store(&f)
}

// environment is that of a command on a workspace of the scene.
func (s *scene) environment(workspace string, also ...string) []string {
	env := []string{"GROVE_MODEL=test-model", "GROVE_LLM_BASE_URL=" + s.server.URL(), "GROVE_LLM_API_KEY=k", "GROVE_LLM_RETRIES=0",
		"GROVE_CONCURRENCY=1", "GROVE_DATA=" + filepath.Join(s.dir, "data"), "GROVE_WORKSPACE=" + workspace, "GROVE_JSON=1", "GROVE_QUIET=1"}
	return append(append(env, s.more...), also...)
}

// ingest reads the corpus into a workspace, a call a document.
func (s *scene) ingest(workspace string, also ...string) (ingestion, int) {
	s.Helper()
	r := runWith(s.T, s.environment(workspace), append([]string{"ingest", s.corpus, "--pack", "1"}, also...)...)
	return s.read(r), r.code
}

// read is what a command printed, which must be one JSON object and no stack trace.
func (s *scene) read(r result) ingestion {
	s.Helper()
	var got ingestion
	if err := json.Unmarshal([]byte(r.out), &got); err != nil || crashed(r) {
		s.Fatalf("%v in %.2000q, %.2000q", err, r.out, r.err)
	}
	return got
}

// whole requires that the next ingest ends well, and that the workspace is then
// what an ingest without trouble makes.
func (s *scene) whole(workspace string) {
	s.Helper()
	if got, code := s.ingest(workspace); code != 0 || got.Documents["new"]+got.Documents["unchanged"] != s.documents {
		s.Fatalf("after the trouble: exit %d, %+v", code, got)
	}
	s.same(workspace)
}

// same requires that the workspace is what an ingest without trouble makes.
func (s *scene) same(workspace string) {
	s.Helper()
	peace := workspace + "-peace"
	if got, code := s.ingest(peace); code != 0 || got.Documents["new"] != s.documents {
		s.Fatalf("in peace: exit %d, %+v", code, got)
	}
	if s.export(workspace) != s.export(peace) {
		s.Error("the export differs from that of an ingest without trouble")
	}
	if r := runWith(s.T, s.environment(workspace), "verify"); r.code != 0 {
		s.Errorf("verify: %s%s", r.out, r.err)
	}
}

func (s *scene) export(workspace string) string {
	s.Helper()
	file := filepath.Join(s.dir, workspace+".jsonl")
	if r := runWith(s.T, s.environment(workspace), "export", file, "--format", "jsonl"); r.code != 0 {
		s.Fatalf("export: %s%s", r.out, r.err)
	}
	raw, err := os.ReadFile(file)
	must(s.T, err)
	return string(raw)
}

// stored is how many documents a workspace holds, 0 where there is none.
func (s *scene) stored(workspace string) int {
	s.Helper()
	var stats struct{ Documents int }
	r := runWith(s.T, s.environment(workspace), "documents", "stats")
	if err := json.Unmarshal([]byte(r.out), &stats); err != nil {
		s.Fatalf("%v in %q", err, r.out)
	}
	return stats.Documents
}

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
			if n := s.server.Stats().PaidTwice; n != s.documents { // those of the ingest without trouble
				t.Errorf("%d replies were paid for twice", n-s.documents)
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
			s.await("some calls", func() bool { return s.server.Stats().Paid >= 6 })
			must(t, p.cmd.Process.Signal(signal))
			got, code := p.end()
			if code != 130 || got.Error.Code != "canceled" || got.Error.Hint == "" {
				t.Errorf("exit %d, %+v", code, got.Error)
			}
			if n := s.stored("w"); n < 4 || n >= s.documents {
				t.Errorf("%d documents are stored", n)
			}
			s.whole("w")
			if n := s.server.Stats().PaidTwice - s.documents; n > 1 {
				t.Errorf("%d replies were paid for twice, one was on its way", n)
			}
		})
	}
}
