package load

import (
	"errors"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"grove/internal/fault"
)

// odd returns a folder with what a walk must not stumble over, beside two good files.
func odd(t *testing.T) string {
	t.Helper()
	root := tree(t, map[string]string{"a.txt": "x", "z.txt": "y", "notes": "plain", "log.cfg": "k=v", "in/b.bin": "\x00\x01"})
	for name, target := range map[string]string{"broken.txt": "gone", "loop.txt": "loop.txt", "self": ".", "folder.txt": "in"} {
		if err := os.Symlink(target, filepath.Join(root, name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := syscall.Mkfifo(filepath.Join(root, "pipe.txt"), 0o644); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("unix", filepath.Join(root, "socket.txt"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	return root
}

func TestOddFilesLeaveTheOthers(t *testing.T) {
	root := odd(t)
	t.Chdir(root) // names of sockets are short
	var skipped []string
	records, failed := walk(t, Options{Skipped: func(path, reason string) { skipped = append(skipped, path+": "+reason) }}, ".")
	if len(records) != 2 {
		t.Errorf("%d records", len(records))
	}
	want := map[string]string{"broken.txt": "no such file", "loop.txt": "symbolic links", "pipe.txt": "a pipe", "socket.txt": "a socket"}
	for _, err := range failed {
		name := filepath.Base(fault.Item(err))
		if says, ok := want[name]; !ok || !strings.Contains(err.Error(), says) {
			t.Error(err)
		}
		delete(want, name)
	}
	if len(want) > 0 {
		t.Errorf("nothing is said of %v", want)
	}
	if diff := cmp.Diff([]string{"folder.txt: a link to a folder", "in/b.bin: unknown kind of file", "log.cfg: unknown kind of file",
		"notes: unknown kind of file", "self: unknown kind of file"}, skipped); diff != "" {
		t.Error(diff)
	}
}

func TestFilesNamedThemselves(t *testing.T) {
	root := odd(t)
	for name, want := range map[string]string{"notes": "plain", "log.cfg": "k=v"} {
		records, failed := walk(t, Options{}, filepath.Join(root, name))
		if len(records) != 1 || len(failed) > 0 || records[0].Text != want || records[0].Source != name {
			t.Errorf("%s: %+v, %v", name, records, failed)
		}
	}
	random := filepath.Join(root, "random")
	if err := os.WriteFile(random, []byte(strings.Repeat("\x81\x02\x9f\xe5\xf9", 3)), 0o644); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]fault.Kind{"broken.txt": fault.NotFound, "loop.txt": fault.Unreadable, "pipe.txt": fault.Unreadable, "random": fault.Unreadable} {
		records, failed := walk(t, Options{}, filepath.Join(root, name))
		if len(records) > 0 || len(failed) != 1 || !fault.Is(failed[0], want) || filepath.Base(fault.Item(failed[0])) != name {
			t.Errorf("%s: %+v, %v", name, records, failed)
		}
	}
	if _, failed := walk(t, Options{}, "/dev/null"); len(failed) != 1 || !strings.Contains(failed[0].Error(), "a device") {
		t.Error(failed)
	}
	if _, failed := walk(t, Options{}, filepath.Join(root, "broken.txt")); !errors.Is(failed[0], fs.ErrNotExist) {
		t.Error(failed)
	}
}

// TestOpenDoesNotWait opens a pipe that took the place of a file after it was looked at.
func TestOpenDoesNotWait(t *testing.T) {
	root := odd(t)
	info, err := os.Stat(filepath.Join(root, "a.txt"))
	if err != nil {
		t.Fatal(err)
	}
	w := &walker{parent: root}
	if _, err := w.open(filepath.Join(root, "pipe.txt"), info); !fault.Is(err, fault.Unreadable) {
		t.Error(err)
	}
}

func TestForbiddenFile(t *testing.T) {
	root := tree(t, map[string]string{"a.txt": "x", "secret.txt": "y", "in/b.txt": "z"})
	for _, name := range []string{"secret.txt", "in"} {
		if err := os.Chmod(filepath.Join(root, name), 0); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() { _ = os.Chmod(filepath.Join(root, "in"), 0o755) })
	records, failed := walk(t, Options{}, root)
	if os.Geteuid() == 0 { // who may read everything reads everything
		if len(records) != 3 || len(failed) > 0 {
			t.Error(records, failed)
		}
		return
	}
	if len(records) != 1 || len(failed) != 2 || !errors.Is(failed[0], fs.ErrPermission) || !errors.Is(failed[1], fs.ErrPermission) {
		t.Error(records, failed)
	}
}
