package app

import (
	"cmp"
	"context"
	"io"
	"slices"
	"strings"
	"time"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/lookup"
	"grove/internal/search"
	"grove/query"
	"grove/query/auto"
	"grove/query/baseline"
	"grove/query/graphreader"
	"grove/query/retrieve"
	"grove/query/tree"
	"grove/schema"
)

// AskOptions are one question and its bounds.
type AskOptions struct {
	Question string
	// Agent is one of Agents; "" is the first.
	Agent string
	// Without leaves out parts of the tree agent (tree.Parts); others have none.
	Without []string
	// Mode is open ("") or reject.
	Mode string
	// Scope bounds what is read; its Documents are ids, sources or titles, each of
	// which must find one.
	Scope graph.Scope
	// Window bounds each call in tokens, MaxCalls their number; 0 is the default
	// and no bound.
	Window, MaxCalls int
	// MaxTokens bounds the tokens of all paid calls, Budget what they cost in US
	// dollars by the settings' prices, Timeout the time for calls; 0 is no bound.
	MaxTokens int
	Budget    float64
	Timeout   time.Duration
	// History are the earlier turns of a conversation, the oldest first.
	History []query.Turn
	// TraceID is the id under which the trace is stored; "" has one made.
	TraceID string
	// Watch, if set, is told each step as it is made, from several goroutines.
	Watch func(query.Step)
}

// Agents lists who can answer; the first does where none is named.
func Agents() []string {
	return append([]string{graphreader.Name, tree.Name, auto.Name}, baseline.Names()...)
}

// Parts lists what AskOptions.Without may name.
func Parts() []string { return tree.Parts() }

// answer answers a question from one state of the graph.
func (a *App) answer(ctx context.Context, o AskOptions) (_ query.Answer, err error) {
	const op = "app.Ask"
	defer fault.Recover(ctx, &err, op, o.Agent)
	agent := cmp.Or(o.Agent, Agents()[0])
	if !slices.Contains(Agents(), agent) {
		return query.Answer{}, fault.New(fault.Invalid, op, agent, "not an agent", "use --agent "+strings.Join(Agents(), ", "))
	}
	if err := checkParts(agent, o.Without); err != nil {
		return query.Answer{}, err
	}
	if agent == auto.Name {
		return a.askAuto(ctx, o)
	}
	mode, err := query.ParseMode(o.Mode)
	if err != nil {
		return query.Answer{}, err
	}
	if err := a.checkBudget(o.Budget); err != nil {
		return query.Answer{}, err
	}
	snapshot, release, err := a.store.Snapshot(ctx)
	if err != nil {
		return query.Answer{}, err
	}
	defer release()
	scope, err := lookup.Scope(ctx, snapshot, o.Scope)
	if err != nil {
		return query.Answer{}, err
	}
	q := query.Question{Scope: scope, Text: o.Question, Mode: mode, History: o.History, Watch: o.Watch}
	limits := query.Limits{MaxTokens: o.MaxTokens, Budget: o.Budget, Prices: a.prices(), Timeout: o.Timeout}
	switch {
	case agent == tree.Name:
		return a.askTree(ctx, snapshot, q, tree.Options{Window: o.Window, MaxCalls: o.MaxCalls, Limits: limits, Without: o.Without})
	case slices.Contains(baseline.Names(), agent):
		single := baseline.Agent{Name: agent, Graph: snapshot, Index: a.index, Ranker: a.retriever, LLM: a.client, Workspace: a.config.Workspace}
		return single.Answer(ctx, q, baseline.Options{Window: o.Window, MaxCalls: o.MaxCalls, Limits: limits})
	}
	reader := graphreader.Agent{Graph: snapshot, Index: a.index, LLM: a.client, Workspace: a.config.Workspace}
	return reader.Answer(ctx, q, graphreader.Options{Window: o.Window, MaxCalls: o.MaxCalls, Limits: limits})
}

// checkParts refuses parts that the agent does not have.
func checkParts(agent string, without []string) error {
	const op = "app.Ask"
	if len(without) > 0 && agent != tree.Name {
		return fault.New(fault.Invalid, op, strings.Join(without, ","), agent+" has no parts to leave out", "use the agent "+tree.Name)
	}
	for _, part := range without {
		if !slices.Contains(tree.Parts(), part) {
			return fault.New(fault.Invalid, op, part, "not a part that can be left out", "use "+strings.Join(tree.Parts(), ", "))
		}
	}
	return nil
}

// askTree asks the tree agent, which works with the schema and the embedder too.
func (a *App) askTree(ctx context.Context, g graph.Reader, q query.Question, o tree.Options) (query.Answer, error) {
	bounds, err := schemaOf(ctx, g)
	if err != nil {
		return query.Answer{}, err
	}
	agent := tree.Agent{Graph: g, Index: a.index, LLM: a.client, Embedder: a.vectors.Embedder, Schema: bounds, Workspace: a.config.Workspace}
	return agent.Answer(ctx, q, o)
}

// schemaOf is the schema in force; nil where the workspace has none yet.
func schemaOf(ctx context.Context, g graph.Reader) (*schema.Schema, error) {
	stored, err := g.Schema(ctx)
	if fault.Is(err, fault.NotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	s, err := schema.ParseStored([]byte(stored.Body))
	return s, fault.Wrap(err, "app.schemaOf", "the stored schema")
}

// DumpTokens writes the terms of every chunk as JSON lines {id, tokens}, from
// which anyone can compute the scores of a search again.
func (a *App) DumpTokens(ctx context.Context, w io.Writer) error {
	return search.DumpTokens(ctx, a.store, w)
}

// SearchMethods lists the methods of Search.
func SearchMethods() []string { return append([]string{query.BM25}, retrieve.Methods()...) }

// Search gives the k best chunks for a query by a method, as query.Searcher does,
// within a scope whose Documents are ids, sources or titles.
func (a *App) Search(ctx context.Context, text, method string, k int, scope graph.Scope) ([]query.Hit, error) {
	if method != "" && method != query.BM25 {
		if err := retrieve.CheckMethod(method); err != nil {
			return nil, err // as it is: the searcher's errors name the query
		}
	}
	scope, err := lookup.Scope(ctx, a.store, scope)
	if err != nil {
		return nil, err
	}
	return query.Searcher{Graph: a.store, Index: a.index, Ranker: a.retriever, Scope: scope}.Search(ctx, text, method, k)
}
