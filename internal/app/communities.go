package app

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"grove/community"
	"grove/ingest"
	"grove/ingest/tree"
	"grove/internal/embed"
	"grove/internal/fault"
	"grove/internal/llm"
)

// builder makes communities as the settings say or, where they leave it open, as the
// workspace has it. Other tells that this is not how they were made until now.
func (a *App) builder(ctx context.Context, session *llm.Session) (b tree.Builder, other bool, err error) {
	kept, err := a.store.TreeMethod(ctx)
	method := cmp.Or(a.config.CommunityMethod, kept)
	other = cmp.Or(method, community.Methods()[0]) != cmp.Or(kept, community.Methods()[0])
	return tree.Builder{Store: a.store, Session: session, Embed: embed.Builtin{}.Embed, Vectors: &a.treeVectors,
		Method: method, Concurrency: a.config.LLM.Concurrency}, other, err
}

// build makes the communities, and keeps with the workspace how.
func (a *App) build(ctx context.Context, b tree.Builder, other bool) (tree.Report, error) {
	report, err := b.Build(ctx)
	if err == nil && other {
		err = a.store.SetTreeMethod(ctx, b.Method)
	}
	return report, err
}

// growTree brings schema, identities and communities up to date after a job, the
// last unless the workspace is so large that this waits for a command.
func (a *App) growTree(ctx context.Context, report *ingest.Report) error {
	return a.growWithin(ctx, report, llm.Bounds{Prices: a.prices()})
}

// Regrown is what it took to bring the communities up to date with a change that
// had been made already.
type Regrown struct {
	// Usage has the calls that name communities: no bound is set on them.
	Usage llm.Usage `json:"usage"`
	// Unnamed says why the model did not name what is new, "" where nothing hindered
	// it: it is called by its keywords until a later job or a rebuild names it.
	Unnamed string `json:"unnamed,omitempty"`
}

// regrow is growTree after a change that a person made: where the model fails, the
// change stands and what is new is called by its keywords.
func (a *App) regrow(ctx context.Context) (Regrown, error) {
	var report ingest.Report
	var out Regrown
	err := a.growTree(ctx, &report)
	var model *tree.ModelError
	if errors.As(err, &model) && ctx.Err() == nil {
		out.Unnamed = fault.Brief(model.Err)
		err = a.growWithin(ctx, &report, llm.Bounds{MaxTotalTokens: 1})
	}
	out.Usage = report.Usage
	return out, err
}

// growWithin is growTree by calls within the bounds. The report has the calls that
// were made where it fails too.
func (a *App) growWithin(ctx context.Context, report *ingest.Report, bounds llm.Bounds) error {
	if err := a.evolve(ctx, report); err != nil {
		return err
	}
	bounds.Window = ingest.DefaultWindow
	session := a.client.Session(bounds)
	defer func() {
		if usage := session.Usage(); usage.Calls > 0 {
			report.Usage.Add(usage)
		}
	}()
	b, other, err := a.builder(ctx, session)
	if err != nil {
		return err
	}
	stale, err := b.Stale(ctx)
	if err != nil || !stale && !other {
		return err
	}
	settled, err := a.settleIdentities(ctx)
	if err != nil {
		return err
	}
	// To count goes through whole tables: where names are few, so are entities.
	if settled.Entities > tree.MostEntities {
		counts, err := a.store.Counts(ctx)
		if err != nil || counts.Entities > tree.MostEntities {
			return errors.Join(err, a.index.Sync(ctx))
		}
	}
	built, err := a.build(ctx, b, other)
	if err != nil {
		return err
	}
	report.Communities = built.Communities
	return a.index.Sync(ctx)
}

// FreshTree brings the communities up to date where the graph has changed since
// they were made; on a workspace that was opened for reading it is Held where
// they are not.
func (a *App) FreshTree(ctx context.Context) error {
	stale, err := tree.Builder{Store: a.store}.Stale(ctx)
	if err != nil || !stale {
		return err
	}
	if a.client == nil {
		return fault.New(fault.Held, "app.FreshTree", a.config.Workspace, "its communities are older than its graph",
			"wait for the job that is under way, or run `grove communities rebuild`")
	}
	// Nobody asked for calls here: what is new is called by its keywords until a
	// job or a rebuild names it.
	_, err = a.rebuild(ctx, llm.Bounds{Window: ingest.DefaultWindow, MaxTotalTokens: 1})
	return err
}

// TreeStale tells whether the graph has changed since the communities were made.
func (a *App) TreeStale(ctx context.Context) (bool, error) {
	return tree.Builder{Store: a.store}.Stale(ctx)
}

// RebuildCommunities makes the communities anew, whatever the size of the graph.
func (a *App) RebuildCommunities(ctx context.Context) (tree.Report, error) {
	return a.rebuild(ctx, llm.Bounds{Window: ingest.DefaultWindow, Prices: a.prices()})
}

func (a *App) rebuild(ctx context.Context, bounds llm.Bounds) (tree.Report, error) {
	if err := a.evolve(ctx, new(ingest.Report)); err != nil {
		return tree.Report{}, err
	}
	if _, err := a.settleIdentities(ctx); err != nil {
		return tree.Report{}, err
	}
	b, other, err := a.builder(ctx, a.client.Session(bounds))
	if err != nil {
		return tree.Report{}, err
	}
	report, err := a.build(ctx, b, other)
	return report, errors.Join(err, a.index.Sync(ctx))
}

// checkMethod refuses what is no way to make communities; "" leaves it open.
func checkMethod(name string) error {
	if name == "" || slices.Contains(community.Methods(), name) {
		return nil
	}
	return fault.New(fault.Invalid, "app.checkMethod", name, "not a way to divide entities", "--community-method "+strings.Join(community.Methods(), ", "))
}
