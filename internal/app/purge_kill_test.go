package app

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"grove/ingest/ingesttest"
	"grove/ingest/refresh"
	"grove/internal/config"
	"grove/internal/graph"
	"grove/internal/jobs"
	"grove/internal/llm/llmtest"
	"grove/internal/llm/offline"
	"grove/internal/lookup"
	"grove/internal/purge"
	"grove/web"
)

// killedStore is a store that fails from a write on, as that of a process which is killed there.
type killedStore struct {
	graph.Store
	left int
}

var errKilled = errors.New("killed")

func (s *killedStore) write(do func() error) error {
	if s.left--; s.left < 0 {
		return errKilled
	}
	return do()
}

// Apply fails once the writes are used up.
func (s *killedStore) Apply(ctx context.Context, c graph.Change) (applied graph.Applied, err error) {
	return applied, s.write(func() error { applied, err = s.Store.Apply(ctx, c); return err })
}

// PutTree fails once the writes are used up.
func (s *killedStore) PutTree(ctx context.Context, c []graph.CommunityState) error {
	return s.write(func() error { return s.Store.PutTree(ctx, c) })
}

// PutJob fails once the writes are used up.
func (s *killedStore) PutJob(ctx context.Context, j graph.Job) error {
	return s.write(func() error { return s.Store.PutJob(ctx, j) })
}

// Scrub fails once the writes are used up.
func (s *killedStore) Scrub(ctx context.Context) error {
	return s.write(func() error { return s.Store.Scrub(ctx) })
}

// TestKilledPurgeIsFinished ends a purge before each of its writes: opening the workspace again
// finishes it.
func TestKilledPurgeIsFinished(t *testing.T) {
	const most = 50
	for writes := 0; ; writes++ {
		if writes == most {
			t.Fatalf("the purge makes more than %d writes", most)
		}
		c := settings(t, "w")
		folder := t.TempDir()
		secret, public := filepath.Join(folder, "secret.txt"), filepath.Join(folder, "public.txt")
		write(t, secret, firstSecret)
		write(t, public, publicText)
		var killed error
		use(t, c, func(a *App) {
			if _, err := a.Jobs().Ingest(t.Context(), jobs.IngestOptions{Paths: []string{secret, public}}); err != nil {
				t.Fatal(err)
			}
			whole := a.Store
			a.Store = &killedStore{whole, writes}
			_, _, killed = a.Purge(t.Context(), lookup.Selector{Sources: []string{"secret.txt"}})
			a.Store = whole
		})
		if killed != nil && !errors.Is(killed, errKilled) {
			t.Fatal(killed)
		}
		use(t, c, func(a *App) {
			if killed != nil && len(a.Notes()) == 0 {
				t.Errorf("killed at write %d: nothing is said", writes)
			}
			if holding := filesWith(t, c); len(holding) > 0 {
				t.Errorf("killed at write %d: these files hold the words: %q", writes, holding)
			}
			sound(t, a)
		})
		if killed == nil {
			if writes < 3 {
				t.Errorf("the purge made %d writes only", writes)
			}
			return
		}
	}
}

// TestKilledPurgeKeepsLaterDocuments ingests a document again after a purge that ended before one
// of its writes: the purge that is then finished removes the former text only.
func TestKilledPurgeKeepsLaterDocuments(t *testing.T) {
	for writes := 0; ; writes++ {
		c := settings(t, "w")
		secret := filepath.Join(c.Folder(), "..", "secret.txt")
		var killed error
		use(t, c, func(a *App) {
			killed = killedPurge(t, a, secret, writes)
			write(t, secret, "Starbuck lived in Nantucket.\n")
			if r, err := a.Jobs().Ingest(t.Context(), jobs.IngestOptions{Paths: []string{secret}}); err != nil || len(r.Errors) > 0 {
				t.Fatal(err, r.Errors)
			}
		})
		use(t, c, func(a *App) {
			if documents, err := a.Store.Documents(t.Context(), graph.DocumentsQuery{Limit: 2}); err != nil || len(documents) != 1 {
				t.Errorf("killed at write %d: documents %+v, %v", writes, documents, err)
			}
			if holding := filesWith(t, c); len(holding) > 0 {
				t.Errorf("killed at write %d: these files hold the words: %q", writes, holding)
			}
			sound(t, a)
		})
		if killed == nil {
			return
		}
	}
}

