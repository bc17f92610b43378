package app

import (
	"context"

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
			return a.Ask(ctx, AskOptions{Question: q.Text, Page: q.Page, Agent: agent, Scope: q.Scope, Mode: string(q.Mode),
				Without: o.Without, Options: o.Own, Window: o.Window, Client: client, Fresh: o.Limits.Fresh})
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
