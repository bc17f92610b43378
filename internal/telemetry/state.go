package telemetry

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// State is how a service stands at one moment.
type State struct {
	// Workspaces is how many are open.
	Workspaces int
	// Waiting and Running are the jobs of open workspaces.
	Waiting, Running int
	// IndexChunks and IndexBytes are the sizes of the text indexes of open workspaces.
	IndexChunks, IndexBytes int64
}

// Follow has every scrape look at the state. It is to be called before the first one.
func (m *Metrics) Follow(look func(context.Context) State) { m.look = look }

// stateGauge is a metric of the state.
type stateGauge struct {
	prometheus.Gauge
	of func(State) float64
}

// state registers what Follow's function tells.
func (m *Metrics) state() {
	m.moment = []stateGauge{
		{m.gauge("grove_workspaces_open", "Workspaces that are open."), func(s State) float64 { return float64(s.Workspaces) }},
		{m.gauge("grove_queue_waiting", "Jobs that wait in open workspaces."), func(s State) float64 { return float64(s.Waiting) }},
		{m.gauge("grove_queue_running", "Jobs that run."), func(s State) float64 { return float64(s.Running) }},
		{m.gauge("grove_index_chunks", "Chunks in the text indexes of open workspaces."), func(s State) float64 { return float64(s.IndexChunks) }},
		{m.gauge("grove_index_bytes", "Bytes on the disk of the text indexes of open workspaces."), func(s State) float64 { return float64(s.IndexBytes) }},
	}
}

// stateTime bounds the look at the service's state that one scrape takes.
const stateTime = 5 * time.Second

// refresh looks at the service's state.
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