// TestPurgeOfAnEarlierVersion finishes a purge whose record names no digests: what was ingested before
// it is removed, what came later stays.
func TestPurgeOfAnEarlierVersion(t *testing.T) {
	c := settings(t, "w")
	var record []byte
	use(t, c, func(a *App) {
		if err := ingestText(t, a, "later.txt", publicText); err != nil {
			t.Fatal(err)
		}
		if killedPurge(t, a, filepath.Join(t.TempDir(), "secret.txt"), 0) == nil {
			t.Fatal("the purge is complete")
		}
		var list []map[string]any
		raw, err := os.ReadFile(filepath.Join(a.Config.Folder(), purge.File))
		if err == nil {
			err = json.Unmarshal(raw, &list)
		}
		if err != nil || len(list) != 1 {
			t.Fatal(list, err)
		}
		list = []map[string]any{{"id": list[0]["id"], "source": list[0]["source"], "origin": list[0]["origin"]},
			{"id": graph.DocumentID("later.txt"), "source": "later.txt", "origin": ""}}
		if record, err = json.Marshal(list); err != nil {
			t.Fatal(err)
		}
		documents, err := a.Store.Documents(t.Context(), graph.DocumentsQuery{Limit: 2})
		if err != nil || len(documents) != 2 {
			t.Fatal(documents, err)
		}
	})
	for i, before := range []time.Duration{time.Hour, -time.Hour} {
		left := 2 - 2*i
		path := filepath.Join(c.Folder(), purge.File)
		write(t, path, string(record))
		if err := os.Chtimes(path, time.Now(), time.Now().Add(-before)); err != nil {
			t.Fatal(err)
		}
		use(t, c, func(a *App) {
			if documents, err := a.Store.Documents(t.Context(), graph.DocumentsQuery{Limit: 2}); err != nil || len(documents) != left {
				t.Errorf("a record of %v before: %d documents are left, want %d, %v", before, len(documents), left, err)
			}
		})
	}
}

// TestKilledPurgeKeepsAcceptedUploads has an upload of a purged document's source accepted before
// the purge is finished, which then waits for it.
func TestKilledPurgeKeepsAcceptedUploads(t *testing.T) {
	c := settings(t, "w")
	var upload jobs.Job
	use(t, c, func(a *App) {
		if killedPurge(t, a, filepath.Join(t.TempDir(), "secret.txt"), 3) == nil {
			t.Fatal("the purge is complete")
		}
		file, err := a.Jobs().Spool(t.Context(), "secret.txt", strings.NewReader("Starbuck lived in Nantucket."))
		if err == nil {
			upload, err = a.Jobs().QueueUpload(t.Context(), jobs.Upload{Source: "secret.txt", File: file, Replace: true})
		}
		if err != nil {
			t.Fatal(err)
		}
	})
	s, err := NewService(c, quiet())
	if err != nil {
		t.Fatal(err)
	}
	err = s.Use(t.Context(), "w", func(_ context.Context, w web.Workspace) error {
		becomes(t, w.(served).Store, upload.ID, graph.JobDone)
		return nil
	})
	if err := errors.Join(err, s.Close()); err != nil {
		t.Fatal(err)
	}
	use(t, c, func(a *App) {
		if documents, err := a.Store.Documents(t.Context(), graph.DocumentsQuery{Limit: 2}); err != nil || len(documents) != 1 {
			t.Errorf("documents %+v, %v", documents, err)
		}
		if holding := filesWith(t, c); len(holding) > 0 {
			t.Errorf("these files hold the words: %q", holding)
		}
	})
}

// TestKilledPurgeIsFinishedWithoutCalls: opening a workspace has no budget for calls.
func TestKilledPurgeIsFinishedWithoutCalls(t *testing.T) {
	server := llmtest.NewServer(llmtest.Options{Reply: ingesttest.Speaker{Kit: offline.New()}.Reply})
	defer server.Close()
	c := settings(t, "w")
	c.Model, c.LLM.BaseURL, c.LLM.APIKey = "test-model", config.NewAddress(server.URL()), "x"
	use(t, c, func(a *App) {
		if err := ingestText(t, a, "public.txt", "Starbuck met Captain Ahab in Nantucket.\n"); err != nil {
			t.Fatal(err)
		}
		if killedPurge(t, a, filepath.Join(t.TempDir(), "secret.txt"), 0) == nil {
			t.Fatal("the purge is complete")
		}
	})
	calls := server.Stats().Requests
	use(t, c, func(a *App) {
		if made := server.Stats().Requests - calls; made > 0 {
			t.Errorf("%d calls to finish the purge", made)
		}
		if holding := filesWith(t, c); len(holding) > 0 {
			t.Errorf("these files hold the words: %q", holding)
		}
		r, err := a.Refresh(t.Context(), refresh.Options{Rebuild: true})
		if err != nil || r.Usage.Calls == 0 {
			t.Errorf("the next rebuild made %d calls, %v", r.Usage.Calls, err)
		}
	})
}

// killedPurge ingests a file with the secret words and purges it on a store that is killed after
// some writes.
func killedPurge(t *testing.T, a *App, path string, writes int) error {
	t.Helper()
	write(t, path, firstSecret)
	if r, err := a.Jobs().Ingest(t.Context(), jobs.IngestOptions{Paths: []string{path}}); err != nil || len(r.Errors) > 0 {
		t.Fatal(err, r.Errors)
	}
	whole := a.Store
	a.Store = &killedStore{whole, writes}
	_, _, err := a.Purge(t.Context(), lookup.Selector{Sources: []string{"secret.txt"}})
	a.Store = whole
	if err != nil && !errors.Is(err, errKilled) {
		t.Fatal(err)
	}
	return err
}
