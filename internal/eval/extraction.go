package eval

import (
	"context"

	"golang.org/x/sync/errgroup"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/schema"
)

// Evidence says what a text says; bound is the schema that the text comes with, or nil.
type Evidence func(ctx context.Context, title, body, lang string, bound *schema.Schema) (graph.Evidence, error)

// Extraction measures what extraction finds of what people marked.
type Extraction struct {
	Evidence Evidence
	// Limit is the most items read; 0 is all. Concurrency is how many at a time; 0 is 1.
	Limit, Concurrency int
	// Progress, if set, is told from several goroutines that one more item is read.
	Progress func(of int)
}

// ExtractionResult is the outcome, summed over all items (micro-averaged).
type ExtractionResult struct {
	Set   string `json:"set"`
	Items int    `json:"items"`
	// Failed are items without a reply that could be read: all in them is missed.
	Failed int `json:"failed"`
	// Entities and Triples are nil where the set has none marked.
	Entities *EntityScores `json:"entities"`
	Triples  *TripleScores `json:"triples"`
}

// Run reads every item and compares.
func (x Extraction) Run(ctx context.Context, set Items) (ExtractionResult, error) {
	items := set.List
	if x.Limit > 0 {
		items = items[:min(x.Limit, len(items))]
	}
	said := make([]graph.Evidence, len(items))
	failed := make([]bool, len(items))
	calls, ctx := errgroup.WithContext(ctx)
	calls.SetLimit(max(x.Concurrency, 1))
	for i, item := range items {
		calls.Go(func() (err error) {
			defer fault.Recover(ctx, &err, "eval.Extraction", item.ID)
			said[i], err = x.Evidence(ctx, item.Title, item.Text, item.Lang, item.bound())
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
		if f {
			result.Failed++
		}
	}
	result.Entities = scoreEntities(items, said)
	result.Triples = scoreTriples(items, said)
	return result, nil
}

// bound is the schema that an item comes with, or nil.
func (i Item) bound() *schema.Schema {
	if i.ontology == nil {
		return nil
	}
	return i.ontology.schema
}
