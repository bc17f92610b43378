package jobs

import (
	"os"
	"path/filepath"
	"testing"

	"grove/internal/config"
	"grove/internal/workspace"
)

// settings are those of a workspace in a folder of its own.
func settings(t *testing.T, name string) config.Config {
	t.Helper()
	c := config.Default()
	c.Data, c.Workspace = t.TempDir(), name
	return c
}

// use opens a workspace, runs use on its jobs, and closes it again.
func use(t *testing.T, c config.Config, use func(a *Jobs)) {
	t.Helper()
	w, err := workspace.Open(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	}()
	use(New(w, Options{}))
}

func write(t *testing.T, path, text string) {
	t.Helper()
	err := os.MkdirAll(filepath.Dir(path), 0o700)
	if err == nil {
		err = os.WriteFile(path, []byte(text), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// idle reports whether no job waits or runs.
func idle(j *Jobs) bool {
	waiting, running := j.Counts()
	return waiting+running == 0
}
