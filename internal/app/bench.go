package app

import (
	"context"

	"grove/ingest"
	"grove/ingest/refresh"
	"grove/internal/bench"
	"grove/internal/config"
	"grove/internal/graph"
	"grove/internal/llm"
	"grove/query"
)

// OpenBench opens a workspace for a benchmark.
func OpenBench(ctx context.Context, c config.Config) (bench.Workspace, error) {
	a, err := Open(ctx, c)
	if err != nil {
		return nil, err
	}
	return benchmarked{a}, nil
}

// benchmarked is a workspace as package bench measures it.
type benchmarked struct{ *App }

func (b benchmarked) Ingest(ctx context.Context, source ingest.Source, pack int) (ingest.Report, error) {
	return b.Jobs().IngestSource(ctx, source, pack)
}

func (b benchmarked) UpdateCommunities(ctx context.Context) (report ingest.Report, err error) {
	done, err := b.Refresh(ctx, refresh.Options{})
	done.AddTo(&report)
	return report, err
}

func (b benchmarked) Ask(ctx context.Context, question, agent string, without []string, options map[string]string) (query.Answer, error) {
	return b.App.Ask(ctx, AskOptions{Question: question, Agent: agent, Without: without, Options: options})
}

func (b benchmarked) Search(ctx context.Context, text, method string) error {
	_, err := b.App.Search(ctx, text, method, 0, graph.Scope{})
	return err
}

func (b benchmarked) Rehearse(replies *llm.OfflineCache) { b.Client.OfflineCache = replies }
