package eval

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync/atomic"

	"grove/ingest"
	"grove/ingest/resolve/alias"
	"grove/internal/eval/dataset"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/llm"
	"grove/internal/lookup"
	"grove/internal/text"
	"grove/query"
)

// Workspace is an open workspace as evaluations use it.
type Workspace struct {
	Graph graph.Reader
	// Pipeline ingests documents that are missing, and has the model.
	Pipeline *ingest.Pipeline
	// Methods are the search methods; Search returns the k best chunks by one of them.
	Methods []string
	Search  func(ctx context.Context, text, method string, k int) ([]query.Hit, error)
	// Accepts returns an error if an agent does not exist or does not support the options;
	// Ask returns an agent's answer. Both use only Without and Own of the options.
	Accepts func(agent string, mode query.Mode, o query.Options) error
	Ask     func(ctx context.Context, agent, question string, mode query.Mode, o query.Options) (query.Answer, error)
}

// RetrievalOptions configure Workspace.Retrieval.
type RetrievalOptions struct {
	// Dataset is the folder of the data set, Method the search method.
	Dataset, Method string
	// K are the depths in documents; Limit is the maximum of questions, 0 for all.
	K     []int
	Limit int
	// HideTitles reads the documents without their titles.
	HideTitles bool
	// Each, unless nil, is called with the result of every question, in order.
	Each func(Retrieved) error
	// Ingested and Progress, unless nil, report progress.
	Ingested func(ingest.Progress)
	Progress func(done, of int)
}

// Retrieval measures recall on a data set. It ingests the documents that the workspace lacks;
// a workspace with other documents is fault.Invalid.
func (w Workspace) Retrieval(ctx context.Context, o RetrievalOptions) (RetrievalResult, error) {
	if !slices.Contains(w.Methods, o.Method) {
		return RetrievalResult{}, fault.New(fault.Invalid, "eval.Retrieval", o.Method, "not a search method",
			"use one of "+strings.Join(w.Methods, ", "))
	}
	set, err := dataset.Read(o.Dataset)
	if err != nil {
		return RetrievalResult{}, err
	}
	corpus, err := w.ingestCorpus(ctx, set, !o.HideTitles, o.Ingested)
	if err != nil {
		return RetrievalResult{}, err
	}
	search := func(ctx context.Context, text string, k int) ([]query.Hit, error) {
		return w.Search(ctx, text, o.Method, k)
	}
	r := Retrieval{Search: search, K: o.K, Limit: o.Limit, Has: corpus.Has, Each: o.Each, Progress: o.Progress}
	result, err := r.Run(ctx, set.Questions)
	result.Dataset, result.Method = set.Name, o.Method
	return result, err
}

// ingestCorpus ingests the documents of a data set that the workspace lacks. Other documents
// in the workspace, and documents that fail, are an error.
func (w Workspace) ingestCorpus(ctx context.Context, set dataset.Set, titles bool, progress func(ingest.Progress)) (*Corpus, error) {
	corpus, err := ReadCorpus(ctx, set.Corpus, titles)
	if err != nil {
		return nil, err
	}
	stored, err := lookup.Documents(ctx, w.Graph, graph.DocumentsQuery{}, 0)
	if err != nil {
		return nil, err
	}
	missing, n, err := corpus.Missing(stored)
	if err != nil || n == 0 {
		return corpus, err
	}
	p := *w.Pipeline
	p.Progress = progress
	report, err := p.Run(ctx, missing)
	if err == nil && len(report.Errors) > 0 {
		e := report.Errors[0]
		err = fault.New(fault.Kind(e.Code), "eval.ingestCorpus", e.Item, e.Message, "every document is needed: "+e.Hint)
	}
	return corpus, err
}

// RunOptions configure Workspace.Run.
type RunOptions struct {
	// Dataset is the folder of the data set.
	Dataset string
	// Agents answer every question, one agent after the other.
	Agents []string
	// Without disables parts of the agents, Options sets their own options; every agent
	// must support them.
	Without []string
	Options map[string]string
	// Mode is open ("") or reject.
	Mode string
	// Limit is the maximum of questions, 0 for all.
	Limit int
	// Out is the folder of the results.
	Out string
	// Ingested and Progress, unless nil, report progress.
	Ingested func(ingest.Progress)
	Progress func(done, of int)
}

