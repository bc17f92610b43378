package app

import (
	"context"
	"slices"
	"sync/atomic"

	"grove/ingest"
	"grove/internal/eval"
	"grove/internal/llm"
	"grove/internal/text"
)

// EvalExtractOptions say what extraction is measured on.
type EvalExtractOptions struct {
	// Items is the file.
	Items string
	// Limit is the most items, 0 for all.
	Limit int
	// Read, if set, is told of progress, from several goroutines.
	Read func(done, of int)
}

// EvalExtract measures what extraction finds of what people marked. Nothing is
// written to the workspace.
func (a *App) EvalExtract(ctx context.Context, o EvalExtractOptions) (eval.ExtractionResult, error) {
	items, err := eval.ReadItems(o.Items)
	if err != nil {
		return eval.ExtractionResult{}, err
	}
	var done atomic.Int64
	measured := eval.Extraction{Evidence: a.extractor().Evidence, Limit: o.Limit, Concurrency: a.calls()}
	if o.Read != nil {
		measured.Progress = func(of int) { o.Read(int(done.Add(1)), of) }
	}
	return measured.Run(ctx, items)
}

// EvalAliases measures which names of a character are merged. items is the file.
func (a *App) EvalAliases(ctx context.Context, items string) (eval.AliasResult, error) {
	novels, err := eval.ReadNovels(items)
	if err != nil {
		return eval.AliasResult{}, err
	}
	return eval.Aliases(ctx, novels, a.clusterNames)
}

// clusterNames groups names as an ingest of the novel would: a name that
// extraction found names the key element of its normal form.
func (a *App) clusterNames(ctx context.Context, novel eval.Novel, names []string) ([][]string, error) {
	said, err := a.extractor().Evidence(ctx, "", novel.Text, novel.Lang, nil)
	if err != nil {
		return nil, err
	}
	found := map[string]bool{}
	for _, m := range said.Mentions {
		found[m.Norm] = true
	}
	groups := map[string][]string{}
	for _, n := range names {
		if norm := text.Normalise(n); found[norm] {
			groups[norm] = append(groups[norm], n)
		}
	}
	var out [][]string
	for _, g := range groups {
		out = append(out, g)
	}
	slices.SortFunc(out, slices.Compare)
	return out, nil
}

// calls is how many calls to the model may be in flight.
func (a *App) calls() int {
	if n := a.config.LLM.Concurrency; n > 0 {
		return n
	}
	return ingest.DefaultConcurrency
}

// extractor reads texts as ingest does, without a workspace.
func (a *App) extractor() eval.Extractor {
	return eval.Extractor{Session: a.client.Session(llm.Bounds{Window: ingest.DefaultWindow}), Counter: a.counter,
		Offline: a.client.ModelName() == llm.OfflineName}
}
