package app

import (
	"bytes"
	"context"
	"maps"
	"math"
	"net/http"
	"os"
	"path/filepath"
	"runtime/pprof"
	"slices"
	"time"

	"grove/ingest"
	"grove/ingest/canned"
	"grove/ingest/extract"
	"grove/internal/config"
	"grove/internal/fault"
	"grove/internal/llm/offline"
	"grove/internal/text"
)

// DefaultBenchDocuments is how many documents BenchIngest makes where no file of
// items is named.
const DefaultBenchDocuments = 500

// IngestBenchOptions say what is measured.
type IngestBenchOptions struct {
	// Items is a file of JSON lines {id, title, text}; "" makes short documents.
	Items string
	// Documents is how many of them are ingested; 0 is all of Items, or
	// DefaultBenchDocuments made ones. One more is ingested after them, if there is one.
	Documents int
	// Endpoint is the base URL of a canned server (package ingest/canned) in a
	// process of its own, so that what it takes is not counted here.
	Endpoint string
	// Pack is the most short chunks that share a call; 0 is the default.
	Pack int
	// WarmUp ingests the files, in their order, elsewhere, so that the server knows
	// every answer when the measuring begins; nil leaves it out.
	WarmUp func(ctx context.Context, files []string) error
	// Profile is a file for the CPU profile, "" for none.
	Profile string
}

// IngestBench is a measured ingest. Processor time is of user and system, of this
// process alone: the server that answers is another.
type IngestBench struct {
	Documents int `json:"documents"`
	Chunks    int `json:"chunks"`
	// CPUMsPerChunk is all processor time from opening the workspace to the index
	// being up to date, but for communities, a chunk.
	CPUMsPerChunk float64 `json:"cpu_ms_per_chunk"`
	// CorpusTokens are the tokens of the texts; the prompts' tokens are those that
	// the server counted: all messages with their overhead, without the reply schema.
	CorpusTokens               int     `json:"corpus_tokens"`
	PromptTokens               int     `json:"prompt_tokens"`
	PromptTokensPerCorpusToken float64 `json:"prompt_tokens_per_corpus_token"`
	CompletionTokens           int     `json:"completion_tokens"`
	Calls                      int     `json:"calls"`
	Ms                         int64   `json:"ms"`
	// PeakMB is the most memory that the process held, in 2^20 bytes.
	PeakMB float64 `json:"peak_mb"`
	// ByStage divides CPUMsPerChunk by a CPU profile of 100 samples a second.
	ByStage     map[string]float64 `json:"by_stage"`
	Communities CommunitiesCost    `json:"communities"`
	// OneMore is one document more, added to the rest; nil where there was none.
	OneMore *OneMoreCost `json:"one_more"`
}

// CommunitiesCost is what the communities took.
type CommunitiesCost struct {
	Communities int     `json:"communities"`
	CPUMs       float64 `json:"cpu_ms"`
	// Calls asked for titles and summaries.
	Calls            int `json:"calls"`
	PromptTokens     int `json:"prompt_tokens"`
	CompletionTokens int `json:"completion_tokens"`
}

// OneMoreCost is what one document more took.
type OneMoreCost struct {
	CPUMs           float64         `json:"cpu_ms"`
	ExtractionCalls int             `json:"extraction_calls"`
	Communities     CommunitiesCost `json:"communities"`
}

// ingestBench is a bench under way.
type ingestBench struct {
	IngestBenchOptions
	app    *App
	result IngestBench
}

// BenchIngest measures what an ingest takes of the processor beside the model: it
// ingests into a workspace of its own, on the embedded store, below the folder
// for temporary files.
func BenchIngest(ctx context.Context, o IngestBenchOptions) (b IngestBench, err error) {
	const op = "app.BenchIngest"
	if o.Items == "" && o.Documents == 0 {
		o.Documents = DefaultBenchDocuments
	}
	dir, err := os.MkdirTemp("", "grove-bench-")
	if err != nil {
		return b, fault.Wrap(err, op, "")
	}
	defer os.RemoveAll(dir) // a folder that stays is one for temporary files
	items, more := filepath.Join(dir, "items.jsonl"), filepath.Join(dir, "more.jsonl")
	documents, hasMore, err := benchItems(o.Items, o.Documents, items, more)
	if err != nil {
		return b, fault.Wrap(err, op, "")
	}
	files := []string{items}
	if hasMore {
		files = append(files, more)
	}
	if o.WarmUp != nil {
		if err := o.WarmUp(ctx, files); err != nil {
			return b, fault.Wrap(err, op, "warm-up")
		}
	}
	run := &ingestBench{IngestBenchOptions: o}
	run.result.Documents = documents
	err = run.measure(ctx, filepath.Join(dir, "data"), files)
	return run.result, fault.Wrap(err, op, "")
}

