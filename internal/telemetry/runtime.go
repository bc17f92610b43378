package telemetry

import (
	"runtime"
	"runtime/metrics"

	"github.com/prometheus/client_golang/prometheus"
)

// runtime registers metrics of the Go runtime.
func (m *Metrics) runtime() {
	const info, version = "The version of Go.", "version"
	m.register(Metric{"go_info", gauge, info, []string{version}}, prometheus.NewGaugeFunc(
		prometheus.GaugeOpts{Name: "go_info", Help: info, ConstLabels: prometheus.Labels{version: runtime.Version()}},
		func() float64 { return 1 }))
	m.runtimeGauge("go_goroutines", "Goroutines.", "/sched/goroutines:goroutines")
	m.runtimeGauge("go_heap_bytes", "Size of heap objects, live or not yet collected, in bytes.", "/memory/classes/heap/objects:bytes")
	m.runtimeGauge("go_memory_bytes", "Memory obtained from the system, in bytes.", "/memory/classes/total:bytes")
	const name, help = "go_gc_cycles_total", "Garbage collections."
	m.register(Metric{name, counter, help, nil}, prometheus.NewCounterFunc(
		prometheus.CounterOpts{Name: name, Help: help}, reading("/gc/cycles/total:gc-cycles")))
}

// runtimeGauge registers a sample of package runtime/metrics.
func (m *Metrics) runtimeGauge(name, help, sample string) {
	m.register(Metric{name, gauge, help, nil}, prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, reading(sample)))
}

// reading returns a function that reads an integer sample of package runtime/metrics.
func reading(sample string) func() float64 {
	return func() float64 {
		read := []metrics.Sample{{Name: sample}}
		metrics.Read(read)
		return float64(read[0].Value.Uint64())
	}
}
