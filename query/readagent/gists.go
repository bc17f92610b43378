package readagent

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"grove/internal/fault"
	"grove/internal/gist"
	"grove/internal/lists"
	"grove/internal/llm"
	"grove/internal/text"
	"grove/query"
)

// shorten makes the gists of all pages, and the memory of them that fits the window.
func (r *run) shorten(ctx context.Context, agent string) error {
	if err := r.makeGists(ctx); err != nil {
		return err
	}
	for _, p := range r.pages {
		r.memory = append(r.memory, &entry{page: p, gist: p.gist, whole: p.short(r)})
	}
	return r.fit(ctx, agent == GistMemory)
}

// short reports whether a page stands for itself.
func (p *page) short(r *run) bool {
	return p.words <= shortPage && r.Session.Count(llm.Defused(p.text)) <= r.gistTokens()
}

// gistTokens bounds a gist: two of them fit into one call.
func (r *run) gistTokens() int { return r.pageTokens/2 - 8 }

// makeGists makes the gists that are not stored. Where a bound leaves calls for some pages only, they are those
// nearest to the question; the gists of the others are sentences of the page.
func (r *run) makeGists(ctx context.Context) error {
	var due []*page
	for _, p := range r.pages {
		switch {
		case p.short(r):
			p.gist = p.text
		case p.gist == "":
			due = append(due, p)
		}
	}
	if len(due) == 0 {
		return nil
	}
	started := time.Now()
	asked := due
	if calls, bounded := r.callsLeft(); bounded && calls < len(due) {
		best := query.Ranked(r.Kit.Rank(r.Question.Text, lists.Map(due, func(p *page) string { return p.text })))[:calls]
		slices.Sort(best)
		asked = lists.Map(best, func(i int) *page { return due[i] })
	}
	made, err := r.each(ctx, asked)
	if err != nil {
		return err
	}
	if by := llm.LimitCalls; made < len(due) {
		if len(asked) == len(due) {
			by = ""
		}
		r.EndedBy(by, fmt.Sprintf("%d of %d gists are sentences of their pages", len(due)-made, len(due)))
	}
	for _, p := range due {
		p.gist = cmp.Or(p.gist, gist.Extract(p.text))
	}
	r.Trace.Add(query.Step{Action: "gists", Rows: made, Ms: query.Since(started), Args: map[string]any{"pages": len(due),
		"without_model": len(due) - made, "kind": r.Choice(optionGists)}})
	return nil
}

// each has the model make the gists of pages, and returns their number; a limit leaves the others without one.
func (r *run) each(ctx context.Context, pages []*page) (made int, err error) {
	share := query.Share{Calls: math.MaxInt32, AtOnce: atOnce, Args: func(i int) map[string]any {
		return map[string]any{"page": pages[i].number}
	}}
	failures := query.Fan(ctx, r.Frame, share, pages, func(ctx context.Context, b query.Branch, p *page) (err error) {
		started := time.Now()
		if p.gist, err = r.style.Make(ctx, r.Session, p.text); err == nil {
			args := map[string]any{"words": p.words, "gist": p.gist}
			b.Trace.Add(query.Step{Action: "gist", Rows: 1, Ms: query.Since(started), Args: args})
		}
		return failed(b.Trace, "gist_failed", err)
	})
	for _, err := range failures {
		if err != nil && !query.Soft(err) {
			return 0, query.Worst(failures)
		}
		if err == nil {
			made++
		}
	}
	return made, fault.Wrap(ctx.Err(), "readagent.gists", "")
}

// failed records an error in the trace, unless it is that of a bound, which the answer states.
func failed(t *query.Trace, action string, err error) error {
	if err != nil && !fault.Is(err, fault.LimitReached) {
		t.Add(query.Step{Action: action, Args: map[string]any{"error": fault.Brief(err)}})
	}
	return err
}

// bounded returns a gist of at most a number of tokens: sentences that exceed it are left out, which an
// ellipsis shows.
func (r *run) bounded(s string, tokens int) string {
	if r.Session.Count(llm.Defused(s)) <= tokens {
		return s
	}
	s = strings.TrimSpace(query.Split(r.Session, llm.Defused(s), max(tokens-2, 1))[0])
	return s + " …"
}

// words returns the number of words of a text.
func words(s string) int { return len(text.Words(s)) }
