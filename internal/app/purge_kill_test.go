package app

import (
	"context"
	"errors"
	"path/filepath"
	"testing"

	"grove/internal/graph"
	"grove/internal/jobs"
	"grove/internal/lookup"
)

// killedStore is a store that fails from a write on, as that of a process which is killed there.
type killedStore struct {
	graph.Store
	left int
}

var errKilled = errors.New("killed")

func (s *killedStore) write(do func() error) error {
	if s.left--; s.left < 0 {
		return errKilled
	}
	return do()
}

// Apply fails once the writes are used up.
func (s *killedStore) Apply(ctx context.Context, c graph.Change) (applied graph.Applied, err error) {
	return applied, s.write(func() error { applied, err = s.Store.Apply(ctx, c); return err })
}

// PutTree fails once the writes are used up.
func (s *killedStore) PutTree(ctx context.Context, c []graph.CommunityState) error {
	return s.write(func() error { return s.Store.PutTree(ctx, c) })
}

// PutJob fails once the writes are used up.
func (s *killedStore) PutJob(ctx context.Context, j graph.Job) error {
	return s.write(func() error { return s.Store.PutJob(ctx, j) })
}

// Scrub fails once the writes are used up.
func (s *killedStore) Scrub(ctx context.Context) error {
	return s.write(func() error { return s.Store.Scrub(ctx) })
}

// TestKilledPurgeIsFinished ends a purge before each of its writes: opening the workspace again
// finishes it.
func TestKilledPurgeIsFinished(t *testing.T) {
	const most = 50
	for writes := 0; ; writes++ {
		if writes == most {
			t.Fatalf("the purge makes more than %d writes", most)
		}
		c := settings(t, "w")
		folder := t.TempDir()
		secret, public := filepath.Join(folder, "secret.txt"), filepath.Join(folder, "public.txt")
		write(t, secret, firstSecret)
		write(t, public, publicText)
		var killed error
		use(t, c, func(a *App) {
			if _, err := a.Jobs().Ingest(t.Context(), jobs.IngestOptions{Paths: []string{secret, public}}); err != nil {
				t.Fatal(err)
			}
			whole := a.Store
			a.Store = &killedStore{whole, writes}
			_, _, killed = a.Purge(t.Context(), lookup.Selector{Sources: []string{"secret.txt"}})
			a.Store = whole
		})
		if killed != nil && !errors.Is(killed, errKilled) {
			t.Fatal(killed)
		}
		use(t, c, func(a *App) {
			if killed != nil && len(a.Notes()) == 0 {
				t.Errorf("killed at write %d: nothing is said", writes)
			}
			if holding := filesWith(t, c); len(holding) > 0 {
				t.Errorf("killed at write %d: these files hold the words: %q", writes, holding)
			}
			sound(t, a)
		})
		if killed == nil {
			if writes < 3 {
				t.Errorf("the purge made %d writes only", writes)
			}
			return
		}
	}
}
