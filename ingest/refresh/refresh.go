// Package refresh brings the layers derived from a workspace's evidence up to date after a
// change, each once, in the order of their dependencies. A layer is a pure function of the
// evidence and the layers before it, so the next refresh completes an interrupted one.
package refresh

import (
	"cmp"
	"context"

	"grove/ingest"
	"grove/ingest/identity"
	"grove/ingest/tree"
	"grove/internal/fault"
	"grove/internal/gist"
	"grove/internal/llm"
)

// Layer is one derived layer of a workspace.
type Layer interface {
	// Name returns the layer's name for errors and logs.
	Name() string
	// Stale reports whether the layer may be out of date. A layer that can only find out by
	// refreshing reports true.
	Stale(context.Context) (bool, error)
	// Refresh brings the layer up to date and adds its results to the report.
	Refresh(context.Context, *Pass) error
}

// Options are the options of a refresh.
type Options struct {
	// Bounds bound the calls to the model; see NoCalls.
	Bounds llm.Bounds
	// Rebuild refreshes layers that are not stale too, and computes the communities of a graph
	// that is otherwise too large (tree.MostEntities).
	Rebuild bool
	// Texts is set after documents may have been added: their chunks get vectors.
	Texts bool
	// KeywordTitles titles new communities by their keywords if the model fails; Report.Unnamed
	// then has the reason. Otherwise the refresh fails.
	KeywordTitles bool
	// OnPages, if set, is called concurrently with the number of pages whose gists were made so far.
	OnPages func(pages int)
	// OnLayer, if set, is called with the name of each layer that is about to be refreshed.
	OnLayer func(name string)
}

// NoCalls returns bounds that allow no call: new communities are titled by their keywords until
// a later refresh with calls.
func NoCalls() llm.Bounds { return llm.Bounds{MaxTotalTokens: 1} }

// Report is the result of a refresh. Its JSON is part of the reports of commands.
type Report struct {
	// Usage counts the calls, also those before a failure.
	Usage llm.Usage `json:"usage"`
	// Unnamed is the reason why new communities have keywords as titles, "" if the model titled
	// them or none was new; see Options.KeywordTitles.
	Unnamed string `json:"unnamed,omitempty"`
	// Evolution is the result of the schema layer, nil if the refresh failed before it.
	Evolution *ingest.Evolution `json:"-"`
	// Identities is the result of the identities layer, nil if it was not stale.
	Identities *identity.Report `json:"-"`
	// Communities is the result of the communities layer, nil if it was not stale, or the graph
	// too large; see Options.Rebuild.
	Communities *tree.Report `json:"-"`
	// Gists is the result of the layer of episodes, nil if it was not stale.
	Gists *gist.Report `json:"gists,omitempty"`
	// Stopped is the error of the bound that stopped the making of gists, nil for none.
	Stopped error `json:"-"`
}

// AddTo adds the results to the report of the job that the refresh completes.
func (r Report) AddTo(job *ingest.Report) {
	job.Evolution = r.Evolution
	if r.Usage.Calls > 0 {
		job.Usage.Add(r.Usage)
	}
	if r.Communities != nil {
		job.Communities = r.Communities.Communities
	}
	job.Gists = r.Gists
	if r.Stopped != nil && job.Stopped == nil {
		stopped := ingest.AsItemError(r.Stopped)
		job.Stopped = &stopped
	}
}

// Pass is the state of one refresh that its layers share.
type Pass struct {
	Options
	// Session makes calls within the bounds of the refresh.
	Session *llm.Session
	Report  *Report
	client  *llm.Client
}

// silent returns a session that makes no calls.
func (p *Pass) silent() *llm.Session {
	bounds := NoCalls()
	bounds.Window = p.Bounds.Window
	return p.client.Session(bounds)
}

// Silent reports whether the refresh must not make calls (NoCalls).
func (p *Pass) Silent() bool { return p.Bounds.MaxTotalTokens == NoCalls().MaxTotalTokens }

// Pages reports the number of pages whose gists were made so far.
func (p *Pass) Pages(n int) {
	if p.OnPages != nil {
		p.OnPages(n)
	}
}

// SessionOf returns a session within what Session left of the bounds, with a model made from that of the refresh; offline
// there is none. end adds its usage to the report.
func (p *Pass) SessionOf(model func(llm.Model) llm.Model) (s *llm.Session, end func()) {
	client := *p.client
	if client.Model != nil {
		client.Model = model(client.Model)
	}
	bounds, ok := p.Bounds.After(p.Session.Usage())
	if !ok { // used up
		bounds.MaxTotalTokens = NoCalls().MaxTotalTokens
	}
	s = client.Session(bounds)
	return s, func() { p.Report.Usage.Add(s.Usage()) }
}

// Chain is a sequence of layers, each of which depends on those before it.
type Chain []Layer

// Run brings the layers up to date in their order. A layer that fails stops the rest of its own
// chain, a canceled context stops all. Run returns the first error; the report has the results
// of the layers that did not fail.
func Run(ctx context.Context, chains []Chain, client *llm.Client, o Options) (Report, error) {
	var report Report
	o.Bounds.Window = cmp.Or(o.Bounds.Window, ingest.DefaultWindow)
	p := &Pass{Options: o, Session: client.Session(o.Bounds), Report: &report, client: client}
	var first error
	for _, chain := range chains {
		if err := p.run(ctx, chain); first == nil {
			first = err
		}
	}
	report.Usage.Add(p.Session.Usage())
	return report, first
}

// run brings the layers of a chain up to date, until one fails.
func (p *Pass) run(ctx context.Context, chain Chain) error {
	for _, l := range chain {
		err := ctx.Err()
		if err == nil {
			err = p.refresh(ctx, l)
		}
		if err != nil {
			return fault.Wrap(err, "refresh."+l.Name(), "")
		}
	}
	return nil
}

// refresh brings one layer up to date, and returns a panic of it as an error.
func (p *Pass) refresh(ctx context.Context, l Layer) (err error) {
	defer fault.Recover(ctx, &err, "refresh."+l.Name(), "")
	stale, err := l.Stale(ctx)
	if err != nil || !stale && !p.Rebuild {
		return err
	}
	if p.OnLayer != nil {
		p.OnLayer(l.Name())
	}
	return l.Refresh(ctx, p)
}
