package eval

import (
	"context"

	"golang.org/x/sync/errgroup"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/schema"
)

// Evidence extracts the evidence of a text; bound is the schema of the text, or nil.
type Evidence func(ctx context.Context, title, body, lang string, bound *schema.Schema) (graph.Evidence, error)

// Extraction compares extracted evidence with annotations.
type Extraction struct {
	Evidence Evidence
	// Limit is the maximum of items; 0 is all. Concurrency is the number at a time; 0 is 1.
	Limit, Concurrency int
	// Progress, unless nil, is called for each item read, by several goroutines.
	Progress func(of int)
}

// ExtractionResult is the outcome, summed over all items (micro-averaged).
type ExtractionResult struct {
	Set   string `json:"set"`
	Items int    `json:"items"`
	// Failed counts the items without a readable reply: their gold counts as missed.
	Failed int `json:"failed"`
	// Entities and Triples are nil if the set has no such annotations.
	Entities *EntityScores `json:"entities"`
	Triples  *TripleScores `json:"triples"`
}

// Run extracts the evidence of every item and compares it with the annotations.
func (x Extraction) Run(ctx context.Context, set Items) (ExtractionResult, error) {
	items := set.List
	if x.Limit > 0 {
		items = items[:min(x.Limit, len(items))]
	}
	evidence := make([]graph.Evidence, len(items))
	failed := make([]bool, len(items))
	calls, ctx := errgroup.WithContext(ctx)
	calls.SetLimit(max(x.Concurrency, 1))
	for i, item := range items {
		calls.Go(func() (err error) {
			defer fault.Recover(ctx, &err, "eval.Extraction", item.ID)
			evidence[i], err = x.Evidence(ctx, item.Title, item.Text, item.Lang, item.bound())
			if fault.Is(err, fault.BadReply) {
				failed[i], err = true, nil
			}
			if err == nil && x.Progress != nil {
				x.Progress(len(items))
			}
			return fault.Wrap(err, "eval.Extraction", item.ID)
		})
	}
	if err := calls.Wait(); err != nil {
		return ExtractionResult{}, err
	}
	result := ExtractionResult{Set: set.Name, Items: len(items)}
	for _, f := range failed {
		result.Failed += count(f)
	}
	result.Entities = scoreEntities(items, evidence)
	result.Triples = scoreTriples(items, evidence)
	return result, nil
}

// bound is the schema of an item, or nil.
func (i Item) bound() *schema.Schema {
	if i.ontology == nil {
		return nil
	}
	return i.ontology.schema
}
