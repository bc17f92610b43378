package readagent

import (
	"context"
	"math"
	"slices"
	"strings"
	"time"

	"grove/internal/fault"
	"grove/internal/gist"
	"grove/internal/graph"
	"grove/internal/lists"
	"grove/internal/text"
	"grove/query"
)

// source is a document of the input, or what a search found of it.
type source struct {
	title string
	text  string
	// chunks are those of the text, in order; starts are their rune offsets in it.
	chunks []graph.ChunkRow
	starts []int
}

// read reads the input and divides it into pages: the stored ones of a document if it has
// them as they are wanted, else the pages are made, once the trace has told what they take.
func (r *run) read(ctx context.Context) error {
	in, err := r.InputByDocument(ctx, math.MaxInt32)
	if err != nil {
		return err
	}
	var sources []source
	var due []int
	for i, p := range in.Pieces {
		sources, due = append(sources, sourceOf(p)), append(due, i)
	}
	lists := make([][]*page, len(sources))
	if readsStored(r.Options.Own) {
		err = r.eachOf(ctx, sources, due, math.MaxInt32, func(ctx context.Context, b query.Branch, i int) (err error) {
			lists[i], err = r.stored(ctx, b, sources[i])
			return err
		})
		due = slices.DeleteFunc(due, func(i int) bool { return lists[i] != nil })
	}
	calls := math.MaxInt32
	if left, bounded := r.callsLeft(); bounded {
		calls = left / 3 // the gists need the more: a page that is cut anywhere is better than one without a gist
	}
	r.estimate(sources, due)
	if err == nil {
		err = r.eachOf(ctx, sources, due, calls, func(ctx context.Context, b query.Branch, i int) (err error) {
			lists[i], err = r.paged(ctx, b, sources[i])
			return err
		})
	}
	if err != nil {
		return err
	}
	for _, p := range slices.Concat(lists...) {
		p.number = len(r.pages) + 1
		r.pages = append(r.pages, p)
	}
	return fault.Wrap(ctx.Err(), "readagent.read", "")
}

// eachOf works on sources, given by their indices, concurrently, with a number of calls for all together.
func (r *run) eachOf(ctx context.Context, sources []source, which []int, calls int,
	work func(context.Context, query.Branch, int) error) error {
	return query.Worst(query.Fan(ctx, r.Frame, query.Share{Calls: calls, AtOnce: atOnce, Args: func(i int) map[string]any {
		return map[string]any{"document": sources[which[i]].title}
	}}, which, work))
}

// estimate adds a step with the calls and tokens that the pages and gists of sources take.
func (r *run) estimate(sources []source, due []int) {
	var cost gist.Cost
	for _, i := range due {
		tokens := lists.Sum(sources[i].chunks, func(c graph.ChunkRow) int { return c.Tokens })
		x := r.preset.Estimate(words(sources[i].text), tokens)
		if r.Choice(optionPaging) == byLength { // a call a page, for its gist
			x.Calls = gist.Range[int]{Low: x.Pages.Low, High: x.Pages.Low}
			x.PromptTokens = gist.Range[int]{Low: tokens, High: x.PromptTokens.Low}
		}
		cost.Add(x)
	}
	if len(due) > 0 {
		r.Trace.Add(query.Step{Action: "estimate", Args: map[string]any{"calls": []int{cost.Calls.Low, cost.Calls.High},
			"prompt_tokens": []int{cost.PromptTokens.Low, cost.PromptTokens.High}}})
	}
}

// sourceOf joins the chunks of a document, a blank line where some between them are left out.
func sourceOf(p query.Piece) source {
	s := source{title: p.Title, chunks: p.Chunks}
	var b strings.Builder
	runes := 0
	for i, c := range p.Chunks {
		if i > 0 && p.Chunks[i-1].End < c.Start {
			b.WriteString("\n\n")
			runes += 2
		}
		s.starts = append(s.starts, runes)
		b.WriteString(c.Text)
		runes += len([]rune(c.Text))
	}
	s.text = b.String()
	return s
}

// within returns the chunks that share text with the part of the source between two rune offsets.
func (s source) within(start, end int) (out []graph.ChunkRow) {
	for i, c := range s.chunks {
		if s.starts[i] < end && s.starts[i]+c.End-c.Start > start {
			out = append(out, c)
		}
	}
	return out
}

// paged divides a source into pages.
func (r *run) paged(ctx context.Context, b query.Branch, s source) ([]*page, error) {
	started := time.Now()
	pager := gist.Pager{Session: r.Session, Preset: r.preset, Uniform: r.Choice(optionPaging) == byLength, Tokens: r.pageTokens,
		Previous: r.Choice(optionPrevious) == "yes"}
	list, chosen, err := cut(ctx, b.Trace, pager, s.text, b.Calls)
	if err != nil {
		return nil, err
	}
	var out []*page
	words := 0
	for _, p := range list {
		if words += p.Words; p.Words > 0 {
			out = append(out, &page{title: s.title, text: p.Text, words: p.Words, chunks: s.within(p.Start, p.End)})
		}
	}
	by := byLength
	if !pager.Uniform {
		by = byModel
	}
	args := map[string]any{"by": by, "preset": r.preset.Name(), "words": words, "pages": len(out)}
	if !pager.Uniform && chosen < len(list) {
		args["uniform_from"] = chosen + 1 // a limit left no call for the rest
	}
	b.Trace.Add(query.Step{Action: "pages", Rows: len(out), Ms: query.Since(started), Args: args})
	return out, nil
}

// cut divides a text into pages. The pager makes at most calls calls; the text that is left then, or once
// a limit is reached, is cut into uniform pages. chosen is the number of pages before that.
func cut(ctx context.Context, t *query.Trace, p gist.Pager, s string, calls int) (out []gist.Page, chosen int, err error) {
	end := 0
	if calls == 0 {
		p.Uniform = true
	}
	for page, err := range p.Pages(ctx, s) {
		if err != nil && (p.Uniform || !query.Soft(err)) {
			return nil, 0, err
		}
		if err == nil {
			out, end = append(out, page), page.End
		}
		if !p.Uniform && (err != nil || len(out) == calls) {
			p.Uniform = true
			_ = failed(t, "pages_failed", err)
			rest, _, err := cut(ctx, t, p, text.Slice(s, end, math.MaxInt32), 0)
			for _, q := range rest {
				q.Start, q.End = q.Start+end, q.End+end
				out = append(out, q)
			}
			return out, len(out) - len(rest), err
		}
	}
	return out, len(out), nil
}

// stored returns the pages of a source with their gists as the graph has them; nil if they are not as the options ask, or most of
// them are too large for the window.
func (r *run) stored(ctx context.Context, b query.Branch, s source) ([]*page, error) {
	all, err := r.StoredPages(ctx, b.Graph, s.chunks)
	asked := r.Options.Own[optionMax] != "" || r.Options.Own[optionMin] != ""
	if err != nil || len(all) == 0 || asked && all[0].Preset != r.preset.Name() {
		return nil, err
	}
	var out []*page
	large := 0
	for _, e := range all {
		p := &page{title: s.title, text: e.Text, words: e.Words, gist: e.Gist, chunks: e.Chunks}
		if out = append(out, p); r.cost(&entry{page: p, whole: true}) > r.room() {
			large++
		}
	}
	if large > len(out)/2 {
		return nil, nil
	}
	b.Trace.Add(query.Step{Action: "pages", Rows: len(out), IDs: lists.Map(all, func(e query.StoredPage) string { return string(e.ID) }),
		Args: map[string]any{"by": "stored", "preset": all[0].Preset, "pages": len(out)}})
	return out, nil
}
