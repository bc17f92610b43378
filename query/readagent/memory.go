package readagent

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"grove/internal/fault"
	"grove/internal/gist"
	"grove/internal/graph"
	"grove/internal/lists"
	"grove/internal/llm"
	"grove/internal/text"
	"grove/query"
)

// entry is a part of the gist memory: a page, or neighbouring entries merged.
type entry struct {
	page *page
	// members are the entries that were merged; nil for a page.
	members []*entry
	// number identifies a merged entry in prompts; pages have their own.
	number int
	gist   string
	// whole is true for a page that is shown in full; the gist of a short page is its text.
	whole bool
}

// pages returns the pages of the entry, in order.
func (e *entry) pages() []*page {
	if e.members == nil {
		return []*page{e.page}
	}
	return lists.Flat(e.members, func(m *entry) []*page { return m.pages() })
}

// span names the pages of the entry, such as "3" or "3 to 7".
func (e *entry) span() string {
	list := e.pages()
	if len(list) == 1 {
		return fmt.Sprint(list[0].number)
	}
	return fmt.Sprintf("%d to %d", list[0].number, list[len(list)-1].number)
}

// text returns what the entry shows.
func (e *entry) text() string {
	if e.whole {
		return e.page.text
	}
	return e.gist
}

// evidence returns the entry as prompts show it.
func (e *entry) evidence() query.Evidence {
	list := e.pages()
	x := query.Evidence{Under: "Pages of " + list[0].title, Text: e.text(), Label: "in full", Number: list[0].number}
	if last := list[len(list)-1]; last.title != list[0].title {
		x.Under += " to " + text.Truncate(last.title, 100)
	}
	switch {
	case e.members != nil:
		x.Number, x.Label, x.Compact = e.number, "pages "+e.span()+", shortened together", true
	case !e.whole:
		x.Label, x.Compact = "shortened", true
	}
	return x
}

// cost returns the number of tokens of entries in a prompt.
func (r *run) cost(entries ...*entry) (tokens int) {
	under := ""
	for _, e := range entries {
		x := e.evidence()
		tokens += r.Session.Count(x.Line(x.Number)) + 1
		if x.Under != under {
			tokens, under = tokens+r.Session.Count(query.OneLine(llm.Defused(x.Under)))+1, x.Under
		}
	}
	return tokens
}

// room returns the number of tokens of the memory that fit into each call that shows it.
func (r *run) room() int {
	web := r.Question.Page != ""
	look := query.Room(r.Session, lookUpPrompt{question: r.Question.Text, most: 99, single: true, merged: true, web: web})
	if web {
		return min(look, query.Room(r.Session, r.actionPrompt(nil))) - 16
	}
	return min(look, r.AnswerRoom(r.answerPrompt(nil))) - 16
}

// fit merges neighbouring entries until the memory fits the window, with room for pages in full unless none
// are looked up. First, pages of one chapter are merged, as the model judges; if that does not
// suffice, as many neighbours as fit one call. Each merged entry has the gist of its members' gists.
func (r *run) fit(ctx context.Context, alone bool) error {
	room, largest := r.room(), 0
	for _, p := range r.pages {
		largest = max(largest, r.cost(&entry{page: p, whole: true}))
	}
	target := room
	if !alone && r.cost(r.memory...) > room-largest {
		target = max(room/3, room-2*largest) // room for the members of a merged entry, and for one of its pages
	}
	if target < leastRoom/2 {
		return r.tooSmall(leastRoom)
	}
	for byChapter := r.Question.Page == ""; r.cost(r.memory...) > target; byChapter = false {
		groups, err := r.groups(ctx, byChapter, (r.cost(r.memory...)+target-1)/target)
		if err != nil {
			return err
		}
		if !byChapter && len(groups) == len(r.memory) {
			return r.tooSmall(r.cost(r.memory...))
		}
		if r.memory, err = r.merge(ctx, groups, target); err != nil {
			return err
		}
	}
	r.Trace.Add(query.Step{Action: "memory", Rows: len(r.memory), Args: map[string]any{"pages": len(r.pages), "entries": len(r.memory),
		"words": r.wordsShown(), "of": r.wordsRead()}})
	return nil
}

// tooSmall returns the error for a memory of a number of tokens that nothing can shorten.
func (r *run) tooSmall(tokens int) error {
	least := (r.Options.Window + tokens - r.room() + 255) / 256 * 256
	return fault.New(fault.WindowTooSmall, "readagent.memory", fmt.Sprintf("window %d", r.Options.Window),
		fmt.Sprintf("the gists have %d tokens when they are merged as far as possible", tokens),
		fmt.Sprintf("use --window %d or more", least))
}

