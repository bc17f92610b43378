package curate

import (
	"context"
	"slices"
	"strings"
	"time"

	"grove/ingest"
	"grove/ingest/identity"
	"grove/ingest/refresh"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/lists"
	"grove/internal/llm"
)

// AskOptions limit the questions to the model about duplicates.
type AskOptions struct {
	// Limit is the most pairs to ask about.
	Limit int
	// MaxCalls limits the calls, Budget their cost in US dollars; 0 is no limit.
	MaxCalls int
	Budget   float64
}

// Asked is the result of asking the model about duplicates.
type Asked struct {
	Pairs []AskedPair `json:"pairs"`
	// Merged is the number of pairs that were merged.
	Merged int `json:"merged"`
	// Stopped is the limit that was reached, "" for none.
	Stopped string    `json:"stopped"`
	Usage   llm.Usage `json:"usage"`
	Ms      int64     `json:"ms"`
}

// AskedPair is a pair that the model was asked about.
type AskedPair struct {
	identity.Duplicate
	Opinion identity.Opinion `json:"opinion"`
	// Decision is the id of the merge, "" for none.
	Decision graph.ID `json:"decision"`
}

// Ask asks the model about duplicates, the likeliest first, and merges the pairs that it
// considers one entity; each merge is a decision that can be undone. Pairs that the model
// found distinct before, or that a person decided, are skipped. Without a model all pairs
// stay open.
func (c *Curator) Ask(ctx context.Context, o AskOptions) (Asked, error) {
	return exclusive(ctx, c, func(ctx context.Context) (Asked, error) { return c.ask(ctx, o) })
}

func (c *Curator) ask(ctx context.Context, o AskOptions) (Asked, error) {
	started, out := time.Now(), Asked{Pairs: []AskedPair{}}
	bounds := llm.Bounds{Window: ingest.DefaultWindow, MaxCalls: o.MaxCalls, Budget: o.Budget, Prices: c.Workspace.Prices()}
	if err := c.Workspace.CheckBudget(o.Budget); err != nil {
		return out, err
	}
	names, err := c.allNames(ctx)
	if err != nil {
		return out, err
	}
	open, err := c.unasked(ctx, names, o.Limit)
	if err != nil {
		return out, err
	}
	fresh := bounds
	fresh.Fresh = true // a stored reply about a pair that is still open was unreadable
	session := c.Workspace.Client.Session(fresh)
	err = c.askPairs(ctx, session, names, open, &out)
	out.Usage = session.Usage()
	if fault.Is(err, fault.LimitReached) {
		out.Stopped, err = fault.Brief(err), nil
	}
	if err != nil { // the next refresh carries out the stored decisions
		return out, err
	}
	if len(out.Pairs) > 0 && c.Workspace.Client.Model != nil {
		left, ok := bounds.After(out.Usage)
		if !ok {
			left = refresh.NoCalls()
		}
		var report refresh.Report
		report, err = c.Workspace.Refresh(ctx, refresh.Options{Bounds: left})
		out.Usage.Add(report.Usage)
	}
	out.Ms = time.Since(started).Milliseconds()
	return out, err
}

// askPairs asks about the pairs one by one, and stores each opinion immediately.
func (c *Curator) askPairs(ctx context.Context, s *llm.Session, names *identity.Names, open []identity.Duplicate, out *Asked) error {
	for i, d := range open {
		summaries, err := c.summaries(ctx, []identity.Duplicate{d})
		if err != nil {
			return err
		}
		pair := AskedPair{Duplicate: d, Opinion: identity.Unsure}
		opinion, err := llm.Ask(ctx, s, identity.SamePrompt{A: summaries[d.A.Own], B: summaries[d.B.Own]})
		switch {
		case err == nil:
			pair.Opinion = opinion
			if err := c.storeOpinion(ctx, names, &pair); err != nil {
				return err
			}
		case fault.Is(err, fault.BadReply), fault.Is(err, fault.WindowTooSmall): // the pair stays open
		default:
			return err
		}
		if pair.Decision != "" {
			out.Merged++
		}
		if out.Pairs = append(out.Pairs, pair); c.Progress != nil {
			c.Progress(i+1, len(open))
		}
	}
	return nil
}

// storeOpinion stores the model's opinion as a decision; the offline kit has none.
func (c *Curator) storeOpinion(ctx context.Context, names *identity.Names, p *AskedPair) error {
	if c.Workspace.Client.Model == nil {
		return nil
	}
	if p.Opinion != identity.Same {
		_, err := c.Workspace.Store.PutDecision(ctx, graph.AskedDecision, pairSubjects(p.Duplicate), time.Now())
		return err
	}
	subjects := subjectsOf(slices.Concat(names.Of(p.A.Element), names.Of(p.B.Element)))
	d, err := c.Workspace.Store.PutDecision(ctx, graph.ModelMergeDecision, subjects, time.Now())
	p.Decision = d.ID
	return err
}

func pairSubjects(d identity.Duplicate) []string { return subjectsOf([]graph.Name{d.A.Own, d.B.Own}) }

// unasked returns at most limit pairs that the model was not asked about, the likeliest first.
func (c *Curator) unasked(ctx context.Context, names *identity.Names, limit int) ([]identity.Duplicate, error) {
	decisions, err := graph.AllDecisions(ctx, c.Workspace.Store, graph.AskedDecision)
	if err != nil {
		return nil, err
	}
	asked := lists.SetOf(decisions, func(d graph.Decision) string { return strings.Join(d.Subjects, "\x00") })
	open := slices.DeleteFunc(names.Duplicates(poolSize(limit)+len(asked)), func(d identity.Duplicate) bool {
		return asked[strings.Join(pairSubjects(d), "\x00")]
	})
	return c.likeliest(ctx, open, limit)
}
