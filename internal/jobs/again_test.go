package jobs

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/llm"
	"grove/internal/load"
	"grove/internal/sqlite"
	"grove/internal/workspace"
)

// kinds are the jobs of a workspace, the latest first, as KIND STATE.
func kinds(t *testing.T, a *Jobs) []string {
	t.Helper()
	jobs, err := a.Page(t.Context(), Listing{Limit: 10})
	if err != nil {
		t.Fatal(err)
	}
	out := []string{}
	for _, j := range jobs {
		out = append(out, j.Kind+" "+string(j.State))
	}
	return out
}

// TestOwnFolder: an ingest of the folder that holds the workspace, and another one, reads no file of either, nor of one in another data folder.
func TestOwnFolder(t *testing.T) {
	s := settings(t, "w")
	write(t, filepath.Join(s.Data, "note.txt"), "Harbour Lights is a 1950 drama film directed by Anna Keller.")
	write(t, filepath.Join(s.Folder(), "runs", "report.md"), "A report.")
	write(t, filepath.Join(s.Data, "other", "runs", "report.md"), "Another report.")
	write(t, filepath.Join(s.Data, "other", sqlite.LockFile), "") // as of a workspace in Neo4j
	write(t, filepath.Join(s.Data, "papers", "w", sqlite.File), "")
	write(t, filepath.Join(s.Data, "papers", "w", "runs", "report.md"), "A third report.")
	write(t, filepath.Join(s.Data, "papers", "more.txt"), "Anna Keller was born in Oslo.")
	use(t, s, func(a *Jobs) {
		report, err := a.Ingest(t.Context(), IngestOptions{Paths: []string{s.Data}})
		if err != nil || report.Documents.New != 2 {
			t.Errorf("%+v, %v", report, err)
		}
	})
}

// TestRetryIsOneJob: an ingest that is done again is one job, in which the chunks that
// could not be read come second; without an id they are one alone.
func TestRetryIsOneJob(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"a", "b"} {
		write(t, filepath.Join(folder, name+".txt"), "Harbour Lights is a 1950 drama film directed by Anna Keller. Part "+name+".")
	}
	use(t, settings(t, "w"), func(a *Jobs) {
		first, err := a.Ingest(t.Context(), IngestOptions{Paths: []string{folder}})
		if err != nil {
			t.Fatal(err)
		}
		again, err := a.RunAgain(t.Context(), first.Job, nil)
		if err != nil || again.Documents.Unchanged != 2 || again.Job == first.Job {
			t.Errorf("%+v, %v", again, err)
		}
		if got, want := kinds(t, a), []string{"ingest done", "ingest done"}; !slices.Equal(got, want) {
			t.Errorf("%v, want %v", got, want)
		}
		if _, err := a.RunAgain(t.Context(), "", nil); err != nil || kinds(t, a)[0] != "retry done" {
			t.Errorf("%v, %v", kinds(t, a), err)
		}
		if _, err := a.RunAgain(t.Context(), "jnone", nil); !fault.Is(err, fault.NotFound) {
			t.Errorf("no such job: %v", err)
		}
		typed, err := a.Ingest(t.Context(), IngestOptions{Paths: []string{load.StandardInput}, Source: "typed.txt", Input: strings.NewReader("Ahab sails.")})
		if err != nil || typed.Documents.New != 1 {
			t.Fatalf("%+v, %v", typed, err)
		}
		if _, err := a.RunAgain(t.Context(), typed.Job, nil); !fault.Is(err, fault.Invalid) || !strings.Contains(fault.Hint(err), "--source typed.txt") {
			t.Errorf("standard input is read again: %v", err)
		}
	})
}

// mended is a model that says nothing readable until it is mended.
type mended struct{ well bool }

// Name names it.
func (*mended) Name() string { return "mended" }

