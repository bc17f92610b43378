package app

import (
	"context"
	"time"

	"grove/internal/config"
	"grove/internal/embed"
	"grove/internal/fault"
	"grove/query/retrieve"
)

// rememberedVectors bounds the vectors that questions find in memory: at 2 KB each
// no more than 16 MB.
const rememberedVectors = 4096

// workspaceVectors are those by the embedder that the settings name. An
// endpoint's are kept. The built-in ones are not: to make them takes a sixth of a
// millisecond a chunk, half of what the ranker's own index takes before any
// search, while each would fill 2 KB of the store.
func (a *App) workspaceVectors() (embed.Vectors, error) {
	embedder, err := embedder(a.config)
	return embed.Vectors{Store: a.store, Embedder: embed.Remember(embedder, rememberedVectors), Keep: a.config.Embedder != config.Builtin, Concurrency: a.config.LLM.Concurrency,
		Progress: func(done, of int) {
			if a.watchVectors != nil {
				a.watchVectors(done, of)
			}
		}}, err
}

// WatchVectors has told called with how many of the vectors that something lacks
// are made. It is set before the first call that may make some.
func (a *App) WatchVectors(told func(done, of int)) { a.watchVectors = told }

// checkVectors refuses an endpoint that the workspace's vectors are not of,
// before work begins that ends in making some.
func (a *App) checkVectors(ctx context.Context) error {
	if !a.vectors.Keep {
		return nil
	}
	return a.vectors.Check(ctx)
}

// freshVectors makes the vectors that chunks lack, where an endpoint makes them.
func (a *App) freshVectors(ctx context.Context) error {
	if !a.vectors.Keep {
		return nil
	}
	err := retrieve.Texts(ctx, a.store, func(texts []string) error {
		_, err := a.vectors.Prepare(ctx, texts)
		return err
	})
	if err == nil || fault.Is(err, fault.Canceled) {
		return err
	}
	return &fault.Error{Kind: fault.KindOf(err), Op: "app.freshVectors", Item: a.config.Embedder, Err: err,
		Hint: "the documents are in the graph, vectors are missing: `grove reembed`, or the next ingest, makes these"}
}

// Reembedded is what Reembed did, and how long it took in milliseconds.
type Reembedded struct {
	embed.Renewed
	Ms int64 `json:"ms"`
}

// Reembed makes all vectors of the workspace those of the embedder that the
// settings name (see embed.Vectors.Renew).
func (a *App) Reembed(ctx context.Context) (Reembedded, error) {
	started := time.Now()
	done, err := a.vectors.Renew(ctx, a.texts)
	return Reembedded{done, milliseconds(started)}, err
}

// texts are what the vectors of the workspace's chunks are made of.
func (a *App) texts(ctx context.Context, each func([]string) error) error {
	return retrieve.Texts(ctx, a.store, each)
}
