package app

import (
	"context"

	"grove/internal/eval"
	"grove/internal/graph"
	"grove/query"
	"grove/query/agents"
)

// Eval returns the evaluations of the workspace.
func (a *App) Eval() eval.Workspace {
	return eval.Workspace{
		Graph: a.Store, Pipeline: a.Pipeline(), Methods: SearchMethods(),
		Search: func(ctx context.Context, text, method string, k int) ([]query.Hit, error) {
			return a.Search(ctx, text, method, k, graph.Scope{})
		},
		Accepts: func(name string, mode query.Mode, o query.Options) error {
			agent, err := agents.Find(name)
			if err != nil {
				return err
			}
			return agent.Accepts(query.Question{Mode: mode}, o)
		},
		Ask: func(ctx context.Context, agent, question string, mode query.Mode, o query.Options) (query.Answer, error) {
			return a.answer(ctx, AskOptions{Question: question, Agent: agent, Mode: string(mode), Without: o.Without, Options: o.Own})
		},
	}
}
