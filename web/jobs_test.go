package web_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"grove/internal/config"
	"grove/internal/graph"
	"grove/internal/jobs"
	"grove/web"
)

func (h *house) add(ws, source, text string, header ...string) reply {
	h.Helper()
	return h.send(http.MethodPost, ws+"/documents", jsonOf(web.NewDocument{Source: source, NewText: web.NewText{Text: text}}), header...)
}

// long is a text that takes a while.
func long(seed int) string {
	var b strings.Builder
	for i := range 400 {
		fmt.Fprintf(&b, "Captain Ahab%d met Starbuck%d in Nantucket%d in 18%02d. ", i%50+seed, i%30, i%20, i%100)
	}
	return b.String()
}

func (h *house) stats(ws string) (c graph.Counts) {
	h.Helper()
	h.get(ws+"/stats").want(http.StatusOK, "").into(&c)
	return c
}

// TestAtOnce sends the same upload many times at once, and others beside it: one
// document, and all that were accepted come to their end.
func TestAtOnce(t *testing.T) {
	h := open(t, web.Limits{})
	ws := h.workspace("sea")
	var wait sync.WaitGroup
	replies := make([]reply, 12)
	for i := range replies {
		wait.Go(func() {
			if i%2 == 0 {
				replies[i] = h.add(ws, "same", moby)
			} else {
				replies[i] = h.add(ws, fmt.Sprintf("other-%d", i), fmt.Sprintf("Text %d is about Queequeg.", i))
			}
		})
	}
	wait.Wait()
	for i, r := range replies {
		if j := h.ended(ws, r); j.State != graph.JobDone {
			t.Errorf("%d: %+v", i, j)
		}
	}
	if c := h.stats(ws); c.Documents != 7 || c.Communities > 0 && c.Entities == 0 {
		t.Errorf("%+v", c)
	}
	if left, err := os.ReadDir(filepath.Join(h.config.Data, h.name("sea"), "uploads")); err != nil || len(left) != 0 {
		t.Errorf("uploads that stay: %v, %v", left, err)
	}
}

// TestIdempotencyKey: the same key is answered with the first job, also by the next
// process; with another body it is refused.
func TestIdempotencyKey(t *testing.T) { onStores(t, testIdempotencyKey) }

func testIdempotencyKey(t *testing.T, c config.Config) {
	h := openOn(t, c, web.Limits{})
	ws := h.workspace("sea")
	var first, second jobs.Job
	h.add(ws, "a", moby, "Idempotency-Key", "k1").want(http.StatusAccepted, "").into(&first)
	h.ended(ws, h.add(ws, "a", moby, "Idempotency-Key", "k1"))
	h.add(ws, "a", moby, "Idempotency-Key", "k1").want(http.StatusAccepted, "").into(&second)
	if first.ID != second.ID || second.State != graph.JobDone {
		t.Errorf("%+v, then %+v", first, second)
	}
	h.add(ws, "a", "another text", "Idempotency-Key", "k1").want(http.StatusConflict, "conflict")
	h.add(ws, "b", moby, "Idempotency-Key", strings.Repeat("k", 201)).want(http.StatusBadRequest, "invalid")
	h.close()
	h = openOn(t, h.config, web.Limits{})
	h.add(ws, "a", moby, "Idempotency-Key", "k1").want(http.StatusAccepted, "").into(&second)
	if first.ID != second.ID {
		t.Errorf("after a restart %+v", second)
	}
	if first.ID == "" || len(h.jobs(ws)) != 1 {
		t.Errorf("jobs %+v", h.jobs(ws))
	}
}

func (h *house) jobs(ws string) []jobs.Job {
	h.Helper()
	var l web.JobList
	h.get(ws+"/jobs").want(http.StatusOK, "").into(&l)
	return l.Jobs
}

// TestRestart ends the service while jobs run and wait: the next one goes on with
// them, and nothing that was accepted is lost.
func TestRestart(t *testing.T) { onStores(t, testRestart) }

