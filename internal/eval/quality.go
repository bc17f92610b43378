package eval

import (
	"context"
	"slices"

	"grove/community"
	"grove/internal/eval/dataset"
	"grove/internal/eval/metric"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/text"
)

// QualityOptions configure Workspace.Quality; a file that is "" is left out.
type QualityOptions struct {
	// Items is a file of annotated texts (see Extraction), Novels one of characters (see Aliases).
	Items, Novels string
	// Truth is a JSON Lines file {name, community} of the communities that entities belong to.
	Truth string
	// Limit is the maximum of texts of Items, 0 for all.
	Limit int
}

// QualityResult is the quality of a workspace's graph, and of the extraction that made it.
type QualityResult struct {
	// Communities measures those of level 0 over the relations between entities, each weighted by its support, and over
	// the facts that two entities share. Without counts the entities outside any community, each of which is one of its own.
	Communities metric.Partition `json:"communities"`
	Without     int              `json:"without_community"`
	// Conformance is the share of the typed items that the schema covers.
	Conformance float64 `json:"schema_conformance"`
	// NMI compares the communities with Truth over the Matched entities; nil without Truth.
	NMI     *float64 `json:"nmi,omitempty"`
	Matched int      `json:"matched,omitempty"`

	Extraction *ExtractionResult `json:"extraction,omitempty"`
	Aliases    *AliasResult      `json:"aliases,omitempty"`
}

// Quality measures the graph, and the extraction where annotated texts are given. The graph is not changed.
func (w Workspace) Quality(ctx context.Context, o QualityOptions, progress func(done, of int)) (QualityResult, error) {
	var r QualityResult
	var names []string
	of, err := w.partition(ctx, &r, &names)
	if err != nil {
		return r, err
	}
	if r.Conformance, err = w.Conformance(ctx); err != nil {
		return r, err
	}
	if o.Truth != "" {
		if err := r.compare(o.Truth, names, of); err != nil {
			return r, err
		}
	}
	if o.Items != "" {
		x, err := w.Extraction(ctx, o.Items, o.Limit, progress)
		if err != nil {
			return r, err
		}
		r.Extraction = &x
	}
	if o.Novels != "" {
		a, err := w.Aliases(ctx, o.Novels)
		if err != nil {
			return r, err
		}
		r.Aliases = &a
	}
	return r, nil
}

// partition measures the communities; it returns the community of each entity, and their names.
func (w Workspace) partition(ctx context.Context, r *QualityResult, names *[]string) ([]int, error) {
	at := map[graph.ID]int{}
	for e, err := range graph.Rows(ctx, w.Graph.PageEntities, graph.PageQuery{Bare: true}) {
		if err != nil {
			return nil, err
		}
		at[e.ID] = len(*names)
		*names = append(*names, e.Norm)
	}
	of := slices.Repeat([]int{-1}, len(*names))
	communities := 0
	for c, err := range graph.Rows(ctx, w.Graph.PageCommunities, graph.PageQuery{}) {
		if err != nil {
			return nil, err
		}
		if c.Level != 0 {
			continue
		}
		for _, id := range c.Members {
			if i, ok := at[id]; ok {
				of[i] = communities
			}
		}
		communities++
	}
	numbers := map[int]int{} // without the communities whose entities are gone
	for i, c := range of {
		if c < 0 {
			r.Without++
			c = communities + i
		}
		if _, ok := numbers[c]; !ok {
			numbers[c] = len(numbers)
		}
		of[i] = numbers[c]
	}
	edges, err := w.edges(ctx, at)
	r.Communities = metric.MeasurePartition(of, edges)
	return of, err
}

// edges returns the relations between entities and the facts that two of them share.
func (w Workspace) edges(ctx context.Context, at map[graph.ID]int) (edges []metric.Edge, err error) {
	for t, err := range graph.Rows(ctx, w.Graph.PageRelations, graph.PageQuery{Bare: true}) {
		if err != nil {
			return nil, err
		}
		a, head := at[t.Head]
		b, tail := at[t.Tail]
		if head && tail {
			edges = append(edges, metric.Edge{A: a, B: b, Weight: float64(t.Support)})
		}
	}
	for f, err := range graph.Ties(ctx, w.Graph.PageTies) {
		if err != nil {
			return nil, err
		}
		var entities []int
		for _, id := range f.Elements {
			if i, ok := at[id]; ok {
				entities = append(entities, i)
			}
		}
		for a, b := range graph.TiedPairs(entities) {
			edges = append(edges, metric.Edge{A: a, B: b, Weight: 1})
		}
	}
	return edges, nil
}

// compare compares the communities with those of a file, over the entities that both have.
func (r *QualityResult) compare(file string, names []string, of []int) error {
	truth, numbers := map[string]int{}, map[string]int{}
	err := dataset.ReadLines(file, func(row struct{ Name, Community string }) error {
		if _, ok := numbers[row.Community]; !ok {
			numbers[row.Community] = len(numbers)
		}
		truth[text.Normalise(row.Name)] = numbers[row.Community]
		return nil
	})
	if err != nil {
		return err
	}
	var found, want []int
	for i, name := range names {
		if c, ok := truth[name]; ok {
			found, want = append(found, of[i]), append(want, c)
		}
	}
	if len(found) == 0 {
		return fault.New(fault.Invalid, "eval.Quality", file, "none of its names is an entity of the workspace",
			"give lines {name, community}")
	}
	nmi := community.NMI(found, want)
	r.NMI, r.Matched = &nmi, len(found)
	return nil
}
