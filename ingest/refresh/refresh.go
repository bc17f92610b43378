// Package refresh brings what is derived from a workspace's evidence up to date
// after a change: the layers, each once, in the order in which they build on each
// other. A layer is a pure function of what is stored before it, so a refresh that
// was interrupted is finished by the next one.
package refresh

import (
	"context"

	"grove/ingest"
	"grove/ingest/identity"
	"grove/ingest/tree"
	"grove/internal/fault"
	"grove/internal/llm"
)

// Layer is one derived layer of a workspace.
type Layer interface {
	// Name is how failures and logs call the layer.
	Name() string
	// Stale reports whether the layer may be older than what it is derived from. A
	// layer that finds this out only by refreshing reports true.
	Stale(context.Context) (bool, error)
	// Refresh brings the layer up to date, and adds to the report what it did.
	Refresh(context.Context, *Pass) error
}

// Options tell how far a refresh goes.
type Options struct {
	// Bounds limit the calls to the model; see NoCalls.
	Bounds llm.Bounds
	// Rebuild makes the communities even where they are not stale, and whatever the
	// size of the graph; otherwise a very large graph waits for this.
	Rebuild bool
	// Texts says that documents may have come: their chunks get vectors.
	Texts bool
	// KeywordTitles lets a refresh succeed where the model fails: new communities
	// are then titled by their keywords, and Report.Unnamed has the reason.
	KeywordTitles bool
}

// NoCalls are bounds that leave no call: new communities are titled by their keywords
// until a later refresh that may make calls.
func NoCalls() llm.Bounds { return llm.Bounds{MaxTotalTokens: 1} }

// Report is what a refresh did. Its JSON is the part that replies to people show.
type Report struct {
	// Usage has the calls that were made, those before a failure too.
	Usage llm.Usage `json:"usage"`
	// Unnamed is why the model did not title new communities, "" if it did or none was
	// new; see Options.KeywordTitles.
	Unnamed string `json:"unnamed,omitempty"`
	// Evolution is what became of the schema, nil where the refresh failed before it.
	Evolution *ingest.Evolution `json:"-"`
	// Identities is what became of the names, nil where nothing had changed.
	Identities *identity.Report `json:"-"`
	// Communities is nil where they were not made: nothing had changed, or the graph is
	// too large (tree.MostEntities) for anything but Options.Rebuild.
	Communities *tree.Report `json:"-"`
}

// AddTo adds what the refresh did to the report of the job that it ends.
func (r Report) AddTo(job *ingest.Report) {
	job.Evolution = r.Evolution
	if r.Usage.Calls > 0 {
		job.Usage.Add(r.Usage)
	}
	if r.Communities != nil {
		job.Communities = r.Communities.Communities
	}
}

// Pass is one refresh under way, as its layers see it.
type Pass struct {
	Options
	// Session makes calls within the bounds of the refresh.
	Session *llm.Session
	Report  *Report
	client  *llm.Client
}

// silent is a session that makes no call.
func (p *Pass) silent() *llm.Session {
	bounds := NoCalls()
	bounds.Window = p.Bounds.Window
	return p.client.Session(bounds)
}

// Run brings the layers up to date in their order. The report has what was done
// before a failure too.
func Run(ctx context.Context, layers []Layer, client *llm.Client, o Options) (Report, error) {
	var report Report
	o.Bounds.Window = ingest.DefaultWindow
	p := &Pass{Options: o, Session: client.Session(o.Bounds), Report: &report, client: client}
	err := p.run(ctx, layers)
	report.Usage = p.Session.Usage()
	return report, err
}

func (p *Pass) run(ctx context.Context, layers []Layer) error {
	for _, l := range layers {
		if err := p.refresh(ctx, l); err != nil {
			return fault.Wrap(err, "refresh."+l.Name(), "")
		}
	}
	return nil
}

// refresh brings one layer up to date. A panic is its failure.
func (p *Pass) refresh(ctx context.Context, l Layer) (err error) {
	defer fault.Recover(ctx, &err, "refresh."+l.Name(), "")
	stale, err := l.Stale(ctx)
	if err == nil && (stale || p.Rebuild) {
		err = l.Refresh(ctx, p)
	}
	return err
}
