package refresh

import (
	"context"
	"errors"

	"grove/community"
	"grove/ingest"
	"grove/ingest/identity"
	"grove/ingest/tree"
	"grove/internal/embed"
	"grove/internal/fault"
)

// Schema is the layer of the schema. It accepts proposals by the mode of evolution, and resolves
// again, without a call, the chunks that a new version affects.
type Schema struct {
	// Pipeline returns the workspace's pipeline.
	Pipeline func() *ingest.Pipeline
}

// Name returns "schema".
func (Schema) Name() string { return "schema" }

// Stale returns true: only reading the proposals can tell.
func (Schema) Stale(context.Context) (bool, error) { return true, nil }

// Refresh evolves the schema and updates the graph accordingly.
func (s Schema) Refresh(ctx context.Context, p *Pass) error {
	e, err := s.Pipeline().Evolve(ctx)
	p.Report.Evolution = &e
	return err
}

// Identities is the layer of entity identities: which names denote one key element.
type Identities struct {
	Store tree.Store
	// Resolver returns the workspace's resolver of names.
	Resolver func() identity.Resolver
}

// Name returns "identities".
func (Identities) Name() string { return "identities" }

// Stale reports whether the graph has changed since its communities, which depend on the
// identities, were computed.
func (i Identities) Stale(ctx context.Context) (bool, error) {
	return tree.Builder{Store: i.Store}.Stale(ctx)
}

// Refresh writes the evidence of the chunks again whose names denote another element now.
func (i Identities) Refresh(ctx context.Context, p *Pass) error {
	_, report, err := i.Resolver().Settle(ctx)
	p.Report.Identities = &report
	return err
}

// CommunityStore is the part of a store that the layer of communities uses.
type CommunityStore interface {
	tree.Store
	TreeMethod(context.Context) (string, error)
	SetTreeMethod(ctx context.Context, method string) error
}

// Communities is the layer of communities.
type Communities struct {
	Store CommunityStore
	// Method is one of community.Methods; "" is the method of the stored communities, or the first.
	Method string
	// Summaries is config.Eager, Lazy or Off; "" is that of the stored communities, or Eager.
	Summaries string
	// Concurrency bounds the number of concurrent calls; 0 is 8.
	Concurrency int
	// Vectors caches the vectors of names between refreshes.
	Vectors *community.Vectors
}

// Name returns "communities".
func (Communities) Name() string { return "communities" }

// Stale reports whether the graph has changed since the communities were computed, or whether
// they were computed by other settings.
func (c Communities) Stale(ctx context.Context) (bool, error) {
	_, other, err := c.settings(ctx)
	if err != nil || other {
		return other, err
	}
	return tree.Builder{Store: c.Store}.Stale(ctx)
}

// settings returns the settings to use; other is true if the stored communities are of others.
func (c Communities) settings(ctx context.Context) (s tree.Settings, other bool, err error) {
	stored, err := tree.Stored(ctx, c.Store)
	s = tree.Settings{Method: c.Method, Summaries: c.Summaries}.Or(stored)
	return s, s.Or(tree.Defaults()) != stored.Or(tree.Defaults()), err
}

// Refresh detects the communities and titles new ones, unless the graph is too large.
func (c Communities) Refresh(ctx context.Context, p *Pass) error {
	if large, err := c.tooLarge(ctx, p); large || err != nil {
		return err
	}
	settings, other, err := c.settings(ctx)
	if err != nil {
		return err
	}
	if store, ok := c.Store.(interface{ ReleaseCache(context.Context) error }); ok {
		// The network of a large graph takes as much again.
		if err := store.ReleaseCache(ctx); err != nil {
			return err
		}
	}
	b := tree.Builder{Store: c.Store, Session: p.Session, Embed: embed.Builtin{}.Embed, Vectors: c.Vectors, Method: settings.Method,
		Summaries: settings.Summaries, Concurrency: c.Concurrency}
	report, err := b.Build(ctx)
	var model *tree.ModelError
	if p.KeywordTitles && errors.As(err, &model) && ctx.Err() == nil {
		p.Report.Unnamed = fault.Brief(model.Err)
		b.Session = p.silent()
		report, err = b.Build(ctx)
	}
	if err != nil {
		return err
	}
	p.Report.Communities = &report
	if other {
		err = c.Store.SetTreeMethod(ctx, settings.String())
	}
	return err
}

// tooLarge reports whether the graph is too large without Options.Rebuild. Counting reads whole
// tables, so it is skipped if there are few typed names, and thus few entities.
func (c Communities) tooLarge(ctx context.Context, p *Pass) (bool, error) {
	if names := p.Report.Identities; p.Rebuild || names != nil && names.Entities <= tree.MostEntities {
		return false, nil
	}
	counts, err := c.Store.Counts(ctx)
	return counts.Entities > tree.MostEntities, err
}

// Index is the layer of the text index.
type Index struct{ ingest.Index }

// Name returns "index".
func (Index) Name() string { return "index" }

// Stale returns true: Sync does nothing if the index is up to date.
func (Index) Stale(context.Context) (bool, error) { return true, nil }

// Refresh brings the index up to the store's change number.
func (i Index) Refresh(ctx context.Context, _ *Pass) error { return i.Sync(ctx) }

// Vectors is the layer of the vectors of chunks.
type Vectors struct {
	embed.Vectors
	// Texts calls each with the texts of the vectors, page by page.
	Texts func(ctx context.Context, each func([]string) error) error
}

// Name returns "vectors".
func (Vectors) Name() string { return "vectors" }

// Stale reports whether vectors are stored: those of the built-in embedder are computed when
// they are used.
func (v Vectors) Stale(context.Context) (bool, error) { return v.Keep, nil }

// Refresh computes missing vectors if documents may have been added.
func (v Vectors) Refresh(ctx context.Context, p *Pass) error {
	if !p.Texts || !v.Keep {
		return nil
	}
	err := v.Texts(ctx, func(texts []string) error {
		_, err := v.Prepare(ctx, texts)
		return err
	})
	if err == nil || fault.Is(err, fault.Canceled) {
		return err
	}
	return fault.From(fault.KindOf(err), "refresh.Vectors", v.Embedder.Name(), err,
		"the documents are in the graph, but vectors are missing: run `grove reembed`, or ingest again")
}
