package app

import (
	"context"
	"fmt"
	"os"

	"grove/ingest"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/llm"
	"grove/schema"
)

// ReadSchema reads a schema file, or gives the shipped schema of that name.
func ReadSchema(name string) (*schema.Schema, error) {
	const op = "app.ReadSchema"
	if s, ok := schema.Shipped(name); ok {
		return s, nil
	}
	raw, err := os.ReadFile(name)
	if err != nil {
		return nil, &fault.Error{Kind: fault.Invalid, Op: op, Item: name, Err: err, Hint: "give a schema file that can be read, or general or novels"}
	}
	s, err := schema.Parse(raw)
	return s, fault.Wrap(err, op, name)
}

// SchemaView is a workspace's schema as people see it.
type SchemaView struct {
	Name    string `json:"name"`
	Version int    `json:"version"`
	// Settled is false while some of the graph still follows an earlier version: the
	// next job that writes goes on with it.
	Settled   bool             `json:"settled"`
	Evolution schema.Evolution `json:"evolution"`
	Names     []UsedName       `json:"names"`
	// Proposals are the open ones: neither in the schema nor decided on.
	Proposals int `json:"proposals"`
	// Schema is the schema itself: the seed and what was accepted.
	Schema *schema.Schema `json:"schema"`
}

// UsedName is a name of the schema and how many entities, triples or attributes use it.
type UsedName struct {
	schema.Name
	Count int `json:"count"`
}

// Schema shows the workspace's schema.
func (a *App) Schema(ctx context.Context) (SchemaView, error) {
	s, v, err := schema.Stored(ctx, a.store)
	if err != nil {
		return SchemaView{}, err
	}
	decisions, err := schema.Decisions(ctx, a.store)
	if err != nil {
		return SchemaView{}, err
	}
	open, err := schema.CountOpen(ctx, a.store, s, decisions)
	if err != nil {
		return SchemaView{}, err
	}
	used, err := schema.Usage(ctx, a.store)
	if err != nil {
		return SchemaView{}, err
	}
	out := SchemaView{Name: s.Name, Version: v.Version, Settled: v.Settled, Evolution: s.Mode(), Names: []UsedName{}, Proposals: open, Schema: s}
	for _, n := range s.Names() {
		out.Names = append(out.Names, UsedName{n, used[n.ID()]})
	}
	return out, nil
}

// Conformance is the share, 0 to 1, of the typed triples, attributes and entities
// that lie within the schema: below 1 only while a change of the schema is under
// way, or where chunks were imported without their extractions. An empty graph conforms.
func (a *App) Conformance(ctx context.Context) (float64, error) {
	s, _, err := schema.Stored(ctx, a.store)
	if fault.Is(err, fault.NotFound) {
		return 1, nil
	}
	if err != nil {
		return 0, err
	}
	terms, err := a.store.Vocabulary(ctx)
	within, all := 0, 0
	for _, t := range terms {
		all += t.Count
		if s.Has(t.Part, t.Name) {
			within += t.Count
		}
	}
	if all == 0 {
		return 1, err
	}
	return float64(within) / float64(all), err
}

// follow brings schema, graph, identities and communities up to date.
func (a *App) follow(ctx context.Context) (ingest.Evolution, error) {
	var report ingest.Report
	err := a.growTree(ctx, &report)
	if report.Evolution == nil {
		return ingest.Evolution{}, err
	}
	return *report.Evolution, err
}

// evolve brings the schema, and the graph with it, up to date after a job.
func (a *App) evolve(ctx context.Context, report *ingest.Report) error {
	e, err := a.pipeline().Evolve(ctx)
	report.Evolution = &e
	return err
}

// Reextract asks the model anew for every chunk, under the schema as it is now;
// replies in the cache count. Stopped or killed, it goes on when it is called again.
func (a *App) Reextract(ctx context.Context, b llm.Bounds, progress func(ingest.Progress)) (ingest.Report, error) {
	if err := a.checkBudget(b.Budget); err != nil {
		return ingest.Report{}, err
	}
	return a.job(ctx, jobReextract, map[string]string{}, progress, func(ctx context.Context, told func(ingest.Progress)) (ingest.Report, error) {
		p := a.pipeline()
		p.Progress = told
		p.Bounds.MaxTotalTokens, p.Bounds.Budget = b.MaxTotalTokens, b.Budget
		report, err := p.Reextract(ctx)
		if left, ok := p.Bounds.After(report.Usage); err == nil && ok && report.Stopped == nil {
			err = a.growWithin(ctx, &report, left)
		}
		return report, err
	})
}

// SchemaStep is a version of the schema, and what it changed.
type SchemaStep struct {
	Version   int              `json:"version"`
	Settled   bool             `json:"settled"`
	Name      string           `json:"name"`
	Evolution schema.Evolution `json:"evolution"`
	schema.Change
}

// SchemaHistory gives the versions of the schema, the latest first, at most so many.
func (a *App) SchemaHistory(ctx context.Context, limit int) ([]SchemaStep, error) {
	versions, err := a.store.SchemaVersions(ctx, graph.SchemaVersionsQuery{Limit: limit + 1})
	if err != nil {
		return nil, err
	}
	steps := []SchemaStep{}
	for i, v := range versions[:min(len(versions), limit)] {
		s, err := schema.ParseStored([]byte(v.Body))
		if err != nil {
			return nil, fault.Wrap(err, "app.SchemaHistory", fmt.Sprintf("version %d", v.Version))
		}
		before := &schema.Schema{}
		if i+1 < len(versions) {
			if before, err = schema.ParseStored([]byte(versions[i+1].Body)); err != nil {
				return nil, fault.Wrap(err, "app.SchemaHistory", fmt.Sprintf("version %d", versions[i+1].Version))
			}
		}
		steps = append(steps, SchemaStep{v.Version, v.Settled, s.Name, s.Mode(), schema.Diff(before, s)})
	}
	return steps, nil
}
