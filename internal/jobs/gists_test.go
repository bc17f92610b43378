package jobs

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"grove/ingest"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/llm"
)

// long is a text of many pages.
func long() string {
	var b strings.Builder
	for i := range 300 {
		fmt.Fprintf(&b, "Ahab saw ship number %d on the sea, and the crew of that ship saw a whale.\n\n", i)
	}
	return b.String()
}

func stored(t *testing.T, j *Jobs) (d graph.Document, pages int) {
	t.Helper()
	documents, err := j.ws.Store.Documents(t.Context(), graph.DocumentsQuery{})
	if err != nil || len(documents) != 1 {
		t.Fatal(documents, err)
	}
	counts, err := j.ws.Store.Counts(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return documents[0], counts.Episodes
}

// TestIngestGists: gists are made where they are asked for, within their estimate, are made anew for a document that is
// replaced, by another preset where that is asked for, and are gone where none are.
func TestIngestGists(t *testing.T) {
	c := settings(t, "w")
	path := filepath.Join(t.TempDir(), "a.txt")
	write(t, path, long())
	o := IngestOptions{Paths: []string{path}, Gists: "600/280"}
	e, err := EstimateIngest(t.Context(), c, o)
	if err != nil || e.Gists == nil {
		t.Fatalf("%+v, %v", e, err)
	}
	use(t, c, func(j *Jobs) {
		var most int64
		o.Progress = func(p ingest.Progress) { most = max(most, p.Pages) }
		run := func(gists string) ingest.Report {
			t.Helper()
			o.Gists = gists
			report, err := j.Ingest(t.Context(), o)
			if err != nil {
				t.Fatal(err)
			}
			return report
		}
		report := run("600/280")
		d, pages := stored(t, j)
		if d.Paged != "600/280" || pages < e.Gists.Pages.Low || pages > e.Gists.Pages.High || int(most) != pages || report.Gists.Pages != pages {
			t.Errorf("%+v with %d pages, estimated %+v, progress %d, report %+v", d, pages, e.Gists, most, report.Gists)
		}
		if calls := report.Usage.ByStage["gist.pause"].Calls + report.Usage.ByStage["gist.page"].Calls; calls < e.Gists.Calls.Low || calls > e.Gists.Calls.High {
			t.Errorf("%d calls, estimated %+v: %+v", calls, e.Gists.Calls, report.Usage)
		}
		if report = run(""); report.Gists != nil || report.Usage.Calls > 0 {
			t.Errorf("again: %+v", report)
		}
		write(t, path, strings.Replace(long(), "number 7 ", "number seven ", 1))
		if report = run(""); report.Gists == nil || report.Documents.Replaced != 1 {
			t.Errorf("replaced: %+v", report)
		}
		run("3000/500")
		if d, pages := stored(t, j); d.Paged != "3000/500" || pages >= report.Gists.Pages {
			t.Errorf("another preset: %+v with %d pages", d, pages)
		}
		again, err := EstimateIngest(t.Context(), c, IngestOptions{Paths: []string{path}, Gists: "3000/500"})
		if err != nil || again.Gists != nil {
			t.Errorf("estimate of what is there: %+v, %v", again.Gists, err)
		}
		run("off")
		if d, pages := stored(t, j); d.Gists != "" || d.Paged != "" || pages != 0 {
			t.Errorf("off: %+v with %d pages", d, pages)
		}
		if _, err := j.Ingest(t.Context(), IngestOptions{Paths: []string{path}, Gists: "x"}); !fault.Is(err, fault.Invalid) {
			t.Errorf("no preset: %v", err)
		}
	})
}

// TestGistsOfDocuments: gists of chosen documents are a job of a command, or of the queue; its bounds hold, and a caller that
// goes away cancels it.
func TestGistsOfDocuments(t *testing.T) {
	c := settings(t, "w")
	path := filepath.Join(t.TempDir(), "a.txt")
	write(t, path, long())
	use(t, c, func(j *Jobs) {
		if _, err := j.Ingest(t.Context(), IngestOptions{Paths: []string{path}}); err != nil {
			t.Fatal(err)
		}
		d, _ := stored(t, j)
		ids := []graph.ID{d.ID, d.ID}
		e, err := EstimateGists(t.Context(), j.ws.Store, []graph.Document{d}, "")
		if err != nil || e.Pages.Low < 2 || e.PromptTokens.Low < d.Tokens {
			t.Errorf("estimate %+v, %v", e, err)
		}
		report, err := j.Gists(t.Context(), GistsOptions{Documents: ids, Bounds: llm.Bounds{MaxCalls: 3}})
		if err != nil || report.Stopped == nil {
			t.Errorf("3 calls: %+v, %v", report, err)
		}
		if _, pages := stored(t, j); pages != 0 {
			t.Errorf("%d pages after a bound", pages)
		}
		if report, err = j.Gists(t.Context(), GistsOptions{Documents: ids}); err != nil || report.Gists == nil || report.Gists.Documents != 1 {
			t.Errorf("%+v, %v", report, err)
		}
		for _, bad := range []GistsOptions{{}, {Documents: ids, Preset: "x"}, {Documents: make([]graph.ID, graph.MaxIDs+1)}} {
			if bad.Documents != nil && bad.Preset == "" {
				for i := range bad.Documents {
					bad.Documents[i] = graph.DocumentID(fmt.Sprint(i))
				}
			}
			if _, err := j.Gists(t.Context(), bad); !fault.Is(err, fault.Invalid) {
				t.Errorf("%d documents, preset %q: %v", len(bad.Documents), bad.Preset, err)
			}
		}
		if err := j.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		defer j.Close()
		report, err = j.AwaitGists(t.Context(), GistsOptions{Documents: ids, Preset: "3000/500"})
		if err != nil || report.Gists == nil || report.Model != llm.OfflineName || report.Usage.PaidPrompt != 0 {
			t.Errorf("queued: %+v, %v", report, err)
		}
		if d, _ := stored(t, j); d.Paged != "3000/500" {
			t.Errorf("queued: %+v", d)
		}
		if _, err := j.QueueGists(t.Context(), GistsOptions{Documents: []graph.ID{graph.DocumentID("nobody")}}); !fault.Is(err, fault.NotFound) {
			t.Errorf("an unknown document: %v", err)
		}
		release, err := j.ws.AcquireWriter(t.Context()) // so that the job waits
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		if _, err = j.AwaitGists(ctx, GistsOptions{Documents: ids, Preset: "1000/600"}); !fault.Is(err, fault.Canceled) {
			t.Errorf("a caller that goes away: %v", err)
		}
		release()
		for late := time.Now().Add(5 * time.Second); !idle(j) && time.Now().Before(late); {
			time.Sleep(10 * time.Millisecond)
		}
		if d, _ := stored(t, j); d.Paged != "3000/500" {
			t.Errorf("made after all: %+v", d)
		}
	})
}

// TestGistsAtOnce: several callers that need the same gists pay for them once.
func TestGistsAtOnce(t *testing.T) {
	c := settings(t, "w")
	path := filepath.Join(t.TempDir(), "a.txt")
	write(t, path, long())
	use(t, c, func(j *Jobs) {
		if _, err := j.Ingest(t.Context(), IngestOptions{Paths: []string{path}}); err != nil {
			t.Fatal(err)
		}
		d, _ := stored(t, j)
		calls := make(chan int, 4)
		for range 4 {
			go func() {
				report, err := j.Gists(t.Context(), GistsOptions{Documents: []graph.ID{d.ID}})
				if err != nil {
					t.Error(err)
				}
				calls <- report.Usage.Calls
			}()
		}
		paid := 0
		for range 4 {
			if n := <-calls; n > 0 {
				paid++
			}
		}
		if paid != 1 {
			t.Errorf("%d of 4 callers paid", paid)
		}
	})
}
