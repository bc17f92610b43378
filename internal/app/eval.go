package app

import (
	"context"
	"slices"
	"strings"

	"grove/ingest"
	"grove/internal/eval"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/lookup"
	"grove/query"
)

// EvalRetrievalOptions say what retrieval is measured on.
type EvalRetrievalOptions struct {
	// Dataset is the folder.
	Dataset string
	// Method is a search method, as Search takes it.
	Method string
	// K are the depths in documents; Limit is the most questions, 0 for all.
	K     []int
	Limit int
	// HideTitles reads the documents without their titles.
	HideTitles bool
	// Each, if set, is given every question's outcome, in order.
	Each func(eval.Retrieved) error
	// Ingested and Asked, if set, are told of progress.
	Ingested func(ingest.Progress)
	Asked    func(done, of int)
}

// EvalRetrieval measures recall on a data set. The corpus is ingested unless
// the workspace holds it; a workspace that holds anything else is refused.
func (a *App) EvalRetrieval(ctx context.Context, o EvalRetrievalOptions) (eval.RetrievalResult, error) {
	if !slices.Contains(SearchMethods(), o.Method) {
		return eval.RetrievalResult{}, fault.New(fault.Invalid, "app.EvalRetrieval", o.Method, "not a search method",
			"use one of "+strings.Join(SearchMethods(), ", "))
	}
	set, err := eval.ReadDataset(o.Dataset)
	if err != nil {
		return eval.RetrievalResult{}, err
	}
	corpus, err := a.holdCorpus(ctx, set, !o.HideTitles, o.Ingested)
	if err != nil {
		return eval.RetrievalResult{}, err
	}
	measured := eval.Retrieval{K: o.K, Limit: o.Limit, Has: corpus.Has, Each: o.Each, Progress: o.Asked,
		Search: func(ctx context.Context, text string, k int) ([]query.Hit, error) {
			return a.Search(ctx, text, o.Method, k, graph.Scope{})
		}}
	result, err := measured.Run(ctx, set.Questions)
	result.Dataset, result.Method = set.Name, o.Method
	return result, err
}

// holdCorpus sees to it that the workspace holds the documents of a data set and no others.
func (a *App) holdCorpus(ctx context.Context, set eval.Dataset, titles bool, progress func(ingest.Progress)) (*eval.Corpus, error) {
	const op = "app.holdCorpus"
	corpus, err := eval.ReadCorpus(ctx, set.Corpus, titles)
	if err != nil {
		return nil, err
	}
	stored, err := lookup.Documents(ctx, a.store, graph.DocumentsQuery{}, 0)
	if err != nil {
		return nil, err
	}
	missing, n, err := corpus.Missing(stored)
	if err != nil || n == 0 {
		return corpus, err
	}
	p := a.pipeline()
	p.Progress = progress
	report, err := p.Run(ctx, missing)
	if err != nil {
		return nil, err
	}
	if len(report.Errors) > 0 {
		e := report.Errors[0]
		return nil, fault.New(fault.Kind(e.Code), op, e.Item, e.Message, "all documents must be there to be found: "+e.Hint)
	}
	return corpus, nil
}