// measure opens a workspace and ingests the files, the first as the rest.
func (b *ingestBench) measure(ctx context.Context, data string, files []string) (err error) {
	c := config.Default()
	c.Data, c.Workspace, c.Model, c.LLM.BaseURL = data, "bench", canned.Model, b.Endpoint
	cpu, started := meter{}, time.Now()
	var profile bytes.Buffer
	if err := pprof.StartCPUProfile(&profile); err != nil {
		return err
	}
	err = b.first(ctx, c, files[0], &cpu)
	pprof.StopCPUProfile()
	if b.app != nil {
		defer b.app.Close()
	}
	if err != nil {
		return err
	}
	b.result.Ms = milliseconds(started)
	b.result.CPUMsPerChunk = round(cpu.ms / float64(max(b.result.Chunks, 1)))
	if b.result.ByStage, err = byStage(profile.Bytes(), b.result.CPUMsPerChunk); err != nil {
		return err
	}
	if b.Profile != "" {
		if err := os.WriteFile(b.Profile, profile.Bytes(), 0o600); err != nil {
			return err
		}
	}
	if b.result.Communities, err = b.communities(ctx); err != nil {
		return err
	}
	if len(files) > 1 {
		if err := b.oneMore(ctx, files[1]); err != nil {
			return err
		}
	}
	b.result.PeakMB, err = peakMB()
	b.result.PeakMB = round(b.result.PeakMB)
	return err
}

// first opens the workspace and ingests the rest.
func (b *ingestBench) first(ctx context.Context, c config.Config, file string, cpu *meter) error {
	return cpu.run(func() (err error) {
		err = ingest.InStage(ctx, "open", func(ctx context.Context) (err error) {
			b.app, err = Open(ctx, c)
			return err
		})
		if err != nil {
			return err
		}
		report, err := b.ingest(ctx, file)
		usage := report.Usage.ByStage[extract.Stage]
		b.result.Chunks, b.result.Calls, b.result.PromptTokens = report.Chunks, usage.Calls, usage.PromptTokens
		b.result.CorpusTokens, b.result.CompletionTokens = report.Tokens, usage.CompletionTokens
		b.result.PromptTokensPerCorpusToken = round(float64(usage.PromptTokens) / float64(max(report.Tokens, 1)))
		return err
	})
}

// ingest ingests a file as a job, without the communities.
func (b *ingestBench) ingest(ctx context.Context, file string) (ingest.Report, error) {
	o := IngestOptions{Paths: []string{file}, Pack: b.Pack}
	p, err := b.app.ingestion(&o)
	if err != nil {
		return ingest.Report{}, err
	}
	report, err := b.app.job(ctx, jobIngest, o, nil, func(ctx context.Context, told func(ingest.Progress)) (ingest.Report, error) {
		p.Progress = told
		return p.Run(ctx, o.records(func(string, string) {}))
	})
	if err == nil && len(report.Errors) > 0 {
		e := report.Errors[0]
		err = fault.New(fault.Kind(e.Code), "app.BenchIngest", e.Item, e.Message, e.Hint)
	}
	return report, err
}

// communities brings the communities up to date.
func (b *ingestBench) communities(ctx context.Context) (CommunitiesCost, error) {
	var cpu meter
	var report ingest.Report
	err := cpu.run(func() error { return b.app.growTree(ctx, &report) })
	u := report.Usage
	return CommunitiesCost{report.Communities, round(cpu.ms), u.Calls, u.PromptTokens, u.CompletionTokens}, err
}

func (b *ingestBench) oneMore(ctx context.Context, file string) error {
	var cpu meter
	var report ingest.Report
	err := cpu.run(func() (err error) {
		report, err = b.ingest(ctx, file)
		return err
	})
	if err != nil {
		return err
	}
	tree, err := b.communities(ctx)
	b.result.OneMore = &OneMoreCost{round(cpu.ms), report.Usage.ByStage[extract.Stage].Calls, tree}
	return err
}

// meter measures the processor time of this process.
type meter struct{ ms float64 }

func (m *meter) run(work func() error) error {
	before, err := processCPU()
	if err != nil {
		return err
	}
	if err := work(); err != nil {
		return err
	}
	after, err := processCPU()
	m.ms = float64(after-before) / float64(time.Millisecond)
	return err
}

// byStage divides a total as the profile is divided.
func byStage(profile []byte, total float64) (map[string]float64, error) {
	times, err := stageTimes(profile, ingest.StageLabel)
	if err != nil {
		return nil, err
	}
	var sum time.Duration
	for _, t := range times {
		sum += t
	}
	out := map[string]float64{}
	for _, stage := range slices.Sorted(maps.Keys(times)) {
		out[stage] = round(total * float64(times[stage]) / float64(sum))
	}
	return out, nil
}

// round keeps three digits behind the point.
func round(x float64) float64 { return math.Round(x*1000) / 1000 }

// CannedServer answers an ingest's calls as a model would, each known one at once.
func CannedServer() (http.Handler, error) {
	counter, err := text.NewCounter()
	if err != nil {
		return nil, err
	}
	return canned.NewServer(canned.Speaker{Kit: offline.New()}, counter), nil
}
