package app

import (
	"context"
	"io"

	"grove/internal/fault"
	"grove/internal/search"
	"grove/query"
	"grove/query/graphreader"
	"grove/query/retrieve"
)

// AskOptions are one question and its bounds.
type AskOptions struct {
	Question string
	// Agent is graphreader; "" is the same.
	Agent string
	// Mode is open ("") or reject.
	Mode string
	// Window bounds each call in tokens, MaxCalls their number; 0 is the default
	// and no bound.
	Window, MaxCalls int
}

// Ask answers a question from one state of the graph.
func (a *App) Ask(ctx context.Context, o AskOptions) (query.Answer, error) {
	if o.Agent != "" && o.Agent != graphreader.Name {
		return query.Answer{}, fault.New(fault.Invalid, "app.Ask", o.Agent, "not an agent", "--agent "+graphreader.Name)
	}
	mode, err := query.ParseMode(o.Mode)
	if err != nil {
		return query.Answer{}, err
	}
	snapshot, release, err := a.store.Snapshot(ctx)
	if err != nil {
		return query.Answer{}, err
	}
	defer release()
	agent := graphreader.Agent{Graph: snapshot, Index: a.index, LLM: a.client, Workspace: a.config.Workspace}
	return agent.Answer(ctx, query.Question{Text: o.Question, Mode: mode}, graphreader.Options{Window: o.Window, MaxCalls: o.MaxCalls})
}

// DumpTokens writes the terms of every chunk as JSON lines {id, tokens}, from
// which anyone can compute the scores of a search again.
func (a *App) DumpTokens(ctx context.Context, w io.Writer) error {
	return search.DumpTokens(ctx, a.store, w)
}

// SearchMethods lists the methods of Search.
func SearchMethods() []string { return append([]string{query.BM25}, retrieve.Methods()...) }

// Search gives the k best chunks for a query by a method, as query.Searcher does.
func (a *App) Search(ctx context.Context, text, method string, k int) ([]query.Hit, error) {
	return query.Searcher{Graph: a.store, Index: a.index, Ranker: a.retriever}.Search(ctx, text, method, k)
}
