package sqlite_test

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"grove/internal/sqlite"
)

// TestPrivate: the folder and the files of a database are for their owner alone, also those that an
// earlier version made readable for others.
func TestPrivate(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("its files have no such rights")
	}
	dir := filepath.Join(t.TempDir(), "data", "w")
	for range 2 {
		s, err := sqlite.Open(t.Context(), dir, nil)
		if err != nil {
			t.Fatal(err)
		}
		release, err := sqlite.Lock(dir)
		if err != nil {
			t.Fatal(err)
		}
		files, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for path, want := range map[string]os.FileMode{filepath.Dir(dir): 0o700, dir: 0o700} {
			if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
				t.Errorf("%s: %v, %v; want %v", path, info.Mode(), err, want)
			}
		}
		for _, f := range files {
			if info, err := f.Info(); err != nil || info.Mode().Perm() != 0o600 {
				t.Errorf("%s: %v, %v", f.Name(), info.Mode(), err)
			}
		}
		if len(files) < 3 { // the database, its log and the lock
			t.Errorf("%d files", len(files))
		}
		if err := release(); err != nil {
			t.Fatal(err)
		}
		if err := s.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(filepath.Join(dir, sqlite.File), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
