// Package querytest has what tests of agents share.
package querytest

import (
	"context"

	"grove/query"
)

// Agent is an agent together with its dependencies.
type Agent struct {
	query.Agent
	query.Deps
}

// Answer answers a question.
func (a Agent) Answer(ctx context.Context, q query.Question, o query.Options) (query.Answer, error) {
	return a.Agent.Answer(ctx, a.Deps, q, o)
}
