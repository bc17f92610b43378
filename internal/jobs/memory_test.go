package jobs

import (
	"testing"
	"time"

	"grove/internal/graph"
)

// TestUploadWaitsForMemory: an upload for which there is no memory stays queued, and is done
// once there is; waiting, it can be cancelled.
func TestUploadWaitsForMemory(t *testing.T) {
	use(t, settings(t, "sea"), func(a *Jobs) {
		a.memory = NewMemory(1)
		release, err := a.memory.admit(t.Context(), 64<<20) // more than all of it
		if err != nil {
			t.Fatal(err)
		}
		if err := a.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		defer a.Close()
		queue := func(source string) graph.ID {
			file, err := a.SpoolRecord(t.Context(), Record{Text: "Captain Ahab commands the Pequod."})
			if err != nil {
				t.Fatal(err)
			}
			j, err := a.QueueUpload(t.Context(), Upload{File: file, Source: source})
			if err != nil {
				t.Fatal(err)
			}
			return j.ID
		}
		first, second := queue("moby"), queue("dick")
		time.Sleep(100 * time.Millisecond)
		if j, err := a.Get(t.Context(), first); err != nil || j.State != graph.JobQueued {
			t.Fatalf("without memory: %+v, %v", j, err)
		}
		if _, err := a.Cancel(t.Context(), first); err != nil {
			t.Fatal(err)
		}
		becomes(t, a.ws.Store, first, graph.JobCancelled)
		release()
		becomes(t, a.ws.Store, second, graph.JobDone)
	})
}

// TestMemoryFor holds the estimate to the peaks that were measured, in MB above an idle process, with a margin: the more it is above
// them, the fewer uploads run at once.
func TestMemoryFor(t *testing.T) {
	for _, c := range []struct{ size, peak int64 }{{5, 205}, {20, 277}, {60, 320}} {
		if got := memoryFor(c.size*1e6) >> 20; got < c.peak*115/100 || got > c.peak*5/2 {
			t.Errorf("%d MB of text: %d MB for a peak of %d", c.size, got, c.peak)
		}
	}
	free := NewMemory(0)
	for range 3 {
		if !free.used.TryAcquire(memoryFor(64 << 20)) {
			t.Error("three uploads of 64 MiB do not run at once")
		}
	}
}
