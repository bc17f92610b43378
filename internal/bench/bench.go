// Package bench measures the cost of Grove without the language model: the CPU time of
// ingestion, the latency of questions and searches, and community detection. Each benchmark
// uses a temporary workspace or none.
package bench

import (
	"context"
	"errors"
	"math"
	"os"
	"time"

	"grove/ingest"
	"grove/internal/config"
	"grove/internal/fault"
	"grove/internal/llm"
	"grove/query"
)

// DefaultDocuments is the number of generated documents if no file or data set is given.
const DefaultDocuments = 500

// Workspace is an open workspace, as the benchmarks use it.
type Workspace interface {
	// Ingest ingests a source as a job, without updating the communities. pack is the
	// maximum number of short chunks per call; 0 is the default.
	Ingest(ctx context.Context, source ingest.Source, pack int) (ingest.Report, error)
	// UpdateCommunities updates the derived layers.
	UpdateCommunities(ctx context.Context) (ingest.Report, error)
	// Ask returns an agent's answer, Search runs a search method.
	Ask(ctx context.Context, question, agent string, without []string, options map[string]string) (query.Answer, error)
	Search(ctx context.Context, text, method string) error
	// Rehearse sets the memory from which repeated calls of the offline kit are answered;
	// nil is none.
	Rehearse(*llm.OfflineCache)
	Close() error
}

// Opener opens a workspace with the given settings.
type Opener func(context.Context, config.Config) (Workspace, error)

// settings are the default settings with the benchmark's workspace below dir.
func settings(dir string) config.Config {
	c := config.Default()
	c.Data, c.Workspace = dir, "bench"
	return c
}

// inTemp calls work with a temporary folder, which is removed afterwards.
func inTemp(op string, work func(dir string) error) error {
	dir, err := os.MkdirTemp("", "grove-bench-")
	if err != nil {
		return fault.Wrap(err, op, "")
	}
	return fault.Wrap(errors.Join(work(dir), os.RemoveAll(dir)), op, "")
}

// ingestAll ingests a source; it returns the error of the first document that fails.
func ingestAll(ctx context.Context, w Workspace, source ingest.Source, pack int) (ingest.Report, error) {
	report, err := w.Ingest(ctx, source, pack)
	if err == nil && len(report.Errors) > 0 {
		e := report.Errors[0]
		err = fault.New(fault.Kind(e.Code), "bench.ingest", e.Item, e.Message, e.Hint)
	}
	return report, err
}

// cpuTime returns the CPU time of this process during work, in milliseconds.
func cpuTime(work func() error) (ms float64, err error) {
	before, err := processCPU()
	if err != nil {
		return 0, err
	}
	if err := work(); err != nil {
		return 0, err
	}
	after, err := processCPU()
	return milliseconds(after - before), err
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// round rounds to three decimals.
func round(x float64) float64 { return math.Round(x*1000) / 1000 }
