package app

import (
	"context"
	"os"

	"grove/ingest"
	"grove/internal/fault"
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
		if err == nil {
			err = a.RefreshAfter(ctx, &report, p.Bounds)
		}
		return report, err
	})
}
