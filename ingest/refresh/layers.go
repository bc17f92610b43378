package refresh

import (
	"cmp"
	"context"
	"errors"

	"grove/community"
	"grove/ingest"
	"grove/ingest/identity"
	"grove/ingest/tree"
	"grove/internal/embed"
	"grove/internal/fault"
)

// Schema is the layer of the schema: it accepts proposals as the mode of evolution says,
// and resolves anew the chunks that a new version bears on, without a call.
type Schema struct {
	// Pipeline gives the workspace's pipeline.
	Pipeline func() *ingest.Pipeline
}

// Name is "schema".
func (Schema) Name() string { return "schema" }

// Stale is always true: what is proposed tells only when it is read.
func (Schema) Stale(context.Context) (bool, error) { return true, nil }

// Refresh has the schema evolve, and the graph follow it.
func (s Schema) Refresh(ctx context.Context, p *Pass) error {
	e, err := s.Pipeline().Evolve(ctx)
	p.Report.Evolution = &e
	return err
}

// Identities is the layer of which names are one key element.
type Identities struct {
	Store tree.Store
	// Resolver gives the workspace's resolver of names.
	Resolver func() identity.Resolver
	// Memory keeps judged names from one refresh to the next.
	Memory *identity.Memory
}

// Name is "identities".
func (Identities) Name() string { return "identities" }

// Stale reports whether the graph has changed since its communities were made, which
// follow from the identities.
func (i Identities) Stale(ctx context.Context) (bool, error) {
	return tree.Builder{Store: i.Store}.Stale(ctx)
}

// Refresh restates the chunks whose names belong to another element now.
func (i Identities) Refresh(ctx context.Context, p *Pass) error {
	report, err := i.Memory.Settle(ctx, i.Resolver())
	p.Report.Identities = &report
	return err
}

// CommunityStore is what the layer of communities needs of a workspace.
type CommunityStore interface {
	tree.Store
	TreeMethod(context.Context) (string, error)
	SetTreeMethod(ctx context.Context, method string) error
}

// Communities is the layer of communities.
type Communities struct {
	Store CommunityStore
	// Method is one of community.Methods; "" is the workspace's own, at first the first.
	Method string
	// Concurrency is the most calls at a time; 0 is 8.
	Concurrency int
	// Vectors keeps the vectors of names from one refresh to the next.
	Vectors *community.Vectors
}

// Name is "communities".
func (Communities) Name() string { return "communities" }

// Stale reports whether the graph has changed since the communities were made, or
// whether they were made by another method.
func (c Communities) Stale(ctx context.Context) (bool, error) {
	_, other, err := c.method(ctx)
	if err != nil || other {
		return other, err
	}
	return tree.Builder{Store: c.Store}.Stale(ctx)
}

// method is the method to use; other tells that the stored communities are of another.
func (c Communities) method(ctx context.Context) (method string, other bool, err error) {
	stored, err := c.Store.TreeMethod(ctx)
	method, first := cmp.Or(c.Method, stored), community.Methods()[0]
	return method, cmp.Or(method, first) != cmp.Or(stored, first), err
}

// Refresh divides the graph and titles what is new, unless the graph is very large.
func (c Communities) Refresh(ctx context.Context, p *Pass) error {
	if large, err := c.tooLarge(ctx, p); large || err != nil {
		return err
	}
	method, other, err := c.method(ctx)
	if err != nil {
		return err
	}
	b := tree.Builder{Store: c.Store, Session: p.Session, Embed: embed.Builtin{}.Embed, Vectors: c.Vectors, Method: method,
		Concurrency: c.Concurrency}
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
		err = c.Store.SetTreeMethod(ctx, method)
	}
	return err
}

// tooLarge reports whether the graph waits for Options.Rebuild. To count goes through
// whole tables: where typed names are few, so are entities.
func (c Communities) tooLarge(ctx context.Context, p *Pass) (bool, error) {
	if names := p.Report.Identities; p.Rebuild || names != nil && names.Entities <= tree.MostEntities {
		return false, nil
	}
	counts, err := c.Store.Counts(ctx)
	return counts.Entities > tree.MostEntities, err
}

// Index is the layer of the text index.
type Index struct{ ingest.Index }

// Name is "index".
func (Index) Name() string { return "index" }

// Stale is always true: Sync knows, and does nothing where nothing changed.
func (Index) Stale(context.Context) (bool, error) { return true, nil }

// Refresh brings the index up to the store's change number.
func (i Index) Refresh(ctx context.Context, _ *Pass) error { return i.Sync(ctx) }

// Vectors is the layer of the vectors of chunks.
type Vectors struct {
	embed.Vectors
	// Texts calls each with the texts, page after page, that vectors are made of.
	Texts func(ctx context.Context, each func([]string) error) error
}

// Name is "vectors".
func (Vectors) Name() string { return "vectors" }

// Stale reports whether vectors are stored at all: those of the built-in embedder are
// made when they are used.
func (v Vectors) Stale(context.Context) (bool, error) { return v.Keep, nil }

// Refresh makes the vectors that are missing, where documents came.
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
	return &fault.Error{Kind: fault.KindOf(err), Op: "refresh.Vectors", Item: v.Embedder.Name(), Err: err,
		Hint: "the documents are in the graph, vectors are missing: `grove reembed`, or the next ingest, makes these"}
}
