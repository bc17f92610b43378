package main_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestFullDisk lets the disk be full at several moments of an ingest: a clear
// error each time, and with space again the next ingest ends the work.
func TestFullDisk(t *testing.T) {
	for _, kilobytes := range fullDisks {
		t.Run(strconv.Itoa(kilobytes), func(t *testing.T) {
			s := newScene(t, 120, 0)
			r := s.short(kilobytes, "w", "ingest", s.corpus, "--pack", "1")
			e := s.read(r).Error
			if r.code != 4 || e.Code != "unavailable" || !strings.Contains(e.Item, filepath.Join(s.dir, "data", "w")) || e.Hint == "" {
				t.Errorf("exit %d, %+v", r.code, e)
			}
			s.whole("w")
			if n := s.server.Stats().PaidTwice; n > 1 {
				t.Errorf("%d replies were paid for twice", n)
			}
		})
	}
}

// TestFullDiskAtExport: a file that cannot be written whole does not take the
// place of the one that is there.
func TestFullDiskAtExport(t *testing.T) {
	s := newScene(t, 60, 0)
	if _, code := s.ingest("w"); code != 0 {
		t.Fatalf("exit %d", code)
	}
	file := filepath.Join(s.dir, "w.jsonl")
	before := s.export("w")
	const kilobytes = 64 // enough for the database's own small files
	if len(before) <= kilobytes<<10 {
		t.Fatalf("the export has only %d bytes", len(before))
	}
	r := s.short(kilobytes, "w", "export", file)
	if e := s.read(r).Error; r.code != 4 || e.Code != "unavailable" || e.Item != file || e.Hint == "" {
		t.Errorf("exit %d, %+v", r.code, e)
	}
	raw, err := os.ReadFile(file)
	must(t, err)
	if left, _ := filepath.Glob(file + "*"); string(raw) != before || len(left) != 1 {
		t.Errorf("%d bytes instead of %d, files %q", len(raw), len(before), left)
	}
}

// short runs a command that can write so many kilobytes to a file: the rest
// fails, as on a full disk. It needs no privilege.
func (s *scene) short(kilobytes int, workspace string, args ...string) result {
	s.Helper()
	// The shell's unit is 512 bytes. Ignored, the signal leaves the error to the writer.
	script := "trap '' XFSZ; ulimit -f " + strconv.Itoa(2*kilobytes) + `; exec "$0" "$@"`
	cmd := exec.CommandContext(s.Context(), "sh", append([]string{"-c", script, binary}, args...)...)
	cmd.Env = command(s.T, s.environment(workspace)).Env
	var out, errOut strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &errOut
	if err := cmd.Run(); cmd.ProcessState == nil {
		s.Fatal(err)
	}
	return result{out.String(), errOut.String(), cmd.ProcessState.ExitCode()}
}
