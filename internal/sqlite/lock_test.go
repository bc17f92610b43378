package sqlite_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"grove/internal/fault"
	"grove/internal/sqlite"
)

func TestLockNamesItsHolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "default")
	release, err := sqlite.Lock(dir)
	if err != nil {
		t.Fatal(err)
	}
	_, err = sqlite.Lock(dir)
	wantKind(t, err, fault.Held)
	if want := fmt.Sprintf("process %d (", os.Getpid()); !strings.Contains(err.Error(), want) {
		t.Errorf("error %q does not name %q", err, want)
	}
	if err = release(); err != nil {
		t.Fatal(err)
	}
	release, err = sqlite.Lock(dir)
	if err != nil {
		t.Fatalf("after its release: %v", err)
	}
	if err = release(); err != nil {
		t.Fatal(err)
	}
}

func TestALeftLockFileDoesNotHold(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, sqlite.LockFile), []byte("process 1 (long dead)"), 0o644); err != nil {
		t.Fatal(err)
	}
	release, err := sqlite.Lock(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err = release(); err != nil {
		t.Fatal(err)
	}
}