func testRestart(t *testing.T, c config.Config) {
	h := openOn(t, c, web.Limits{})
	ws := h.workspace("sea")
	uploads := 6
	if c.Store == config.Neo4j {
		uploads = 2
	}
	for i := range uploads {
		h.add(ws, fmt.Sprintf("book-%d", i), long(i)).want(http.StatusAccepted, "")
	}
	h.close()
	h = openOn(t, h.config, web.Limits{})
	if err := h.service.Resume(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, j := range h.jobs(ws) {
		if got := h.ended(ws, reply{t, http.StatusAccepted, nil, []byte(jsonOf(j))}); got.State != graph.JobDone {
			t.Errorf("%+v", got)
		}
	}
	if c := h.stats(ws); c.Documents != uploads {
		t.Errorf("%+v", c)
	}
}

// TestCancel ends jobs that wait and run; what was cancelled can be done again.
func TestCancel(t *testing.T) {
	h := open(t, web.Limits{})
	ws := h.workspace("sea")
	var queued []jobs.Job
	for i := range 3 {
		var j jobs.Job
		h.add(ws, fmt.Sprintf("book-%d", i), long(i)).want(http.StatusAccepted, "").into(&j)
		queued = append(queued, j)
	}
	last := h.ask(http.MethodPost, ws+"/jobs/"+string(queued[2].ID)+"/cancel", nil)
	if last.status == http.StatusConflict {
		t.Fatal("the machine was faster than the test")
	}
	if j := h.ended(ws, last); j.State != graph.JobCancelled {
		t.Errorf("%+v", j)
	}
	h.get(ws+"/documents/"+string(graph.DocumentID("book-2"))).want(http.StatusNotFound, "not_found")
	if j := h.ended(ws, h.ask(http.MethodPost, ws+"/jobs/"+string(queued[2].ID)+"/retry", nil)); j.State != graph.JobDone {
		t.Errorf("%+v", j)
	}
	h.get(ws+"/documents/"+string(graph.DocumentID("book-2"))).want(http.StatusOK, "")
}

// TestDeleteDuringIngest: orders on one document are carried out in their order.
func TestDeleteDuringIngest(t *testing.T) { onStores(t, testDeleteDuringIngest) }

func testDeleteDuringIngest(t *testing.T, c config.Config) {
	h := openOn(t, c, web.Limits{})
	ws := h.workspace("sea")
	h.ended(ws, h.add(ws, "book", moby))
	id := string(graph.DocumentID("book"))
	const busy = 3
	for i := range busy {
		h.add(ws, fmt.Sprintf("busy-%d", i), long(i)).want(http.StatusAccepted, "")
	}
	deleted := h.ask(http.MethodDelete, ws+"/documents/"+id, nil).want(http.StatusAccepted, "")
	twice := h.ask(http.MethodDelete, ws+"/documents/"+id, nil).want(http.StatusAccepted, "")
	if !jsonSame(deleted.body, twice.body, "id") {
		t.Errorf("%s and %s", deleted.body, twice.body)
	}
	h.ended(ws, deleted)
	h.get(ws+"/documents/"+id).want(http.StatusNotFound, "not_found")
	if c := h.stats(ws); c.Documents != busy {
		t.Errorf("%+v", c)
	}
	// A workspace goes while it is being written.
	h.add(ws, "more", long(2)).want(http.StatusAccepted, "")
	h.ask(http.MethodDelete, ws, nil).want(http.StatusNoContent, "")
	if _, err := os.Stat(filepath.Join(h.config.Data, h.name("sea"))); !os.IsNotExist(err) {
		t.Errorf("the folder is there: %v", err)
	}
	h.workspace("sea")
	if c := h.stats(ws); c.Documents != 0 {
		t.Errorf("the new one has %+v", c)
	}
}

func jsonSame(a, b []byte, field string) bool {
	var x, y map[string]any
	return json.Unmarshal(a, &x) == nil && json.Unmarshal(b, &y) == nil && x[field] != nil && x[field] == y[field]
}

// TestRefusedAtOnce: what an upload would fail for is said at once.
func TestRefusedAtOnce(t *testing.T) {
	h := open(t, web.Limits{})
	ws := h.workspace("sea")
	h.ended(ws, h.add(ws, "book", moby))
	h.add(ws, "book", "another text").want(http.StatusConflict, "source_taken")
	if j := h.ended(ws, h.add(ws, "book", moby)); j.State != graph.JobDone {
		t.Errorf("the same text again: %+v", j)
	}
	lines := func(text string) string {
		return `{"id":"1","text":"Ishmael sails."}` + "\n" + `{"id":"2","text":"` + text + `"}` + "\n"
	}
	h.ended(ws, h.upload(ws+"/documents", "crew.jsonl", lines("Queequeg sails.")))
	if r := h.upload(ws+"/documents", "crew.jsonl", lines("Queequeg dives.")).want(http.StatusConflict, "source_taken"); !strings.Contains(string(r.body), "crew.jsonl#2") {
		t.Errorf("not the record that is taken: %s", r.body)
	}
	h.add(ws, "busy", long(1)).want(http.StatusAccepted, "")
	h.add(ws, "waits", "one text").want(http.StatusAccepted, "")
	if r := h.add(ws, "waits", "two texts"); r.status != http.StatusConflict {
		t.Errorf("another text for a source that waits: %d %s", r.status, r.body)
	}
	if left, _ := filepath.Glob(filepath.Join(h.config.Data, h.name("sea"), "uploads", ".part-*")); len(left) > 0 {
		t.Errorf("parts that stay: %v", left)
	}
}

// TestHeartbeat: a stream without news says that it lives.
func TestHeartbeat(t *testing.T) {
	h := open(t, web.Limits{Heartbeat: 5 * time.Millisecond})
	ws := h.workspace("sea")
	var j jobs.Job
	h.add(ws, "book", long(1)).want(http.StatusAccepted, "").into(&j)
	if r := h.get(ws + "/jobs/" + string(j.ID) + "/events"); !strings.Contains(string(r.body), ": beat\n\n") {
		t.Errorf("no beat in %s", r.body)
	}
	h.get(ws+"/jobs/"+string(j.ID)+"/events", "Last-Event-ID", "soon").want(http.StatusBadRequest, "invalid")
}
