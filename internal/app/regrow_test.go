package app

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"grove/ingest/ingesttest"
	"grove/ingest/refresh"
	"grove/internal/config"
	"grove/internal/curate"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/llm/llmtest"
	"grove/internal/llm/offline"
	"grove/internal/lookup"
	"grove/internal/traces"
	"grove/query"
)

// countedModel is a model that counts its calls, and the settings of a workspace that asks it.
func countedModel(t *testing.T) (*llmtest.Server, *atomic.Int32, config.Config) {
	t.Helper()
	var calls atomic.Int32
	speaker := ingesttest.Speaker{Kit: offline.New()}
	server := llmtest.NewServer(llmtest.Options{Reply: func(r llmtest.Request) llmtest.Reply {
		calls.Add(1)
		return speaker.Reply(r)
	}})
	t.Cleanup(server.Close)
	c := settings(t, "w")
	c.Model, c.LLM.BaseURL, c.LLM.APIKey, c.LLM.Retries = "test-model", config.NewAddress(server.URL()), "x", 0
	return server, &calls, c
}

// crowd has enough people for a community that a model names.
const crowd = publicText + "Queequeg lived in Nantucket. Captain Bildad lived in Nantucket. Captain Peleg was born in Nantucket. Ishmael visited Nantucket.\n"

// TestChangesTellTheirUsage: the calls that a deletion, a merge and its undoing lead
// to are in what they give.
func TestChangesTellTheirUsage(t *testing.T) {
	_, calls, c := countedModel(t)
	use(t, c, func(a *App) {
		for _, name := range []string{"secret.txt", "public.txt"} {
			if err := ingestText(t, a, name, map[string]string{"secret.txt": firstSecret + "Stubb lived in Nantucket. Daggoo visited Nantucket.\n", "public.txt": crowd}[name]); err != nil {
				t.Fatal(err)
			}
		}
		told := func(what string, do func() (refresh.Report, error)) {
			t.Helper()
			calls.Store(0)
			r, err := do()
			if made := int(calls.Load()); err != nil || r.Unnamed != "" || made == 0 || r.Usage.Calls-r.Usage.CachedCalls != made {
				t.Errorf("%s: %d calls made, told %+v, %v", what, made, r, err)
			}
		}
		var merged curate.Decided
		told("merge", func() (refresh.Report, error) {
			var err error
			merged, err = a.Curate().Merge(t.Context(), []string{"Captain Ahab", "Starbuck"})
			return merged.Report, err
		})
		told("delete", func() (refresh.Report, error) {
			gone, err := a.Jobs().Delete(t.Context(), lookup.Selector{Sources: []string{"secret.txt"}})
			return gone.Report, err
		})
		told("undo", func() (refresh.Report, error) {
			d, err := a.Curate().Undo(t.Context(), merged.Decision.ID)
			return d.Report, err
		})
	})
}

// TestChangesWithoutTheModel: with its endpoint away, a decision and a purge are
// carried out to the end, and what is new is called by its keywords.
func TestChangesWithoutTheModel(t *testing.T) {
	server, _, c := countedModel(t)
	use(t, c, func(a *App) {
		for _, name := range []string{"secret.txt", "public.txt"} {
			if err := ingestText(t, a, name, map[string]string{"secret.txt": firstSecret, "public.txt": publicText}[name]); err != nil {
				t.Fatal(err)
			}
		}
		server.Close()
		d, err := a.Curate().Merge(t.Context(), []string{"Captain Ahab", "Starbuck"})
		if err != nil || d.Unnamed == "" || len(d.Entities) != 1 {
			t.Errorf("merge: %+v, %v", d, err)
		}
		gone, purged, err := a.Purge(t.Context(), lookup.Selector{Sources: []string{"secret.txt"}})
		if err != nil || len(gone) != 1 || purged.Unnamed == "" {
			t.Errorf("%v, %+v, %v", gone, purged, err)
		}
		if holding := filesWith(t, c); len(holding) > 0 {
			t.Errorf("after the purge, these files hold its words: %q", holding)
		}
		sound(t, a)
	})
}

