package disk

import (
	"os"
	"path/filepath"
	"testing"
)

// A file is replaced whole with its mode, and a failure leaves neither a part nor a change.
func TestReplace(t *testing.T) {
	for name, replace := range map[string]func(string, []byte, os.FileMode) error{"atomically": Replace, "durably": ReplaceDurably} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, "file")
			for _, content := range []string{"first", "second"} {
				if err := replace(path, []byte(content), 0o600); err != nil {
					t.Fatal(err)
				}
				if raw, err := os.ReadFile(path); err != nil || string(raw) != content {
					t.Errorf("%q, %v; want %q", raw, err, content)
				}
			}
			if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
				t.Errorf("mode %v, %v", info.Mode(), err)
			}
			taken := filepath.Join(dir, "folder")
			if err := os.MkdirAll(filepath.Join(taken, "full"), 0o700); err != nil {
				t.Fatal(err)
			}
			if replace(taken, nil, 0o600) == nil {
				t.Error("a folder was replaced")
			}
			if replace(filepath.Join(dir, "missing", "file"), nil, 0o600) == nil {
				t.Error("a file in a missing folder was written")
			}
			if parts, err := filepath.Glob(filepath.Join(dir, TempPrefix+"*")); err != nil || len(parts) > 0 {
				t.Errorf("left %v, %v", parts, err)
			}
		})
	}
}
