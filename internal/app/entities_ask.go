package app

import (
	"context"
	"slices"
	"strings"
	"time"

	"grove/ingest"
	"grove/ingest/identity"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/llm"
)

// AskDuplicatesOptions bound what a model is asked about duplicates.
type AskDuplicatesOptions struct {
	// Limit is the most pairs that are put to the model.
	Limit int
	// MaxCalls bounds the calls, Budget their cost in US dollars; 0 is no bound.
	MaxCalls int
	Budget   float64
	// Progress, if set, is told how many of the pairs are done.
	Progress func(done, of int)
}

// AskedDuplicates is what came of asking a model about duplicates.
type AskedDuplicates struct {
	Pairs []AskedPair `json:"pairs"`
	// Merged are the pairs that the model took for one thing.
	Merged int `json:"merged"`
	// Stopped says which bound ended the asking, "" if none did.
	Stopped string    `json:"stopped"`
	Usage   llm.Usage `json:"usage"`
	Ms      int64     `json:"ms"`
}

// AskedPair is a pair that was put to the model.
type AskedPair struct {
	identity.Duplicate
	Opinion identity.Opinion `json:"opinion"`
	// Decision is the merge that followed, "" where none did.
	Decision graph.ID `json:"decision"`
}

// AskDuplicates puts the pairs that names leave open to the model, the likeliest
// first, and merges those that it takes for one thing, as decisions of the model
// that can be undone. A pair that it left apart is not asked about again; neither
// is anything that a person decided. Without a model all stays open.
func (a *App) AskDuplicates(ctx context.Context, o AskDuplicatesOptions) (AskedDuplicates, error) {
	started, out := time.Now(), AskedDuplicates{Pairs: []AskedPair{}}
	if err := a.checkBudget(o.Budget); err != nil {
		return out, err
	}
	r := a.resolver()
	r.Automatic = true
	names, err := r.Names(ctx)
	if err != nil {
		return out, err
	}
	open, err := a.unasked(ctx, names, o.Limit)
	if err != nil {
		return out, err
	}
	bounds := llm.Bounds{Window: ingest.DefaultWindow, MaxCalls: o.MaxCalls, Budget: o.Budget, Prices: a.prices()}
	anew := bounds
	anew.Fresh = true // a kept reply to a pair that is still open could not be read
	session := a.client.Session(anew)
	failed := a.askPairs(ctx, session, names, open, o.Progress, &out)
	out.Usage = session.Usage()
	if fault.Is(failed, fault.LimitReached) {
		out.Stopped, failed = fault.Brief(failed), nil
	}
	if failed != nil { // what was decided is kept: the next job carries it out
		return out, failed
	}
	if len(out.Pairs) > 0 && a.client.Model != nil {
		err = a.growAfter(ctx, bounds, &out.Usage)
	}
	out.Ms = milliseconds(started)
	return out, err
}

// askPairs asks about one pair after the other, and keeps each answer at once.
func (a *App) askPairs(ctx context.Context, s *llm.Session, names *identity.Names, open []identity.Duplicate, progress func(done, of int), out *AskedDuplicates) error {
	for i, d := range open {
		sides, err := a.sides(ctx, []identity.Duplicate{d}) // now, since merges change what is said
		if err != nil {
			return err
		}
		prompt := identity.SamePrompt{A: sides[d.A.Own], B: sides[d.B.Own]}
		opinion, err := llm.Ask(ctx, s, prompt)
		if err != nil && !fault.Is(err, fault.BadReply) && !fault.Is(err, fault.WindowTooSmall) {
			return err
		}
		asked := AskedPair{Duplicate: d, Opinion: opinion}
		if err != nil {
			asked.Opinion = identity.Unsure // a reply that can't be read decides nothing, nor does a pair that no call holds: it stays open
		} else if err := a.keepOpinion(ctx, names, &asked); err != nil {
			return err
		}
		if asked.Decision != "" {
			out.Merged++
		}
		if out.Pairs = append(out.Pairs, asked); progress != nil {
			progress(i+1, len(open))
		}
	}
	return nil
}

// keepOpinion keeps what the model said as a decision. The offline kit says nothing.
func (a *App) keepOpinion(ctx context.Context, names *identity.Names, p *AskedPair) error {
	if a.client.Model == nil {
		return nil
	}
	kind, subjects := graph.AskedDecision, pairSubjects(p.Duplicate)
	if p.Opinion == identity.Same {
		kind, subjects = graph.ModelMergeDecision, nil
		for _, n := range slices.Concat(names.Of(p.A.Element), names.Of(p.B.Element)) {
			subjects = append(subjects, n.Subject())
		}
		slices.Sort(subjects)
		subjects = slices.Compact(subjects)
	}
	d, err := a.store.PutDecision(ctx, kind, subjects, time.Now())
	if err == nil && kind == graph.ModelMergeDecision {
		p.Decision = d.ID
	}
	return err
}

func pairSubjects(d identity.Duplicate) []string {
	out := []string{d.A.Own.Subject(), d.B.Own.Subject()}
	slices.Sort(out)
	return out
}

// unasked are at most limit pairs that no model was asked about, the likeliest first.
func (a *App) unasked(ctx context.Context, names *identity.Names, limit int) ([]identity.Duplicate, error) {
	list, err := a.askedPairs(ctx)
	if err != nil {
		return nil, err
	}
	asked := map[string]bool{}
	for _, d := range list {
		asked[strings.Join(d.Subjects, "\x00")] = true
	}
	open := slices.DeleteFunc(names.Duplicates(poolOf(limit)+len(asked)), func(d identity.Duplicate) bool {
		return asked[strings.Join(pairSubjects(d), "\x00")]
	})
	return a.likeliest(ctx, open, limit)
}

// askedPairs are the decisions on pairs that a model was asked about and left apart.
func (a *App) askedPairs(ctx context.Context) (out []graph.Decision, err error) {
	q := graph.DecisionsQuery{Kinds: []string{graph.AskedDecision}, Limit: graph.MaxRows}
	for {
		page, err := a.store.Decisions(ctx, q)
		if err != nil {
			return nil, err
		}
		if out = append(out, page...); len(page) < q.Limit {
			return out, nil
		}
		q.After = page[len(page)-1].Seq
	}
}
