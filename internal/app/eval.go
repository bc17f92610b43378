package app

import (
	"context"

	"grove/ingest"
	"grove/ingest/refresh"
	"grove/internal/bench"
	"grove/internal/config"
	"grove/internal/eval"
	"grove/internal/eval/run"
	"grove/internal/evaluate"
	"grove/internal/graph"
	"grove/internal/llm"
	"grove/query"
)

// Eval returns the evaluations of the workspace.
func (a *App) Eval() eval.Workspace {
	return eval.Workspace{
		Graph: a.Store, Pipeline: a.Pipeline(), Methods: SearchMethods(), Conformance: a.browser.Conformance,
		Search: func(ctx context.Context, text, method string, k int) ([]query.Hit, error) {
			return a.Search(ctx, text, method, k, graph.Scope{})
		},
	}
}

// Evaluate returns the workspace for evaluations of agents.
func (a *App) Evaluate() *evaluate.Workspace {
	return &evaluate.Workspace{Workspace: a.Workspace, Corpus: a.Eval, Sample: a.browser.Sample,
		Ask: func(ctx context.Context, agent string, client *llm.Client, q query.Question, o query.Options) (query.Answer, error) {
			return a.Ask(ctx, AskOptions{Question: q, Options: o, Agent: agent, Client: client})
		},
		Open: func(ctx context.Context, c config.Config) (*evaluate.Workspace, error) {
			other, err := Open(ctx, c)
			if err != nil {
				return nil, err
			}
			return other.Evaluate(), nil
		},
	}
}

// Runs returns the runs of evaluations of the workspace.
func (a *App) Runs() run.Folder { return evaluate.Runs(a.Config) }

// RunsOf is Runs of the configured workspace, without opening it; fault.NotFound if this machine has no such workspace.
func RunsOf(c config.Config) (run.Folder, error) { return evaluate.Runs(c), hasFolder(c) }

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
	return b.App.Ask(ctx, AskOptions{Question: query.Question{Text: question}, Options: query.Options{Without: without, Own: options},
		Agent: agent})
}

func (b benchmarked) Search(ctx context.Context, text, method string) error {
	_, err := b.App.Search(ctx, text, method, 0, graph.Scope{})
	return err
}

func (b benchmarked) Rehearse(replies *llm.OfflineCache) { b.Client.OfflineCache = replies }