// Run asks agents the questions of a data set. It ingests the documents that the workspace
// lacks, and reuses answers in the folder Out.
func (w Workspace) Run(ctx context.Context, o RunOptions) (RunResult, error) {
	mode, err := query.ParseMode(o.Mode)
	if err != nil {
		return RunResult{}, err
	}
	set, err := dataset.Read(o.Dataset)
	if err != nil {
		return RunResult{}, err
	}
	if len(o.Agents) == 0 {
		return RunResult{}, fault.New(fault.Invalid, "eval.Run", "--agents", "no agent is named", "--agents A,B")
	}
	own := query.Options{Without: slices.Compact(slices.Sorted(slices.Values(o.Without))), Own: o.Options}
	for _, name := range o.Agents {
		if err := w.Accepts(name, mode, own); err != nil {
			return RunResult{}, err
		}
	}
	if _, err := w.ingestCorpus(ctx, set, true, o.Ingested); err != nil {
		return RunResult{}, err
	}
	model := w.Pipeline.Client.ModelName()
	concurrency := w.concurrency()
	if model == llm.OfflineName {
		concurrency = 1 // so that times are those of one question alone
	}
	return Run{Concurrency: concurrency, Agents: o.Agents, Mode: mode, Model: model, Without: own.Without, Options: o.Options,
		Dir: o.Out, Read: w.documentsRead, Progress: o.Progress,
		Ask: func(ctx context.Context, agent, question string) (query.Answer, error) {
			return w.Ask(ctx, agent, question, mode, own)
		}}.Do(ctx, set, o.Limit)
}

// documentsRead implements Read; it sorts the documents.
func (w Workspace) documentsRead(ctx context.Context, a query.Answer) ([]string, error) {
	var chunks []graph.ID
	for _, s := range a.Trace {
		if s.Action != "chunks" {
			continue
		}
		for _, id := range s.IDs {
			chunks = append(chunks, graph.ID(id))
		}
	}
	slices.Sort(chunks)
	out := []string{}
	for ids := range slices.Chunk(slices.Compact(chunks), graph.MaxIDs) {
		rows, err := w.Graph.Chunks(ctx, graph.ChunksQuery{IDs: ids, Limit: len(ids)})
		if err != nil {
			return nil, err
		}
		for _, r := range rows {
			out = append(out, cmp.Or(r.SourceID, string(r.Document)))
		}
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

// Extraction compares the evidence extracted from the texts of a file with annotations. limit
// is the maximum number of texts, 0 for all; progress, unless nil, is called by several
// goroutines. The graph is not changed.
func (w Workspace) Extraction(ctx context.Context, file string, limit int, progress func(done, of int)) (ExtractionResult, error) {
	items, err := ReadItems(file)
	if err != nil {
		return ExtractionResult{}, err
	}
	x := Extraction{Evidence: w.extractor().Evidence, Limit: limit, Concurrency: w.concurrency()}
	if progress != nil {
		var done atomic.Int64
		x.Progress = func(of int) { progress(int(done.Add(1)), of) }
	}
	return x.Run(ctx, items)
}

// Aliases measures how well names of the same character are merged in the novels of a file.
// The graph is not changed.
func (w Workspace) Aliases(ctx context.Context, file string) (AliasResult, error) {
	novels, err := ReadNovels(file)
	if err != nil {
		return AliasResult{}, err
	}
	return Aliases(ctx, novels, w.clusterNames)
}

// character is the type of names that extraction found without a type.
const character = "Person"

// clusterNames groups the names that extraction finds in a novel with package alias, as
// ingest does.
func (w Workspace) clusterNames(ctx context.Context, novel Novel, names []string) ([][]string, error) {
	evidence, err := w.extractor().Evidence(ctx, "", novel.Text, novel.Lang, nil)
	if err != nil {
		return nil, err
	}
	types := map[string]graph.Tally{}
	for _, m := range evidence.Mentions {
		if types[m.Norm] == nil {
			types[m.Norm] = graph.Tally{}
		}
		types[m.Norm].Add(m.Type, m.Count)
	}
	var profiles []alias.Profile
	surfaces := map[graph.ID][]string{}
	for _, n := range names {
		norm := text.Normalise(n)
		tally, found := types[norm]
		if !found {
			continue
		}
		id := graph.KeyElementID(norm, "")
		surfaces[id] = append(surfaces[id], n)
		profiles = append(profiles, alias.Profile{ID: id, Norm: norm, Name: n, Type: cmp.Or(tally.Top(), character)})
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

// concurrency is the number of model calls at a time.
func (w Workspace) concurrency() int {
	return cmp.Or(max(w.Pipeline.Concurrency, 0), ingest.DefaultConcurrency)
}

// extractor reads texts as ingest does, without writing.
func (w Workspace) extractor() Extractor {
	client := w.Pipeline.Client
	session := client.Session(llm.Bounds{Window: ingest.DefaultWindow})
	return Extractor{Session: session, Counter: w.Pipeline.Counter, Offline: client.ModelName() == llm.OfflineName}
}
