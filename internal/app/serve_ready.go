package app

import (
	"context"
	"maps"
	"os"
	"slices"
	"time"

	"grove/internal/config"
	"grove/internal/sqlite"
	"grove/internal/telemetry"
	"grove/internal/workspace"
	"grove/web"
)

// probeTime bounds the look at one workspace that readiness takes.
const probeTime = 3 * time.Second

// Metrics are what the service counts of its work.
func (s *Service) Metrics() *telemetry.Metrics { return s.metrics }

// TraceWith has workspaces that are opened from now on make spans.
func (s *Service) TraceWith(t *telemetry.Tracing) { s.tracing = t }

// Ready looks at the data folder and at every open workspace: its store, its index,
// and how its last jobs ended. Where none is open it asks Neo4j, if that is the store.
func (s *Service) Ready(ctx context.Context) []web.Trouble {
	s.mu.Lock()
	closed := s.closed
	s.mu.Unlock()
	if closed {
		return []web.Trouble{{Part: web.PartService, Err: errClosing("")}}
	}
	if _, err := os.Stat(s.config.Data); err != nil {
		return []web.Trouble{{Part: web.PartData, Err: err}}
	}
	var found []web.Trouble
	visited := s.visit(func(h *handle) { found = append(found, h.troubles(ctx)...) })
	if visited == 0 && s.config.Store == config.Neo4j {
		ctx, stop := context.WithTimeout(ctx, probeTime)
		defer stop()
		if _, err := workspace.Names(ctx, s.config); err != nil {
			found = append(found, web.Trouble{Part: web.PartStore, Err: err})
		}
	}
	return found
}

// troubles are those of one workspace.
func (h *handle) troubles(ctx context.Context) (found []web.Trouble) {
	add := func(part string, err error) {
		if err != nil {
			found = append(found, web.Trouble{Part: part, Err: err})
		}
	}
	add(web.PartStore, h.probeStore(ctx))
	_, _, err := h.Index.Size()
	add(web.PartIndex, err)
	add(web.PartIngestion, h.jobs.Failing(time.Now()))
	return found
}

// probeStore asks the store for something small. An embedded one would answer even
// where its file is gone.
func (h *handle) probeStore(ctx context.Context) error {
	if h.Config.Store != config.Neo4j {
		if err := sqlite.Exists(h.Config.Folder()); err != nil {
			return err
		}
	}
	ctx, stop := context.WithTimeout(ctx, probeTime)
	defer stop()
	_, err := h.Store.ChangeNumber(ctx)
	return err
}

// state is how the service stands.
func (s *Service) state(context.Context) telemetry.State {
	var out telemetry.State
	out.Workspaces = s.visit(func(h *handle) {
		waiting, running := h.jobs.Counts()
		out.Waiting += waiting
		out.Running += running
		if chunks, bytes, err := h.Index.Size(); err == nil { // readiness tells of one that fails
			out.IndexChunks += int64(chunks)
			out.IndexBytes += bytes
		}
	})
	return out
}

// visit looks at each open workspace, by name, and gives how many there are. None is
// closed meanwhile, and none stays open for it.
func (s *Service) visit(look func(*handle)) int {
	var open []*handle
	s.mu.Lock()
	for _, name := range slices.Sorted(maps.Keys(s.handles)) {
		if h := s.handles[name]; !h.closing && h.opened() {
			h.users.Add(1)
			open = append(open, h)
		}
	}
	s.mu.Unlock()
	for _, h := range open {
		look(h)
		h.users.Done()
	}
	return len(open)
}

// opened tells whether the workspace is open; the Service's lock is held.
func (h *handle) opened() bool {
	select {
	case <-h.ready:
		return h.err == nil && h.App != nil
	default:
		return false
	}
}
