package main_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"grove/internal/llm/llmtest"
)

// job is what `jobs` shows of one.
type job struct {
	ID, Kind, State, Error string
	Request                struct{ Paths []string }
	Result                 *ingestion
	Quarantined            []struct {
		Source, Error, Raw string
		Attempts           int
	}
}

// jobs lists the workspace's jobs.
func (s *scene) jobs(workspace string) []job {
	s.Helper()
	var list struct{ Jobs []job }
	s.want(0, &list, workspace, "jobs", "list")
	return list.Jobs
}

// want runs a command on a workspace, requires an exit code, and reads its one object.
func (s *scene) want(code int, into any, workspace string, args ...string) {
	s.Helper()
	s.json(runWith(s.T, s.environment(workspace), args...), code, into)
}

// TestQuarantine has a model that talks but never answers: the documents are in
// the graph without their extractions, the replies can be seen, and a retry fills in
// what is missing once the model answers.
func TestQuarantine(t *testing.T) {
	s := newScene(t, 3, 0)
	s.mute.Store(true)
	got, code := s.ingest("w")
	if code != 3 || got.Documents["new"] != 3 || got.Quarantined != 3 || len(got.Errors) != 0 {
		t.Fatalf("exit %d, %+v", code, got)
	}
	human := runWith(t, append(s.environment("w2"), "GROVE_JSON=0"), "ingest", s.corpus)
	if human.code != 3 || !strings.Contains(human.err, "jobs retry") || crashed(human) {
		t.Errorf("without --json: exit %d, %q", human.code, human.err)
	}
	list := s.jobs("w")
	if len(list) != 1 || list[0].ID != got.Job || list[0].Kind != "ingest" || list[0].State != "partly" {
		t.Fatalf("jobs: %+v", list)
	}
	var shown job
	s.want(0, &shown, "w", "jobs", "show", got.Job)
	if len(shown.Quarantined) != 3 || len(shown.Request.Paths) != 1 || shown.Request.Paths[0] != s.corpus {
		t.Fatalf("shown: %+v", shown)
	}
	for _, q := range shown.Quarantined {
		if q.Source == "" || q.Error == "" || q.Attempts < 2 || !strings.Contains(q.Raw, "rather not say") {
			t.Errorf("quarantined: %+v", q)
		}
	}
	if r := runWith(t, append(s.environment("w"), "GROVE_JSON=0"), "jobs", "show", got.Job); r.code != 0 || !strings.Contains(r.out, "rather not say") {
		t.Errorf("without --json: exit %d, %s", r.code, r.out)
	}
	s.want(3, &got, "w", "jobs", "retry")
	if got.Quarantined != 3 {
		t.Errorf("a retry in vain: %+v", got)
	}
	s.mute.Store(false)
	s.want(0, &got, "w", "jobs", "retry", shown.ID)
	if got.Quarantined != 0 {
		t.Errorf("the retry: %+v", got)
	}
	s.same("w")
}

// TestCancelledJob cancels an ingest from beside it, and does it again by its id.
func TestCancelledJob(t *testing.T) {
	s := newScene(t, 4, 0)
	s.breaks(func(try llmtest.Try) *llmtest.Fault {
		if try.N > 2 {
			return llmtest.Hang()
		}
		return nil
	})
	p := s.start("w", "ingest", s.corpus, "--pack", "1")
	var running job
	p.await("a running job", func() bool {
		if s.server.Stats().Requests < 3 {
			return false
		}
		running = s.jobs("w")[0]
		return running.State == "running"
	})
	began := time.Now()
	s.want(0, &map[string]any{}, "w", "jobs", "cancel", running.ID)
	got, code := p.end()
	if e := got.Error; code != 130 || e.Code != "canceled" || e.Item != running.ID || e.Hint == "" {
		t.Errorf("exit %d, %+v", code, e)
	}
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("it took %s to end", took)
	}
	var shown job
	s.want(0, &shown, "w", "jobs", "show", running.ID)
	if shown.State != "cancelled" {
		t.Errorf("state %s", shown.State)
	}
	if n := s.stored("w"); n != 2 {
		t.Errorf("%d documents are stored, 2 were complete", n)
	}
	s.breaks(nil)
	s.want(0, &got, "w", "jobs", "retry", running.ID)
	if got.Documents["new"] != 2 || got.Documents["unchanged"] != 2 {
		t.Errorf("the retry: %+v", got)
	}
	s.same("w")
	for _, c := range []struct {
		args       []string
		code       int
		kind, item string
	}{
		{[]string{"jobs", "cancel", running.ID}, 2, "invalid", running.ID},
		{[]string{"jobs", "show", "jnone"}, 1, "not_found", "jnone"},
		{[]string{"jobs", "cancel", "jnone"}, 1, "not_found", "jnone"},
		{[]string{"jobs", "retry", "jnone"}, 1, "not_found", "jnone"},
		{[]string{"jobs", "list", "--limit", "0"}, 2, "invalid", "--limit"},
	} {
		s.want(c.code, &got, "w", c.args...)
		if e := got.Error; e.Code != c.kind || e.Item != c.item || e.Hint == "" {
			t.Errorf("%v: %+v", c.args, e)
		}
	}
}

// TestHeld has two processes on one folder: the second may read the graph, and
// whatever else it wants ends at once and names the first.
func TestHeld(t *testing.T) {
	s := newScene(t, 4, 0)
	s.breaks(func(try llmtest.Try) *llmtest.Fault {
		if try.N > 2 {
			return llmtest.Hang()
		}
		return nil
	})
	p := s.start("w", "ingest", s.corpus, "--pack", "1")
	p.await("a call", func() bool { return s.server.Stats().Requests > 2 })
	for _, args := range [][]string{{"ingest", s.corpus}, {"search", "Anna"}, {"ask", "Where was Anna born?"}, {"documents", "delete", "d1"},
		{"jobs", "retry"}, {"workspaces", "delete", "w", "--yes"}} {
		var got ingestion
		s.want(4, &got, "w", append(args, "--wait", "0s")...)
		if e := got.Error; e.Code != "held" || !strings.Contains(e.Item, "w") || !strings.Contains(e.Message, "ingest "+s.corpus) || e.Hint == "" {
			t.Errorf("%v: %+v", args, e)
		}
	}
	for _, args := range [][]string{{"documents", "list"}, {"documents", "stats"}, {"export", s.dir + "/beside.jsonl", "--format", "jsonl"}, {"jobs", "list"}, {"doctor", "--model", "offline"}} {
		s.want(0, &map[string]any{}, "w", args...)
	}
	p.signal(os.Kill)
	<-p.over
	s.breaks(nil)
	s.whole("w")
	if list := s.jobs("w"); len(list) != 2 || list[0].State != "done" || list[1].State != "interrupted" {
		t.Errorf("jobs: %+v", list)
	}
}
