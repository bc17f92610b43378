package app

import (
	"cmp"
	"context"
	"io"

	"grove/ingest"
	"grove/internal/fault"
	"grove/internal/gist"
	"grove/internal/graph"
	"grove/internal/jobs"
	"grove/internal/llm"
	"grove/internal/lookup"
	"grove/internal/search"
	"grove/query"
	"grove/query/agents"
	"grove/query/retrieve"
	"grove/schema"
)

// AskOptions are the options of Ask: one question, its agent and its bounds.
type AskOptions struct {
	// The Documents of the scope are ids, sources or titles, each of which must match one.
	query.Question
	// The prices of the limits are those of the settings.
	query.Options
	// Agent is the name of one of agents.List; "" is the first.
	Agent string
	// TraceID is the id of the stored trace; "" generates one.
	TraceID string
	// Client answers instead of the workspace's own model, unless nil.
	Client *llm.Client
	// Gists makes the gists of documents that the agent reads and that are missing, for the estimated cost; nil makes them as a
	// job of a command.
	Gists func(context.Context, jobs.GistsOptions, gist.Cost) (ingest.Report, error)
}

// answer answers a question; it first makes the gists that the agent reads and documents lack.
func (a *App) answer(ctx context.Context, o AskOptions) (_ query.Answer, err error) {
	defer fault.Recover(ctx, &err, "app.Ask", o.Agent)
	agent, err := agents.Find(o.Agent)
	if err != nil {
		return query.Answer{}, err
	}
	if o.Mode, err = query.ParseMode(string(o.Mode)); err != nil {
		return query.Answer{}, err
	}
	if err := a.CheckBudget(o.Limits.Budget); err != nil {
		return query.Answer{}, err
	}
	answer, missing, err := a.fromState(ctx, agent, o, true)
	if err != nil || len(missing) == 0 {
		return answer, err
	}
	made, err := a.makeGists(ctx, missing, &o)
	if err == nil {
		answer, _, err = a.fromState(ctx, agent, o, false)
	}
	answer.Usage.Add(made)
	return answer, err
}

// fromState answers a question from one state of the graph. If look is set and the agent reads gists that documents lack, it
// returns these documents instead.
func (a *App) fromState(ctx context.Context, agent query.Agent, o AskOptions,
	look bool) (_ query.Answer, missing []graph.Document, err error) {
	snapshot, release, err := a.Store.Snapshot(ctx)
	if err != nil {
		return query.Answer{}, nil, err
	}
	defer release()
	if o.Scope, err = lookup.Scope(ctx, snapshot, o.Scope); err != nil {
		return query.Answer{}, nil, err
	}
	o.Limits.Prices = a.Prices()
	deps := query.Deps{Graph: snapshot, Index: a.Index, Ranker: a.Retriever, LLM: cmp.Or(o.Client, a.Client),
		Embedder: a.Vectors.Embedder, Meaning: a.Vectors.Keep,
		Schema: func(ctx context.Context) (*schema.Schema, error) { return schemaOf(ctx, snapshot) },
		Usage: func(ctx context.Context) (map[graph.ID]int, error) {
			return a.usage.Get(ctx, snapshot, func(ctx context.Context) (map[graph.ID]int, error) { return schema.Usage(ctx, snapshot) })
		},
		NameCommunities: func(ctx context.Context, s *llm.Session, rows []graph.CommunityRow) error {
			return a.Workspace.NameCommunities(ctx, snapshot, s, rows)
		},
		Workspace: a.Config.Workspace}
	if look {
		if missing, err = agent.Unpaged(ctx, deps, o.Question, o.Options); err != nil || len(missing) > 0 {
			return query.Answer{}, missing, err
		}
	}
	answer, err := agent.Answer(ctx, deps, o.Question, o.Options)
	return answer, nil, err
}

// schemaOf returns the current schema; nil if the workspace has none yet.
func schemaOf(ctx context.Context, g graph.Reader) (*schema.Schema, error) {
	s, _, err := schema.Stored(ctx, g)
	if fault.Is(err, fault.NotFound) {
		return nil, nil
	}
	return s, err
}

// DumpTokens writes the search terms of every chunk as JSON lines {id, tokens}, from which the
// scores of a search can be recomputed.
func (a *App) DumpTokens(ctx context.Context, w io.Writer) error {
	return search.DumpTokens(ctx, a.Store, w)
}

// SearchMethods returns the methods of Search.
func SearchMethods() []string { return append([]string{query.BM25}, retrieve.Methods()...) }

// Search returns the k best chunks for a query by one of SearchMethods, within a scope whose
// Documents are ids, sources or titles.
func (a *App) Search(ctx context.Context, text, method string, k int, scope graph.Scope) ([]query.Hit, error) {
	if method != "" && method != query.BM25 {
		if err := retrieve.CheckMethod(method); err != nil {
			return nil, err // not as an error of the query
		}
	}
	scope, err := lookup.Scope(ctx, a.Store, scope)
	if err != nil {
		return nil, err
	}
	return query.Searcher{Graph: a.Store, Index: a.Index, Ranker: a.Retriever, Scope: scope}.Search(ctx, text, method, k)
}
