package jobs

import (
	"bytes"
	"context"
	"encoding/json"
	"io/fs"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"grove/internal/fault"
	"grove/internal/graph"
)

// TestSpoolRoom: uploads that wait are bounded together; what is refused leaves
// nothing, and what goes gives its room back.
func TestSpoolRoom(t *testing.T) {
	s := &spool{dir: t.TempDir(), most: 100}
	put := func(n int) (string, error) {
		return s.file(t.Context(), "a.txt", strings.NewReader(strings.Repeat("x", n)))
	}
	first, err := put(60)
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if _, err := put(41); !fault.Is(err, fault.Full) || !strings.Contains(fault.Hint(err), "--max-spool") {
			t.Fatalf("beyond the bound: %v", err)
		}
	}
	if _, err := put(40); err != nil {
		t.Errorf("up to the bound: %v", err)
	}
	// The next process counts what it finds.
	s = &spool{dir: s.dir, most: 100}
	if _, err := put(1); !fault.Is(err, fault.Full) {
		t.Errorf("after a restart: %v", err)
	}
	for range 2 {
		if err := s.drop(first); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := put(60); err != nil {
		t.Errorf("in the room of what went: %v", err)
	}
	if _, err := put(1); !fault.Is(err, fault.Full) {
		t.Errorf("what went twice gave its room twice: %v", err)
	}
	if files, err := os.ReadDir(s.dir); err != nil || len(files) != 2 {
		t.Errorf("%v, %v", files, err)
	}
}

// TestDiskFull: a full disk is named as such, without its folder.
func TestDiskFull(t *testing.T) {
	s := &spool{dir: t.TempDir()}
	err := s.copied(&fs.PathError{Op: "write", Path: s.dir, Err: syscall.ENOSPC})
	if !fault.Is(err, fault.Full) || !strings.Contains(fault.Brief(err), "disk") || strings.Contains(fault.Brief(err), s.dir) {
		t.Errorf("%v", err)
	}
}

// TestMakeRoom: where room is short, uploads of jobs that failed go, and those of jobs
// that wait stay.
func TestMakeRoom(t *testing.T) {
	use(t, settings(t, "w"), func(a *Jobs) {
		a.spool.most = 100
		q := a
		put := func(state graph.JobState) string {
			file, err := a.spool.file(t.Context(), "a.txt", bytes.NewReader(make([]byte, 30)))
			if err != nil {
				t.Fatal(err)
			}
			request, err := json.Marshal(order{Upload: Upload{Source: file, File: file}})
			if err != nil {
				t.Fatal(err)
			}
			now := time.Now().UTC()
			j := graph.Job{ID: graph.JobID(string(state), now), Kind: kindUpload, State: state, Request: string(request), Created: now, Updated: now}
			if err := a.ws.Store.PutJob(context.Background(), j); err != nil {
				t.Fatal(err)
			}
			if state == graph.JobQueued {
				q.tasks = append(q.tasks, task{job: j})
			}
			return file
		}
		failed, waits := put(graph.JobFailed), put(graph.JobQueued)
		if err := q.dropRetained(t.Context()); err != nil || a.spool.lacks(failed) {
			t.Fatalf("with room enough the failed one goes: %v", err)
		}
		cancelled := put(graph.JobCancelled)
		if err := q.dropRetained(t.Context()); err != nil {
			t.Fatal(err)
		}
		if !a.spool.lacks(failed) || !a.spool.lacks(cancelled) || a.spool.lacks(waits) {
			t.Error("the wrong ones stay")
		}
	})
}