// groups divides the memory into groups of at most most neighbours to be merged, each of which can be shown
// with one of its pages.
func (r *run) groups(ctx context.Context, byChapter bool, most int) (groups [][]*entry, err error) {
	begins := make([]bool, len(r.memory))
	if byChapter {
		if begins, err = r.chapters(ctx); err != nil {
			return nil, err
		}
	}
	tokens := 0
	for i, e := range r.memory {
		n := r.Session.Count(llm.Defused(r.joined(e))) + 2
		if i == 0 || begins[i] || tokens+n > r.pageTokens/2 || len(groups[len(groups)-1]) == most {
			groups, tokens = append(groups, nil), 0
		}
		groups[len(groups)-1], tokens = append(groups[len(groups)-1], e), tokens+n
	}
	return groups, nil
}

// joined returns the gist of an entry as it is merged: two of them fit one group.
func (r *run) joined(e *entry) string { return r.bounded(strings.TrimSpace(e.gist), r.pageTokens/4-4) }

// chapters reports which entries begin a chapter: the first of each document, and those of which the
// model says so.
func (r *run) chapters(ctx context.Context) ([]bool, error) {
	begins := make([]bool, len(r.memory))
	var pairs []int
	for i, e := range r.memory {
		if begins[i] = i == 0 || e.page.title != r.memory[i-1].page.title; !begins[i] {
			pairs = append(pairs, i)
		}
	}
	share := query.Share{Calls: math.MaxInt32, AtOnce: atOnce, Args: func(i int) map[string]any {
		return map[string]any{"page": r.memory[pairs[i]].page.number}
	}}
	if calls, bounded := r.callsLeft(); bounded {
		share.Calls = calls / 2 // the others are for the gists of merged pages
	}
	failures := query.Fan(ctx, r.Frame, share, pairs, func(ctx context.Context, b query.Branch, i int) error {
		if b.Calls == 0 {
			return nil
		}
		started := time.Now()
		verdict, err := gist.NewChapter(ctx, r.Session, r.joined(r.memory[i-1]), r.joined(r.memory[i]))
		if err == nil {
			begins[i] = verdict == gist.Yes
			b.Trace.Add(query.Step{Action: "chapter", Rows: 1, Ms: query.Since(started), Args: map[string]any{"new": verdict}})
		}
		return failed(b.Trace, "chapter_failed", err)
	})
	return begins, hard(ctx, failures)
}

// hard returns the worst of the failures after which an agent cannot continue.
func hard(ctx context.Context, failures []error) error {
	failures = slices.DeleteFunc(failures, func(err error) bool { return err == nil || query.Soft(err) })
	if err := query.Worst(failures); err != nil {
		return err
	}
	return fault.Wrap(ctx.Err(), "readagent", "")
}

// merge merges the groups of more than one entry; their gists are to have at most target tokens together.
func (r *run) merge(ctx context.Context, groups [][]*entry, target int) ([]*entry, error) {
	out := make([]*entry, len(groups))
	var several []int
	for i, g := range groups {
		if out[i] = g[0]; len(g) > 1 {
			r.merged++
			out[i] = &entry{members: g, number: len(r.pages) + r.merged}
			several = append(several, i)
		}
	}
	style := r.style
	style.Tokens = min(max(target*3/4/len(groups), 96), r.pageTokens/4)
	share := query.Share{Calls: math.MaxInt32, AtOnce: atOnce, Args: func(i int) map[string]any {
		return map[string]any{"pages": out[several[i]].span()}
	}}
	if calls, bounded := r.callsLeft(); bounded {
		share.Calls = calls
	}
	failures := query.Fan(ctx, r.Frame, share, several, func(ctx context.Context, b query.Branch, i int) (err error) {
		started := time.Now()
		e := out[i]
		all := strings.Join(lists.Map(e.members, r.joined), "\n\n")
		if b.Calls > 0 {
			e.gist, err = style.Make(ctx, r.Session, all)
		}
		if e.gist == "" {
			e.gist = gist.Extract(all)
		}
		e.gist = r.bounded(e.gist, style.Tokens)
		b.Trace.Add(query.Step{Action: "merge", Rows: len(e.members), Ms: query.Since(started), Args: map[string]any{"gist": e.gist}})
		return failed(b.Trace, "gist_failed", err)
	})
	return out, hard(ctx, failures)
}

// wordsShown returns the number of words of the memory, wordsRead that of the whole input.
func (r *run) wordsShown() int {
	return lists.Sum(r.memory, func(e *entry) int { return words(e.text()) })
}

func (r *run) wordsRead() int { return lists.Sum(r.pages, func(p *page) int { return p.words }) }

// chunks returns the chunks of pages, once each.
func chunks(pages []*page) []graph.ChunkRow {
	all := lists.Flat(pages, func(p *page) []graph.ChunkRow { return p.chunks })
	return lists.OnceBy(all, func(c graph.ChunkRow) graph.ID { return c.ID })
}
