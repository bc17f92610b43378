package workspace

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"grove/internal/config"
	"grove/internal/fault"
	"grove/internal/graph"
)

// TestDiscardIfEmpty: work that was refused takes with it only the workspace that was made
// for it, and only while nothing waits in it that somebody was promised.
func TestDiscardIfEmpty(t *testing.T) {
	for name, c := range map[string]struct {
		before, meanwhile func(*Workspace) error
		stays             bool
	}{
		"made for it": {},
		"made before": {before: func(*Workspace) error { return nil }, stays: true},
		"an upload waits": {meanwhile: func(a *Workspace) error {
			folder := filepath.Join(a.Config.Folder(), UploadsFolder)
			return errors.Join(os.MkdirAll(folder, 0o700), os.WriteFile(filepath.Join(folder, "a.txt"), []byte("x"), 0o600))
		}, stays: true},
		"a job waits": {meanwhile: func(a *Workspace) error {
			return a.Store.PutJob(t.Context(), graph.Job{ID: "j", Kind: "ingest", State: graph.JobQueued, Request: "{}", Progress: "{}"})
		}, stays: true},
	} {
		t.Run(name, func(t *testing.T) {
			settings := config.Default()
			settings.Data, settings.Workspace = t.TempDir(), "w"
			run := func(work func(*Workspace) error, end func(*Workspace) error) {
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
				run(c.before, (*Workspace).Close)
			}
			run(c.meanwhile, func(a *Workspace) error { return a.DiscardIfEmpty(t.Context()) })
			a, err := OpenExisting(t.Context(), settings, nil)
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
