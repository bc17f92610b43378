package load

import (
	"errors"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"slices"
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
	want := map[string]string{"loop.txt": "symbolic links", "pipe.txt": "a pipe", "socket.txt": "a socket"}
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
	if diff := cmp.Diff([]string{"broken.txt: " + brokenLink, "in/b.bin: " + unknownKind + nameItself, "log.cfg: " + unknownKind + nameItself,
		"notes: " + unknownKind + nameItself, "folder.txt: " + folderAgain, "self: " + folderAgain}, skipped); diff != "" {
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
	w := &walker{parent: root}
	if _, err := w.openReal(filepath.Join(root, "pipe.txt")); err != nil {
		t.Error(err)
	}
	if _, err := w.open("pipe.txt", filepath.Join(root, "pipe.txt")); !fault.Is(err, fault.Unreadable) {
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

// TestLinks holds links in a folder to it, and follows those that lead out of it only where asked to.
func TestLinks(t *testing.T) {
	outside := tree(t, map[string]string{"secret.txt": "key", "more/b.txt": "secret b"})
	root := tree(t, map[string]string{"a.txt": "x", "in/b.txt": "y", ".hidden/c.txt": "z"})
	for name, target := range map[string]string{
		"secret.txt": filepath.Join(outside, "secret.txt"), "chain.txt": "secret.txt", "up.txt": filepath.Join("..", filepath.Base(outside), "secret.txt"),
		"out": filepath.Join(outside, "more"), "proc.txt": "/proc/self/environ", "in/root": "..", "in/loop": "loop", "in/more": outside,
		"inside.txt": "in/b.txt", "absolute.txt": filepath.Join(root, "a.txt"), "twice.txt": "inside.txt",
		"shown": ".hidden", "gone.txt": "nothing.txt",
	} {
		if err := os.Symlink(target, filepath.Join(root, name)); err != nil {
			t.Fatal(err)
		}
	}
	sources := func(o Options) (sources, skipped []string) {
		o.Skipped = func(path, reason string) { skipped = append(skipped, strings.TrimPrefix(path, root+"/")+": "+reason) }
		records, failed := walk(t, o, root)
		if len(failed) > 0 {
			t.Error(failed)
		}
		for _, r := range records {
			sources = append(sources, strings.TrimPrefix(r.Source, filepath.Base(root)+"/"))
		}
		return sources, skipped
	}
	inside, skipped := sources(Options{})
	if diff := cmp.Diff([]string{"a.txt", "in/b.txt", "shown/c.txt"}, inside); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{".hidden: hidden", "absolute.txt: " + fileAgain, "chain.txt: " + outsideLink, "gone.txt: " + brokenLink,
		"in/loop: " + brokenLink, "in/more: " + outsideLink, "inside.txt: " + fileAgain, "out: " + outsideLink, "proc.txt: " + outsideLink,
		"secret.txt: " + outsideLink, "twice.txt: " + fileAgain, "up.txt: " + outsideLink, "in/root: " + folderAgain}, skipped); diff != "" {
		t.Error(diff)
	}
	if err := os.Remove(filepath.Join(root, "proc.txt")); err != nil {
		t.Fatal(err)
	}
	all, _ := sources(Options{FollowLinks: true})
	if diff := cmp.Diff([]string{"a.txt", "chain.txt", "in/b.txt", "in/more/more/b.txt", "shown/c.txt"}, all); diff != "" {
		t.Error(diff)
	}
}

// TestLinkInAFilesPlace replaces a file and a folder by links after they were looked at: the links are
// not followed out of the folder.
func TestLinkInAFilesPlace(t *testing.T) {
	outside := tree(t, map[string]string{"secret.txt": "key"})
	root := tree(t, map[string]string{"a.txt": "x", "in/secret.txt": "y"})
	opened, err := os.OpenRoot(root)
	if err != nil {
		t.Fatal(err)
	}
	defer opened.Close()
	w := &walker{parent: root, real: root, root: opened}
	for name, target := range map[string]string{"a.txt": filepath.Join(outside, "secret.txt"), "in": outside} {
		if err := errors.Join(os.RemoveAll(filepath.Join(root, name)), os.Symlink(target, filepath.Join(root, name))); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"a.txt", "in/secret.txt"} {
		if _, err := w.open(name, filepath.Join(root, name)); err == nil {
			t.Errorf("%s was opened", name)
		}
	}
	if _, err := w.entries(filepath.Join(root, "in")); err == nil {
		t.Error("the folder was listed")
	}
}

// TestSkippedInAFolder has files that are no documents: in a folder they are skipped, named
// themselves they fail. A damaged file fails in both.
func TestSkippedInAFolder(t *testing.T) {
	for _, c := range []struct{ name, body, reason string }{
		{"empty.txt", "", empty},
		{"blank.md", " \n", empty},
		{"empty.jsonl", "", empty},
		{"config.json", `{"debug": true, "port": 80}`, noRecords},
		{"list.json", `[1, "two", null]`, noRecords},
		{"number.json", "7", noRecords},
		{"log.jsonl", strings.Repeat("{\"level\": \"info\"}\n", 2*mostNone), noRecords},
		{"scan.pdf", "%PDF-1.4", unknownKind + " (a PDF): " + convert + ", as by pdftotext FILE.pdf"},
		{"code.xyz", "\x00\x01", unknownKind + nameItself},
		{"cut.json", `{"text": "x`, ""},
		{"two.json", `{"a": 1} {"b": 2}`, ""},
		{"some.jsonl", `{"a": 1}` + "\n" + `{"text": "x"}`, ""},
		{"binary.txt", "%PDF-1.4", ""},
	} {
		root := tree(t, map[string]string{"good.txt": "x", c.name: c.body})
		var skipped []string
		_, failed := walk(t, Options{Skipped: func(path, reason string) { skipped = append(skipped, filepath.Base(path)+": "+reason) }}, root)
		var want []string
		if c.reason != "" {
			want = []string{c.name + ": " + c.reason}
		}
		if diff := cmp.Diff(want, skipped); diff != "" || (len(failed) == 0) != (c.reason != "") {
			t.Errorf("%s: %v\n%s", c.name, failed, diff)
		}
		if _, failed := walk(t, Options{}, filepath.Join(root, c.name)); len(failed) == 0 && c.name != "code.xyz" {
			t.Errorf("%s is no error when named itself", c.name)
		}
	}
}

// TestOwnData: a folder of the program's data in a folder holds no documents, also behind a link; if it is named itself, it does.
func TestOwnData(t *testing.T) {
	root := tree(t, map[string]string{"good.txt": "x", "data/note.txt": "z", "data/w/runs/summary.md": "y"})
	if err := os.Symlink(filepath.Join(root, "data/w"), filepath.Join(root, "link")); err != nil {
		t.Fatal(err)
	}
	var skipped []string
	for link, to := range map[string]string{"inner": "data/w/runs", "report.md": "data/w/runs/summary.md"} {
		if err := os.Symlink(filepath.Join(root, to), filepath.Join(root, link)); err != nil {
			t.Fatal(err)
		}
	}
	real, err := filepath.EvalSymlinks(filepath.Join(root, "data/w"))
	if err != nil {
		t.Fatal(err)
	}
	options := Options{Own: func(folder string) bool { return folder == real }, Skipped: func(path, reason string) { skipped = append(skipped, filepath.Base(path)+": "+reason) }}
	records, failed := walk(t, options, root)
	if want := []string{"w: " + ownData, "inner: " + ownData, "link: " + ownData, "report.md: " + ownData}; len(records) != 2 || len(failed) > 0 || !slices.Equal(skipped, want) {
		t.Errorf("%d records, %v, skipped %q, want %q", len(records), failed, skipped, want)
	}
	if records, _ = walk(t, options, filepath.Join(root, "data/w")); len(records) != 1 {
		t.Errorf("%d records of the folder that was named", len(records))
	}
}
