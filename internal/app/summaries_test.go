package app

import (
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"grove/ingest/ingesttest"
	"grove/internal/config"
	"grove/internal/graph"
	"grove/internal/jobs"
	"grove/internal/llm/llmtest"
	"grove/internal/llm/offline"
	"grove/internal/lookup"
	"grove/internal/storetest/neo4jtest"
	"grove/query"
)

// crewText makes a community of several people.
const crewText = "Captain Ahab met Starbuck. Starbuck met Stubb. Stubb met Captain Ahab. Flask met Stubb. Flask met Starbuck. Captain Ahab met Flask.\n"

// TestSummaries names communities as they are made, when they are read, or never, on either store: a lazily made name is asked for
// once, and no read changes the export.
func TestSummaries(t *testing.T) {
	t.Run("embedded", func(t *testing.T) { summaries(t, settings(t, "w")) })
	t.Run("neo4j", func(t *testing.T) {
		c := settings(t, neo4jtest.Workspace())
		c.Store = config.Neo4j
		uri, user, password := neo4jtest.Server(t)
		c.Neo4jURI, c.Neo4jUser, c.Neo4jPassword = config.NewAddress(uri), user, password
		t.Cleanup(func() { drop(t, c) })
		summaries(t, c)
	})
}

func summaries(t *testing.T, c config.Config) {
	var calls atomic.Int64
	speaker := ingesttest.Speaker{Kit: offline.New()}
	server := llmtest.NewServer(llmtest.Options{Reply: func(r llmtest.Request) llmtest.Reply {
		if strings.HasPrefix(r.Messages[len(r.Messages)-1].Content, "Main members:") {
			calls.Add(1)
			return llmtest.Reply{Content: `{"title": "The crew", "summary": "They sail."}`}
		}
		return speaker.Reply(r)
	}})
	defer server.Close()
	c.Model, c.LLM.BaseURL, c.LLM.APIKey = "test-model", config.NewAddress(server.URL()), "x"
	asked := func(what string, most int, want bool, work func(*App)) {
		t.Helper()
		before := calls.Load()
		use(t, c, work)
		if n := int(calls.Load() - before); n > most || want != (n > 0) {
			t.Errorf("%s, summaries %q: %d names asked for", what, c.Summaries, n)
		}
	}
	ingest := func(a *App) {
		if err := ingestText(t, a, "crew.txt", crewText); err != nil {
			t.Fatal(err)
		}
	}
	largest := func(a *App) graph.ID {
		list, err := a.Browse().Communities(t.Context(), false, 1)
		if err != nil || len(list) == 0 || list[0].Size < 3 {
			t.Fatalf("%+v, %v", list, err)
		}
		return list[0].ID
	}
	title := func(a *App) string {
		v, err := a.Browse().Community(t.Context(), largest(a), 10)
		if err != nil || v.Title == "" || v.Unnamed != "" {
			t.Errorf("%+v, %v", v, err)
		}
		return v.Title
	}
	named := func(export string) bool { return strings.Contains(export, `"title":"The crew"`) }

	// Lazy: nothing at ingest, one call for concurrent first reads, none later; the export never changes.
	c.Summaries = config.Lazy
	asked("ingest", 0, false, ingest)
	c.Summaries = "" // the workspace remembers
	var lazily string
	asked("first read", 1, true, func(a *App) {
		before := exportOf(t, a)
		for line := range strings.Lines(before) {
			if strings.Contains(line, `"kind":"community"`) && (strings.Contains(line, `"title"`) || strings.Contains(line, `"summary"`)) {
				t.Errorf("the export names a community: %s", line)
			}
		}
		var readers sync.WaitGroup
		for range 4 {
			readers.Go(func() {
				if got := title(a); got != "The crew" {
					t.Errorf("read as %q", got)
				}
			})
		}
		readers.Wait()
		if lazily = exportOf(t, a); lazily != before {
			t.Error("reading changed the export")
		}
	})
	asked("second read and the same ingest", 0, false, func(a *App) {
		ingest(a)
		answer, err := a.Ask(t.Context(), AskOptions{Question: query.Question{Text: "What do Captain Ahab, Starbuck and Stubb have in common?"}, Agent: "tree"})
		if err != nil || title(a) != "The crew" || exportOf(t, a) != lazily {
			t.Error("another name or export", err)
		}
		fused := false
		for _, s := range answer.Trace {
			items, _ := s.Args["items"].([]string)
			fused = fused || s.Action == "fuse" && strings.Contains(strings.Join(items, "\n"), "The crew: They sail.")
		}
		if !fused {
			t.Errorf("tree reads the community without its name: %+v", answer.Trace)
		}
		state, release, err := a.Store.Snapshot(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer release()
		if rows, err := state.Communities(t.Context(), graph.CommunitiesQuery{}); err != nil || rows[0].Title == "The crew" {
			t.Errorf("the name is stored: %+v, %v", rows, err)
		}
	})
	if c.Store == config.Embedded {
		into := c
		into.Data, into.Workspace = t.TempDir(), "copy"
		use(t, into, func(a *App) {
			if _, err := a.Jobs().Import(t.Context(), strings.NewReader(lazily), nil); err != nil || exportOf(t, a) != lazily {
				t.Errorf("import and export: %v", err)
			}
			if list, err := a.Browse().Communities(t.Context(), true, 100); err != nil || len(list) == 0 || list[0].Title == "" {
				t.Errorf("after the import: %+v, %v", list, err)
			}
		})
	}

	// Held by another process, or without a model: hub members, no call.
	r, err := OpenReader(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	if v, err := r.Browse().Community(t.Context(), largest(r), 10); err != nil || v.Title == "The crew" || v.Unnamed == "" {
		t.Errorf("without the model: %+v, %v", v, err)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}

	// The setting can change: eager takes the stored replies of lazy reads, even after off.
	c.Summaries = config.Eager
	asked("ingest", 0, false, ingest)
	asked("read", 0, false, func(a *App) {
		if got := title(a); got != "The crew" || !named(exportOf(t, a)) {
			t.Errorf("eager: %q", got)
		}
	})
	c.Summaries = config.Off
	asked("ingest", 0, false, ingest)
	c.Summaries = ""
	asked("read", 0, false, func(a *App) {
		if got := title(a); got == "The crew" || named(exportOf(t, a)) || exportOf(t, a) != lazily {
			t.Errorf("off: %q", got)
		}
	})
	c.Summaries = config.Eager
	asked("ingest again", 0, false, func(a *App) { // the replies are stored
		if ingest(a); title(a) != "The crew" || !named(exportOf(t, a)) {
			t.Error("eager after off has no names")
		}
	})

	// The estimate counts no calls for names, and a purge removes the replies that have them.
	c.Summaries = config.Lazy
	if e, err := jobs.EstimateIngest(t.Context(), c, jobs.IngestOptions{Paths: []string{"sample/documents"}}); err != nil || e.Communities.Calls.High != 0 {
		t.Errorf("%+v, %v", e.Communities, err)
	}
	asked("ingest and read", 0, false, func(a *App) { ingest(a); title(a) })
	use(t, c, func(a *App) {
		if gone, purged, err := a.Purge(t.Context(), lookup.Selector{Sources: []string{"crew.txt"}}); err != nil || len(gone) != 1 || purged.RepliesWithoutChunks == 0 {
			t.Errorf("%v, %+v, %v", gone, purged, err)
		}
	})
	asked("read after a purge", 100, true, func(a *App) { ingest(a); title(a) })

	// Without a model every name is made as before.
	c.Model, c.Summaries = config.Offline, config.Off
	asked("offline", 0, false, func(a *App) {
		if ingest(a); title(a) == "The crew" {
			t.Error("offline has a model's name")
		}
		if _, err := a.RebuildCommunities(t.Context()); err != nil || !strings.Contains(exportOf(t, a), `"parent":"","title":"`) {
			t.Errorf("offline: the export has no titles: %v", err)
		}
	})
}