// meddled is a store in which something happens as documents go, and after.
type meddled struct {
	graph.Store
	before, scrubbed func()
	after            error
}

func (m meddled) Apply(ctx context.Context, c graph.Change) (graph.Applied, error) {
	if len(c.Remove) > 0 {
		m.before()
	}
	return m.Store.Apply(ctx, c)
}

func (m meddled) Scrub(ctx context.Context) error {
	m.scrubbed()
	return m.Store.Scrub(ctx)
}

// TreeMethod is the first read as communities are brought up to date.
func (m meddled) TreeMethod(ctx context.Context) (string, error) {
	if m.after != nil {
		return "", m.after
	}
	return m.Store.TreeMethod(ctx)
}

// TestPurgeSweepsAgain: what a question writes while the documents go is swept too.
func TestPurgeSweepsAgain(t *testing.T) {
	c := settings(t, "w")
	use(t, c, func(a *App) {
		if err := ingestText(t, a, "secret.txt", firstSecret); err != nil {
			t.Fatal(err)
		}
		a.Store = meddled{Store: a.Store, scrubbed: func() {}, before: func() {
			late := traces.New(time.Now(), "who is it?", traces.Options{}, query.Answer{Answer: "Zebulon Vantreight was born in Quorndon in 1851."}, nil)
			if err := a.Traces().Put(late); err != nil {
				t.Error(err)
			}
		}}
		if _, purged, err := a.Purge(t.Context(), lookup.Selector{Sources: []string{"secret.txt"}}); err != nil || purged.Traces != 1 {
			t.Errorf("%+v, %v", purged, err)
		}
		if holding := filesWith(t, c); len(holding) > 0 {
			t.Errorf("these files hold its words: %q", holding)
		}
	})
}

// TestPurgeGoesOn: what fails once the documents are gone does not end the purge.
func TestPurgeGoesOn(t *testing.T) {
	c := settings(t, "w")
	use(t, c, func(a *App) {
		if err := ingestText(t, a, "secret.txt", firstSecret); err != nil {
			t.Fatal(err)
		}
		scrubbed := false
		a.Store = meddled{Store: a.Store, before: func() {}, scrubbed: func() { scrubbed = true }, after: fault.New(fault.Unavailable, "test", "", "the store hiccups", "")}
		gone, _, err := a.Purge(t.Context(), lookup.Selector{Sources: []string{"secret.txt"}})
		if !fault.Is(err, fault.Unavailable) || len(gone) != 1 || !scrubbed {
			t.Errorf("%v, %v, scrubbed %v", gone, err, scrubbed)
		}
	})
}

// TestPurgeBlanksOldJobs: those beyond the first page too.
func TestPurgeBlanksOldJobs(t *testing.T) {
	c := settings(t, "w")
	use(t, c, func(a *App) {
		if err := ingestText(t, a, "secret.txt", firstSecret); err != nil {
			t.Fatal(err)
		}
		at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
		old := graph.Job{ID: graph.JobID("ingest", at), Kind: "ingest", State: graph.JobFailed, Request: `{"source":"secret.txt"}`, Progress: "{}", Error: "Zebulon Vantreight was born in Quorndon", Created: at, Updated: at}
		for i := range graph.MaxRows + 1 {
			j := old
			if i > 0 {
				j.Created = at.Add(time.Duration(i/2) * time.Millisecond)
				j.ID, j.Request, j.Error = graph.ID("j"+strings.Repeat("x", i%2)+j.Created.Format("150405.000")), "{}", ""
			}
			if err := a.Store.PutJob(t.Context(), j); err != nil {
				t.Fatal(err)
			}
		}
		if _, purged, err := a.Purge(t.Context(), lookup.Selector{Sources: []string{"secret.txt"}}); err != nil || purged.Jobs == 0 {
			t.Errorf("%+v, %v", purged, err)
		}
		if found, err := a.Store.Jobs(t.Context(), graph.JobsQuery{ID: old.ID}); err != nil || len(found) != 1 || found[0].Request != "{}" || found[0].Error != "" {
			t.Errorf("%+v, %v", found, err)
		}
	})
}
