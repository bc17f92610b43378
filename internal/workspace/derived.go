package workspace

import (
	"cmp"
	"context"
	"time"

	"grove/ingest"
	"grove/ingest/gists"
	"grove/ingest/identity"
	"grove/ingest/refresh"
	"grove/ingest/tree"
	"grove/internal/config"
	"grove/internal/fault"
	"grove/internal/llm"
	"grove/internal/llm/openai"
	"grove/internal/sqlite"
	"grove/query/retrieve"
	"grove/schema"
)

// derived returns the derived layers in the order of their refresh.
func (w *Workspace) derived() []refresh.Chain {
	return []refresh.Chain{
		{
			refresh.Schema{Pipeline: w.Pipeline},
			refresh.Identities{Store: w.Store, Resolver: w.Resolver},
			refresh.Communities{Store: w.Store, Method: w.Config.CommunityMethod, Summaries: w.Config.Summaries,
				Concurrency: w.Config.LLM.Concurrency, Vectors: &w.vectors},
		},
		{refresh.Index{Index: w.Index}},
		{gists.Layer{Store: w.Store, Concurrency: w.Config.LLM.Concurrency}},
		{refresh.Vectors{Vectors: w.Vectors, Texts: w.Texts}},
	}
}

// Refresh brings the derived layers up to date, with the prices of the settings.
func (w *Workspace) Refresh(ctx context.Context, o refresh.Options) (refresh.Report, error) {
	o.Bounds.Prices, o.OnLayer = w.Prices(), w.OnLayer
	return refresh.Run(ctx, w.derived(), w.Client, o)
}

// RefreshAfter is Refresh within what the report's calls left of the bounds; it adds to the
// report. If a bound was reached it does nothing, and leaves the work to a later refresh. onPages
// may be nil; see refresh.Options.
func (w *Workspace) RefreshAfter(ctx context.Context, report *ingest.Report, bounds llm.Bounds, onPages func(int)) error {
	left, ok := bounds.After(report.Usage)
	if !ok || report.Stopped != nil {
		return nil
	}
	done, err := w.Refresh(ctx, refresh.Options{Bounds: left, Texts: true, OnPages: onPages})
	done.AddTo(report)
	return err
}

// Stale reports whether the graph has changed since its communities were computed.
func (w *Workspace) Stale(ctx context.Context) (bool, error) {
	return tree.Builder{Store: w.Store}.Stale(ctx)
}

// EnsureFresh computes the communities without a call to the model, whatever the size of the
// graph, if they are stale. For a workspace opened by OpenReader it returns fault.Held instead.
func (w *Workspace) EnsureFresh(ctx context.Context) error {
	stale, err := w.Stale(ctx)
	if err != nil || !stale {
		return err
	}
	if w.Client == nil {
		return fault.New(fault.Held, "workspace.EnsureFresh", w.Config.Workspace, "the communities are older than the graph",
			"wait for the running job, or run `grove communities rebuild`")
	}
	_, err = w.Refresh(ctx, refresh.Options{Bounds: refresh.NoCalls(), Rebuild: true})
	return err
}

// Pipeline returns the workspace's ingestion pipeline, with the settings' concurrency and prices.
func (w *Workspace) Pipeline() *ingest.Pipeline {
	p := &ingest.Pipeline{Store: w.Store, Index: w.Index, Client: w.Client, Counter: w.Counter, Now: time.Now,
		Evolution:   schema.Evolution(w.Config.Evolution),
		Concurrency: w.Config.LLM.Concurrency, Bounds: llm.Bounds{Prices: w.Prices()}}
	if w.Config.Store != config.Neo4j {
		p.GroupRows = sqlite.GroupRows
	}
	return p
}

// Resolver returns the resolver of names, which merges automatically if the settings say so.
func (w *Workspace) Resolver() identity.Resolver {
	return identity.Resolver{Store: w.Store, Automatic: w.Config.Resolve == config.On, Journalled: w.Pipeline().Journalled}
}

// Prices returns the prices of the settings, each else the list price of the model at its provider; zero if neither is known.
func (w *Workspace) Prices() llm.Prices { return Prices(w.Config) }

// Prices returns the prices of the settings' model as [Workspace.Prices] does.
func Prices(c config.Config) llm.Prices {
	own, list := llm.Prices{Prompt: c.LLM.PricePrompt, Completion: c.LLM.PriceCompletion, Prefix: c.LLM.PricePrefix},
		openai.ListPrices(c.LLM.BaseURL, c.Model)
	if own.Prompt == 0 { // the list's price of the prefix goes with its price of the prompt
		own.Prompt, own.Prefix = list.Prompt, cmp.Or(own.Prefix, list.Prefix)
	}
	own.Completion = cmp.Or(own.Completion, list.Completion)
	return own
}

// CheckBudget returns fault.Invalid for a budget with a model without prices.
func (w *Workspace) CheckBudget(budget float64) error {
	if budget > 0 && w.Config.Model != config.Offline && !w.Prices().Known() {
		return fault.New(fault.Invalid, "workspace.CheckBudget", "--budget", "the model has no price",
			"set --price-prompt and --price-completion, US dollars per million tokens")
	}
	return nil
}

// Texts calls each with the texts of the workspace's vectors, page by page.
func (w *Workspace) Texts(ctx context.Context, each func([]string) error) error {
	return retrieve.Texts(ctx, w.Store, each)
}
