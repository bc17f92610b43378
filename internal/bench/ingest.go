package bench

import (
	"cmp"
	"context"
	"path/filepath"
	"time"

	"grove/ingest"
	"grove/ingest/canned"
	"grove/ingest/extract"
	"grove/internal/config"
	"grove/internal/fault"
	"grove/internal/load"
)

// IngestOptions configure Ingest.
type IngestOptions struct {
	// Items is a file of JSON lines {id, title, text}; "" generates short documents.
	Items string
	// Documents is the number of documents to ingest; 0 is all of Items, or
	// DefaultDocuments generated ones. If Items has one more, it is ingested afterwards.
	Documents int
	// Endpoint is the base URL of a server of package canned in another process, whose CPU
	// time is not counted.
	Endpoint string
	// Pack is the maximum number of short chunks per extraction call; 0 is the default.
	Pack int
	// WarmUp ingests the files in order in another workspace, so that the server has all
	// replies before the measurement; nil skips it.
	WarmUp func(ctx context.Context, files []string) error
	// Profile is the file for the CPU profile; "" writes none.
	Profile string
}

// IngestResult is a measured ingest. CPU time is user and system time of this process;
// the model's server is another one.
type IngestResult struct {
	Documents int `json:"documents"`
	Chunks    int `json:"chunks"`
	// CPUMsPerChunk is the CPU time from opening the workspace to an up-to-date index,
	// without communities, per chunk.
	CPUMsPerChunk float64 `json:"cpu_ms_per_chunk"`
	// CorpusTokens counts the tokens of the texts, PromptTokens those of all messages as
	// the server counts them, without the reply schema.
	CorpusTokens               int     `json:"corpus_tokens"`
	PromptTokens               int     `json:"prompt_tokens"`
	PromptTokensPerCorpusToken float64 `json:"prompt_tokens_per_corpus_token"`
	CompletionTokens           int     `json:"completion_tokens"`
	Calls                      int     `json:"calls"`
	Ms                         int64   `json:"ms"`
	// PeakMB is the peak resident memory of the process in MiB.
	PeakMB float64 `json:"peak_mb"`
	// ByStage splits CPUMsPerChunk by stage, from a CPU profile of 100 samples per second.
	ByStage     map[string]float64 `json:"by_stage"`
	Communities CommunitiesCost    `json:"communities"`
	// OneMore is the cost of one additional document; nil if there was none.
	OneMore *OneMoreCost `json:"one_more"`
}

// CommunitiesCost is the cost of updating the communities.
type CommunitiesCost struct {
	Communities int     `json:"communities"`
	CPUMs       float64 `json:"cpu_ms"`
	// Calls and tokens are those for titles and summaries.
	Calls            int `json:"calls"`
	PromptTokens     int `json:"prompt_tokens"`
	CompletionTokens int `json:"completion_tokens"`
}

// OneMoreCost is the cost of one additional document.
type OneMoreCost struct {
	CPUMs           float64         `json:"cpu_ms"`
	ExtractionCalls int             `json:"extraction_calls"`
	Communities     CommunitiesCost `json:"communities"`
}

// ingestBench is a running ingest benchmark.
type ingestBench struct {
	IngestOptions
	workspace Workspace
	result    IngestResult
}

// Ingest measures the CPU time of ingestion without the model, on the embedded store.
func Ingest(ctx context.Context, open Opener, o IngestOptions) (IngestResult, error) {
	if o.Items == "" {
		o.Documents = cmp.Or(o.Documents, DefaultDocuments)
	}
	b := &ingestBench{IngestOptions: o}
	err := inTemp("bench.Ingest", func(dir string) (err error) {
		items, more := filepath.Join(dir, "items.jsonl"), filepath.Join(dir, "more.jsonl")
		documents, hasMore, err := copyItems(o.Items, o.Documents, items, more)
		if err != nil {
			return err
		}
		files := []string{items}
		if hasMore {
			files = append(files, more)
		}
		if o.WarmUp != nil {
			if err := o.WarmUp(ctx, files); err != nil {
				return fault.Wrap(err, "bench.Ingest", "warm-up")
			}
		}
		b.result.Documents = documents
		c := settings(filepath.Join(dir, "data"))
		c.Model, c.LLM.BaseURL = canned.Model, config.NewAddress(o.Endpoint)
		return b.measure(ctx, open, c, files)
	})
	return b.result, err
}

// measure ingests the first file under a profile, then updates the communities and
// ingests the second file, if there is one.
func (b *ingestBench) measure(ctx context.Context, open Opener, c config.Config, files []string) (err error) {
	started, cpuMs := time.Now(), 0.0
	profile, err := profiled(b.Profile, func() (err error) {
		cpuMs, err = cpuTime(func() error { return b.openAndIngest(ctx, open, c, files[0]) })
		return err
	})
	if b.workspace != nil {
		defer b.workspace.Close() // a temporary workspace
	}
	if err != nil {
		return err
	}
	b.result.Ms = time.Since(started).Milliseconds()
	b.result.CPUMsPerChunk = round(cpuMs / float64(max(b.result.Chunks, 1)))
	if b.result.ByStage, err = splitByStage(profile, b.result.CPUMsPerChunk); err != nil {
		return err
	}
	if b.result.Communities, err = b.updateCommunities(ctx); err != nil {
		return err
	}
	if len(files) > 1 {
		if err := b.oneMore(ctx, files[1]); err != nil {
			return err
		}
	}
	b.result.PeakMB, err = peakMB()
	return err
}

func (b *ingestBench) openAndIngest(ctx context.Context, open Opener, c config.Config, file string) error {
	err := ingest.InStage(ctx, "open", func(ctx context.Context) (err error) {
		b.workspace, err = open(ctx, c)
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
}

func (b *ingestBench) ingest(ctx context.Context, file string) (ingest.Report, error) {
	return ingestAll(ctx, b.workspace, func(ctx context.Context, yield func(load.Record, error) error) error {
		return load.Walk(ctx, []string{file}, load.Options{}, yield)
	}, b.Pack)
}

func (b *ingestBench) updateCommunities(ctx context.Context) (CommunitiesCost, error) {
	var report ingest.Report
	cpuMs, err := cpuTime(func() (err error) {
		report, err = b.workspace.UpdateCommunities(ctx)
		return err
	})
	u := report.Usage
	return CommunitiesCost{report.Communities, round(cpuMs), u.Calls, u.PromptTokens, u.CompletionTokens}, err
}

func (b *ingestBench) oneMore(ctx context.Context, file string) error {
	var report ingest.Report
	cpuMs, err := cpuTime(func() (err error) {
		report, err = b.ingest(ctx, file)
		return err
	})
	if err != nil {
		return err
	}
	communities, err := b.updateCommunities(ctx)
	b.result.OneMore = &OneMoreCost{round(cpuMs), report.Usage.ByStage[extract.Stage].Calls, communities}
	return err
}

// splitByStage splits a total in proportion to the stages of a CPU profile.
func splitByStage(profile []byte, total float64) (map[string]float64, error) {
	times, err := stageTimes(profile, ingest.StageLabel)
	if err != nil {
		return nil, err
	}
	var sum time.Duration
	for _, t := range times {
		sum += t
	}
	out := map[string]float64{}
	for stage, t := range times {
		out[stage] = round(total * float64(t) / float64(sum))
	}
	return out, nil
}
