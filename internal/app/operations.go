package app

import (
	"context"
	"io"
	"slices"
	"time"

	"grove/cypher"
	"grove/ingest/extract"
	"grove/ingest/identity"
	"grove/ingest/refresh"
	"grove/ingest/tree"
	"grove/internal/config"
	"grove/internal/curate"
	"grove/internal/embed"
	"grove/internal/eval/judge"
	"grove/internal/eval/reversion"
	"grove/internal/exchange"
	"grove/internal/fault"
	"grove/internal/gist"
	"grove/internal/graph"
	"grove/internal/llm"
	"grove/internal/lookup"
	"grove/internal/purge"
	"grove/internal/verify"
	"grove/query/agents"
	"grove/schema"
)

// ExportJSONL writes the canonical export of one state of the graph, and gives
// the number of lines.
func (a *App) ExportJSONL(ctx context.Context, w io.Writer) (int, error) {
	snapshot, release, err := a.Store.Snapshot(ctx)
	if err != nil {
		return 0, err
	}
	defer release()
	return exchange.JSONL(ctx, snapshot, w)
}

// Purge deletes documents and what the workspace's folder has of their texts, as purge.Purger.Purge does.
func (a *App) Purge(ctx context.Context, s lookup.Selector) ([]graph.Document, purge.Report, error) {
	return a.purger().Purge(ctx, s)
}

func (a *App) purger() *purge.Purger {
	return &purge.Purger{Workspace: a.Workspace, Jobs: a.jobs, Traces: a.Traces(), Runs: a.Runs()}
}

// Curate carries out what people decide about the graph.
func (a *App) Curate() *curate.Curator {
	return &curate.Curator{Workspace: a.Workspace, Kept: a.duplicates}
}

// RebuildCommunities makes the communities anew, whatever the size of the graph.
func (a *App) RebuildCommunities(ctx context.Context) (tree.Report, error) {
	done, err := a.Refresh(ctx, refresh.Options{Rebuild: true})
	if done.Communities == nil {
		return tree.Report{}, err
	}
	return *done.Communities, err
}

// Verify refreshes the derived layers, then checks one state of the graph, and the text
// index against it.
func (a *App) Verify(ctx context.Context) (verify.Result, error) {
	return verify.Workspace(ctx, a.Store, a.Index, a.EnsureFresh, func(body string) error {
		_, err := schema.Canonical([]byte(body))
		return err
	})
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
	done, err := a.Vectors.Renew(ctx, a.Texts)
	return Reembedded{done, time.Since(started).Milliseconds()}, err
}

// Cypher runs a statement that only reads. It needs the store neo4j, and sees all workspaces of the database.
func (a *App) Cypher(ctx context.Context, q cypher.Own) (cypher.Table, error) {
	store, ok := a.Store.(*cypher.Store)
	if !ok {
		return cypher.Table{}, fault.New(fault.Invalid, "app.Cypher", a.Config.Workspace,
			"the workspace is in the embedded store, which has no Cypher",
			"use --store neo4j; `grove traces show` has the Cypher of every read")
	}
	return store.Own(ctx, q)
}

// Prompts describes all prompts: of ingestion, the agents and evaluation.
func Prompts() []llm.Listed {
	return slices.Concat(extract.Prompts(), tree.Prompts(), identity.Prompts(), gist.Prompts(), agents.Prompts(), judge.Prompts(),
		reversion.Prompts())
}

// ReadPrompts reads the files of the folder of prompts, if the settings name one, into the settings.
func ReadPrompts(c *config.Config) (err error) {
	if c.Prompts != "" {
		c.Instructions, err = llm.ReadInstructions(c.Prompts, Prompts())
	}
	return err
}
