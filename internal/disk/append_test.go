package disk

import (
	"os"
	"path/filepath"
	"testing"
)

func TestAppendLine(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	for before, want := range map[string]string{"": "x\n", "a\n": "a\nx\n", "a\ntorn": "a\ntorn\nx\n"} {
		if err := os.WriteFile(path, []byte(before), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := AppendLine(path, []byte("x")); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != want {
			t.Errorf("%q: %q, %v", before, got, err)
		}
	}
	if err := AppendLine(filepath.Join(path, "none"), nil); err == nil {
		t.Error("a file in a file")
	}
}
