package app

import (
	"strings"
	"testing"

	"grove/internal/fault"
	"grove/internal/graph"
)

// TestAbandon: work that was refused takes with it only the workspace that was made
// for it, and only while nothing waits in it that somebody was promised.
func TestAbandon(t *testing.T) {
	for name, c := range map[string]struct {
		before, meanwhile func(*App) error
		stays             bool
	}{
		"made for it": {},
		"made before": {before: func(*App) error { return nil }, stays: true},
		"an upload waits": {meanwhile: func(a *App) error {
			_, err := a.spool().file(t.Context(), "a.txt", strings.NewReader("x"))
			return err
		}, stays: true},
		"a job waits": {meanwhile: func(a *App) error {
			return a.store.PutJob(t.Context(), graph.Job{ID: "j", Kind: jobIngest, State: graph.JobQueued, Request: "{}", Progress: "{}"})
		}, stays: true},
	} {
		t.Run(name, func(t *testing.T) {
			settings := settings(t, "w")
			run := func(work func(*App) error, end func(*App) error) {
				t.Helper()
				a, err := Open(t.Context(), settings)
				if err != nil {
					t.Fatal(err)
				}
				if work != nil {
					err = work(a)
				}
				if endErr := end(a); err != nil || endErr != nil {
					t.Fatal(err, endErr)
				}
			}
			if c.before != nil {
				run(c.before, (*App).Close)
			}
			run(c.meanwhile, func(a *App) error { return a.Abandon(t.Context()) })
			a, err := OpenExisting(t.Context(), settings)
			if c.stays == fault.Is(err, fault.NotFound) {
				t.Errorf("stays %t: %v", c.stays, err)
			}
			if err == nil {
				err = a.Close()
			}
			if err != nil && c.stays {
				t.Error(err)
			}
		})
	}
}
