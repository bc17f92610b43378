package main_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"sync/atomic"
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
	// server may be made to fail, peace never fails.
	server, peace *llmtest.Server
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
	s.peace = llmtest.NewServer(llmtest.Options{Reply: speaker.Reply})
	t.Cleanup(s.peace.Close)
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
	s.json(r, r.code, &got)
	return got
}

// json reads what a command printed into a value, and requires its exit code.
func (s *scene) json(r result, code int, into any) {
	s.Helper()
	if err := json.Unmarshal([]byte(r.out), into); err != nil || r.code != code || crashed(r) {
		s.Fatalf("exit %d, want %d (%v)\n%.2000s%.2000s", r.code, code, err, r.out, r.err)
	}
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
	if got, code := s.ingest(peace, "--llm-base-url", s.peace.URL()); code != 0 || got.Documents["new"] != s.documents {
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
