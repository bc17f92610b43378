package main_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"grove/ingest/ingesttest"
	"grove/internal/llm/llmtest"
	"grove/internal/llm/offline"
)

// uploadJob is a job as the service shows it.
type uploadJob struct{ ID, State, Error string }

// upload sends a document of a source and gives its job.
func (h *house) upload(source, text string) (j uploadJob) {
	h.Helper()
	body, err := json.Marshal(map[string]string{"source": source, "text": text})
	must(h.T, err)
	if status := h.send(http.MethodPost, sea+"/documents", string(body), &j); status != http.StatusAccepted {
		h.Fatalf("%s: status %d", source, status)
	}
	return j
}

// becomes waits until a job is in a state.
func (h *house) becomes(id, state string) (j uploadJob) {
	h.Helper()
	for end := time.Now().Add(time.Minute); j.State != state; time.Sleep(20 * time.Millisecond) {
		if status := h.send(http.MethodGet, sea+"/jobs/"+id, "", &j); status != http.StatusOK {
			h.Fatalf("status %d", status)
		}
		if time.Now().After(end) {
			h.Fatalf("the job does not become %s: %+v", state, j)
		}
	}
	return j
}

// TestJobThatCrashesTwice: a job during which the process crashed goes behind the others, and
// is not taken up a third time, unless it is retried.
func TestJobThatCrashesTwice(t *testing.T) {
	var mended atomic.Bool
	held := make(chan struct{})
	speaker := ingesttest.Speaker{Kit: offline.New()}
	server := llmtest.NewServer(llmtest.Options{Reply: func(r llmtest.Request) llmtest.Reply {
		if !mended.Load() && strings.Contains(r.Messages[len(r.Messages)-1].Content, "Kraken") {
			<-held
		}
		return speaker.Reply(r)
	}})
	defer server.Close()
	defer close(held)
	data := t.TempDir()
	flags := []string{"--model", "test-model", "--llm-base-url", server.URL(), "--llm-timeout", "10m"}
	h := serve(t, data, flags...)
	if status := h.send(http.MethodPost, "/v1/workspaces", `{"name":"sea"}`, nil); status != http.StatusCreated {
		t.Fatalf("status %d", status)
	}
	kraken := h.upload("kraken", "The Kraken sank the Argo.")
	h.becomes(kraken.ID, "running")
	other := h.upload("moby", "Captain Ahab was born in Nantucket.")
	again := h.upload("kraken", "The Kraken sank the Argo.")
	h.kill()

	h = serve(t, data, flags...)
	h.becomes(other.ID, "done")
	h.becomes(kraken.ID, "running")
	h.kill()

	h = serve(t, data, flags...)
	defer func() { h.kill() }()
	if j := h.becomes(kraken.ID, "failed"); !strings.Contains(j.Error, "ended 2 times") || !strings.Contains(j.Error, "retry") {
		t.Errorf("the reason: %+v", j)
	}
	if again.ID != kraken.ID {
		t.Errorf("the same upload got a job of its own: %s", again.ID)
	}
	h.becomes(h.upload("dick", "Starbuck sails with Ahab.").ID, "done")
	mended.Store(true)
	if status := h.send(http.MethodPost, sea+"/jobs/"+kraken.ID+"/retry", "", nil); status != http.StatusAccepted {
		t.Fatalf("retry: status %d", status)
	}
	h.becomes(kraken.ID, "done")
	if there := h.sources(); !there["kraken"] || !there["moby"] || !there["dick"] {
		t.Errorf("documents: %v", there)
	}
}
