package eval

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"sync/atomic"

	"grove/ingest"
	"grove/ingest/resolve/alias"
	"grove/internal/eval/dataset"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/lists"
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
	// Conformance returns the share of the typed items that the schema covers, 0 to 1.
	Conformance func(context.Context) (float64, error)
	// Methods are the search methods; Search returns the k best chunks by one of them.
	Methods []string
	Search  func(ctx context.Context, text, method string, k int) ([]query.Hit, error)
}

// RetrievalOptions configure Workspace.Retrieval, which sets the Search and Has of Retrieval.
type RetrievalOptions struct {
	Retrieval
	// Dataset is the folder of the data set, Method the search method.
	Dataset, Method string
	// HideTitles reads the documents without their titles.
	HideTitles bool
	// Ingested, unless nil, reports progress.
	Ingested func(ingest.Progress)
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
	corpus, _, err := w.IngestCorpus(ctx, set.Corpus, !o.HideTitles, o.Ingested)
	if err != nil {
		return RetrievalResult{}, err
	}
	o.Has = corpus.Has
	o.Retrieval.Search = func(ctx context.Context, text string, k int) ([]query.Hit, error) {
		return w.Search(ctx, text, o.Method, k)
	}
	result, err := o.Run(ctx, set.Questions)
	result.Dataset, result.Method = set.Name, o.Method
	return result, err
}

// IngestCorpus ingests the documents of a file that the workspace lacks, unless there are none; the report is nil
// then. Documents in the workspace that are not in the file, and documents that fail, are an error.
func (w Workspace) IngestCorpus(ctx context.Context, path string, titles bool,
	progress func(ingest.Progress)) (*Corpus, *ingest.Report, error) {
	corpus, err := ReadCorpus(ctx, path, titles)
	if err != nil {
		return nil, nil, err
	}
	stored, err := lookup.Documents(ctx, w.Graph, graph.DocumentsQuery{}, 0)
	if err != nil {
		return nil, nil, err
	}
	missing, n, err := corpus.Missing(stored)
	if err != nil || n == 0 {
		return corpus, nil, err
	}
	p := *w.Pipeline
	p.Progress = progress
	report, err := p.Run(ctx, missing)
	if err == nil {
		err = EveryDocument(report)
	}
	return corpus, &report, err
}

// EveryDocument returns the first error of a document in a report: a measurement needs them all.
func EveryDocument(report ingest.Report) error {
	if report.Stopped != nil {
		report.Errors = append(report.Errors, *report.Stopped)
	}
	if len(report.Errors) == 0 {
		return nil
	}
	e := report.Errors[0]
	return fault.New(fault.Kind(e.Code), "eval.IngestCorpus", e.Item, e.Message, "every document is needed: "+e.Hint)
}

// Extraction compares the evidence extracted from the texts of a file with annotations. limit
// is the maximum number of texts, 0 for all; progress, unless nil, is called by several
// goroutines. The graph is not changed.
func (w Workspace) Extraction(ctx context.Context, file string, limit int, progress func(done, of int)) (ExtractionResult, error) {
	items, err := ReadItems(file)
	if err != nil {
		return ExtractionResult{}, err
	}
	x := Extraction{Evidence: w.extractor().Evidence, Limit: limit,
		Concurrency: cmp.Or(max(w.Pipeline.Concurrency, 0), ingest.DefaultConcurrency)}
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
	profiles := map[graph.ID]alias.Profile{}
	surfaces := map[graph.ID][]string{}
	for _, n := range names {
		norm := text.Normalise(n)
		tally, found := types[norm]
		if !found {
			continue
		}
		id := graph.KeyElementID(norm, "")
		surfaces[id] = append(surfaces[id], n)
		profiles[id] = alias.Profile{ID: id, Norm: norm, Name: n, Type: cmp.Or(tally.Top(), character)}
	}
	var out [][]string
	for _, cluster := range alias.NewSet(slices.Collect(maps.Values(profiles)), nil, nil).Clusters() {
		group := lists.Flat(cluster, func(id graph.ID) []string { return surfaces[id] })
		slices.Sort(group)
		out = append(out, group)
	}
	slices.SortFunc(out, slices.Compare)
	return out, nil
}

// extractor reads texts as ingest does, without writing.
func (w Workspace) extractor() Extractor {
	client := w.Pipeline.Client
	session := client.Session(llm.Bounds{Window: ingest.DefaultWindow})
	return Extractor{Session: session, Counter: w.Pipeline.Counter, Offline: client.ModelName() == llm.OfflineName}
}
