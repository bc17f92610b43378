package app

import (
	"context"
	"time"

	"grove/internal/embed"
)

// Reembedded is what Reembed did, and how long it took in milliseconds.
type Reembedded struct {
	embed.Renewed
	Ms int64 `json:"ms"`
}

// Reembed makes all vectors of the workspace those of the embedder that the
// settings name (see embed.Vectors.Renew).
func (a *App) Reembed(ctx context.Context) (Reembedded, error) {
	started := time.Now()
	done, err := a.Vectors.Renew(ctx, a.Texts)
	return Reembedded{done, milliseconds(started)}, err
}
