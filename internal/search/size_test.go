package search

import (
	"os"
	"path/filepath"
	"testing"

	"grove/internal/fault"
)

// TestSize counts what there is, and fails where it is gone.
func TestSize(t *testing.T) {
	m := newMemory(chunk("c2", "", "whale"), chunk("c1", "", ""), chunk("c3", "", "sea"))
	dir := t.TempDir()
	x := open(t, dir, m)
	defer closeIndex(t, x)
	if chunks, bytes, err := x.Size(); chunks != 3 || bytes == 0 || err != nil {
		t.Errorf("%d chunks, %d bytes, %v", chunks, bytes, err)
	}
	if err := os.Remove(filepath.Join(dir, rootFile)); err != nil {
		t.Fatal(err)
	}
	if _, _, err := x.Size(); !fault.Is(err, fault.NotFound) {
		t.Errorf("%v", err)
	}
}
