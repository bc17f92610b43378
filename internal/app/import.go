package app

import (
	"context"
	"io"
	"time"

	"grove/internal/exchange"
	"grove/schema"
)

// ImportResult is what an import brought, and how long it took.
type ImportResult struct {
	exchange.Imported
	Ms int64 `json:"ms"`
}

// Import reads a canonical export into the workspace, which must be empty or
// hold the beginning of the same import. The documents have no origin: the
// first file that is ingested under a document's source and differs from it
// takes its place.
func (a *App) Import(ctx context.Context, r io.Reader, progress func(exchange.ImportProgress)) (ImportResult, error) {
	started := time.Now()
	report, err := exchange.Import(ctx, a.store, r, exchange.ImportOptions{
		Schema: canonicalSchema, Now: started.UTC().Truncate(time.Second), Progress: progress,
	})
	if err != nil {
		return ImportResult{}, err
	}
	if err := a.index.Sync(ctx); err != nil {
		return ImportResult{}, err
	}
	return ImportResult{report, milliseconds(started)}, nil
}

func canonicalSchema(body []byte) (string, error) {
	s, err := schema.ParseStored(body)
	if err != nil {
		return "", err
	}
	return s.Body(), nil
}
