package telemetry

import (
	"context"
	"runtime"
	"runtime/metrics"
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

func (s State) families() []*family {
	return []*family{
		moment(gauge, "grove_workspaces_open", "Workspaces that are open.", float64(s.Workspaces)),
		moment(gauge, "grove_queue_waiting", "Jobs that wait in open workspaces.", float64(s.Waiting)),
		moment(gauge, "grove_queue_running", "Jobs that run.", float64(s.Running)),
		moment(gauge, "grove_index_chunks", "Chunks in the text indexes of open workspaces.", float64(s.IndexChunks)),
		moment(gauge, "grove_index_bytes", "Bytes on the disk of the text indexes of open workspaces.", float64(s.IndexBytes)),
	}
}

// runtimeFamilies are how the Go runtime stands.
func runtimeFamilies() []*family {
	read := []metrics.Sample{{Name: "/sched/goroutines:goroutines"}, {Name: "/memory/classes/heap/objects:bytes"},
		{Name: "/memory/classes/total:bytes"}, {Name: "/gc/cycles/total:gc-cycles"}}
	metrics.Read(read)
	value := func(i int) float64 { return float64(read[i].Value.Uint64()) }
	version := newFamily(gauge, "go_info", "The version of Go.", "version")
	version.add(1, runtime.Version())
	return []*family{
		version,
		moment(gauge, "go_goroutines", "Goroutines.", value(0)),
		moment(gauge, "go_heap_bytes", "Bytes of objects on the heap, those included that are not yet collected.", value(1)),
		moment(gauge, "go_memory_bytes", "Bytes that the runtime has from the system.", value(2)),
		moment(counter, "go_gc_cycles_total", "Collections of garbage.", value(3)),
	}
}

// moment is a metric of one value.
func moment(kind, name, help string, value float64) *family {
	f := newFamily(kind, name, help)
	f.add(value)
	return f
}
