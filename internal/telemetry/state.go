package telemetry

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// State is the state of a service at a moment.
type State struct {
	// Workspaces is the number of open workspaces.
	Workspaces int
	// Waiting and Running are the numbers of jobs of open workspaces.
	Waiting, Running int
	// IndexChunks and IndexBytes are the sizes of the text indexes of open workspaces.
	IndexChunks, IndexBytes int64
}

// Follow sets the function that returns the state at each scrape. It must be called before the
// first scrape.
func (m *Metrics) Follow(look func(context.Context) State) { m.look = look }

// stateGauge is a metric of the state.
type stateGauge struct {
	prometheus.Gauge
	of func(State) float64
}

// state registers the metrics of the state.
func (m *Metrics) state() {
	m.moment = []stateGauge{
		{m.gauge("grove_workspaces_open", "Open workspaces."), func(s State) float64 { return float64(s.Workspaces) }},
		{m.gauge("grove_queue_waiting", "Waiting jobs of open workspaces."), func(s State) float64 { return float64(s.Waiting) }},
		{m.gauge("grove_queue_running", "Running jobs of open workspaces."), func(s State) float64 { return float64(s.Running) }},
		{m.gauge("grove_index_chunks", "Chunks in the text indexes of open workspaces."), func(s State) float64 { return float64(s.IndexChunks) }},
		{m.gauge("grove_index_bytes", "Size on disk of the text indexes of open workspaces, in bytes."), func(s State) float64 { return float64(s.IndexBytes) }},
	}
}

// stateTime bounds the time that a scrape takes to read the state.
const stateTime = 5 * time.Second

// refresh reads the state.
func (m *Metrics) refresh(ctx context.Context) {
	if m.look == nil {
		return
	}
	ctx, stop := context.WithTimeout(ctx, stateTime)
	defer stop()
	now := m.look(ctx)
	for _, g := range m.moment {
		g.Set(g.of(now))
	}
}