// Complete says one fact, or what cannot be read.
func (m *mended) Complete(context.Context, llm.Request) (llm.Reply, error) {
	if !m.well {
		return llm.Reply{Text: "I cannot do that."}, nil
	}
	return llm.Reply{Text: `{"facts":[{"text":"Ahab sails.","elements":["Ahab"]}],"entities":[{"name":"Ahab","type":"person","description":""}],"triples":[],"attributes":[]}`}, nil
}

// TestRetryAsksAgainInItsJob: of an ingest that is done again, the chunks that could not
// be read are asked for anew within the same job, whose report has both.
func TestRetryAsksAgainInItsJob(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.txt")
	write(t, file, "Ahab sails.")
	use(t, settings(t, "w"), func(a *Jobs) {
		model := &mended{}
		a.ws.Client.Model = model
		first, err := a.Ingest(t.Context(), IngestOptions{Paths: []string{file}})
		if err != nil || first.Quarantined != 1 {
			t.Fatalf("%+v, %v", first, err)
		}
		model.well = true
		again, err := a.RunAgain(t.Context(), first.Job, nil)
		if err != nil || again.Documents.Unchanged != 1 || again.Quarantined != 0 || again.Facts != 1 || again.Usage.Calls == 0 {
			t.Errorf("%+v, %v", again, err)
		}
		if got, want := kinds(t, a), []string{"ingest done", "ingest partly"}; !slices.Equal(got, want) {
			t.Errorf("%v, want %v", got, want)
		}
		if c, err := a.ws.Store.Counts(t.Context()); err != nil || c.Facts != 1 {
			t.Errorf("%+v", c)
		}
	})
}

// TestCancelWhatWaits: a job that waits for the service is cancelled by who holds the
// workspace, and by nobody beside a holder; one that runs is asked to end.
func TestCancelWhatWaits(t *testing.T) {
	c := settings(t, "w")
	now := time.Now().UTC().Truncate(time.Millisecond)
	ids := map[graph.JobState]graph.ID{}
	use(t, c, func(a *Jobs) {
		for i, state := range []graph.JobState{graph.JobQueued, graph.JobInterrupted, graph.JobRunning, graph.JobDone} {
			at := now.Add(time.Duration(i) * time.Millisecond)
			j := graph.Job{ID: graph.JobID(kindDelete, at), Kind: kindDelete, State: state, Request: `{"document":"d1"}`, Progress: "{}", Created: at, Updated: at}
			if err := a.put(t.Context(), j); err != nil {
				t.Fatal(err)
			}
			ids[state] = j.ID
		}
		reader, err := workspace.OpenReader(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		defer reader.Close()
		if _, err := New(reader, Options{}).CancelRunning(t.Context(), ids[graph.JobQueued]); !fault.Is(err, fault.Held) {
			t.Errorf("by a reader: %v", err)
		}
		if state, err := New(reader, Options{}).CancelRunning(t.Context(), ids[graph.JobRunning]); err != nil || state != graph.JobRunning {
			t.Errorf("one that runs: %s, %v", state, err)
		}
		if named, err := os.ReadFile(filepath.Join(c.Folder(), cancelFile)); err != nil || graph.ID(named) != ids[graph.JobRunning] {
			t.Errorf("it is not asked to end: %s, %v", named, err)
		}
		for _, state := range []graph.JobState{graph.JobQueued, graph.JobInterrupted} {
			if now, err := a.CancelRunning(t.Context(), ids[state]); err != nil || now != graph.JobCancelled {
				t.Errorf("%s: %s, %v", state, now, err)
			}
			if j, err := a.Get(t.Context(), ids[state]); err != nil || j.State != graph.JobCancelled {
				t.Errorf("%s: %+v, %v", state, j, err)
			}
			if _, err := a.CancelRunning(t.Context(), ids[state]); !fault.Is(err, fault.Invalid) {
				t.Errorf("again: %v", err)
			}
		}
		if _, err := a.CancelRunning(t.Context(), ids[graph.JobDone]); !fault.Is(err, fault.Invalid) {
			t.Errorf("one that is done: %v", err)
		}
	})
}
