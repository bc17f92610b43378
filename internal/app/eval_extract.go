package app

import (
	"cmp"
	"context"
	"slices"
	"sync/atomic"

	"grove/ingest"
	"grove/ingest/resolve/alias"
	"grove/internal/eval"
	"grove/internal/graph"
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

// character is the type of a name that extraction found without one: the names
// that are measured are of characters.
const character = "Person"

// clusterNames groups names as an ingest of the novel would: those that extraction
// found, by package alias, with the types that it gave them.
func (a *App) clusterNames(ctx context.Context, novel eval.Novel, names []string) ([][]string, error) {
	said, err := a.extractor().Evidence(ctx, "", novel.Text, novel.Lang, nil)
	if err != nil {
		return nil, err
	}
	types := map[string]graph.Tally{}
	for _, m := range said.Mentions {
		if types[m.Norm] == nil {
			types[m.Norm] = graph.Tally{}
		}
		types[m.Norm].Add(m.Type, m.Count)
	}
	var profiles []alias.Profile
	surfaces := map[graph.ID][]string{}
	for _, n := range names {
		norm := text.Normalise(n)
		given, found := types[norm]
		if !found {
			continue
		}
		id := graph.KeyElementID(norm, "")
		surfaces[id] = append(surfaces[id], n)
		profiles = append(profiles, alias.Profile{ID: id, Norm: norm, Name: n, Type: cmp.Or(given.Top(), character)})
	}
	var out [][]string
	for _, cluster := range alias.NewSet(profiles, nil).Clusters() {
		var group []string
		for _, id := range cluster {
			group = append(group, surfaces[id]...)
		}
		slices.Sort(group)
		out = append(out, group)
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
