package gist

import (
	"context"
	"iter"
	"sort"

	"grove/internal/fault"
	"grove/internal/llm"
	"grove/internal/text"
)

// Pager divides texts into pages.
type Pager struct {
	Session *llm.Session
	Preset  Preset
	// Uniform ends each page at Preset.Max words, without a call to the model.
	Uniform bool
	// Tokens bounds a page as prompts show it, in tokens, so that it fits into calls; 0 is no bound. A
	// page of fewer words than Preset.Min may follow.
	Tokens int
	// Previous shows the page before with the passage (ReadAgent: an option that helped with meetings).
	Previous bool
}

// labelTokens bounds the tokens of the labels of pauses.
const labelTokens = 8 * mostPauses

// PageTokens returns the largest number of tokens of a page that fits into the session's window with each call for
// pages and gists of the style; previous is Pager.Previous.
func PageTokens(s *llm.Session, y Style, previous bool) int {
	if s.Window() == 0 {
		return 0
	}
	pause := s.Window() - labelTokens - llm.SizeOf(s, pausePrompt{parts: []string{""}, previous: " "}).Cost()
	if previous {
		pause /= 2
	}
	room := s.Window() - llm.SizeOf(s, gistPrompt{style: y}).Cost() // with the page and the reply
	if y.Tokens > 0 {
		return min(pause, room-y.Tokens)
	}
	return max(min(pause, max(room*2/3, room-mostReply), room-leastReply)-8, 1)
}

// Pages returns the pages of a text in order, each as soon as its end is known; an error is the
// last element. A page ends at the pause that the model chooses, of those between paragraphs (of
// a long paragraph: between sentences) from Preset.Min to Preset.Max words; the text that is left
// is the last page once it has no more than Preset.Max words. A reply that names no pause
// is taken for the last one.
func (p Pager) Pages(ctx context.Context, s string) iter.Seq2[Page, error] {
	return func(yield func(Page, error) bool) {
		t := newPaged(s)
		previous := 0
		for start := 0; start < len(t.runes); {
			end, err := p.end(ctx, t, previous, start)
			if err != nil {
				yield(Page{}, err)
				return
			}
			page := Page{Start: start, End: end, Words: t.word(end) - t.word(start), Text: string(t.runes[start:end])}
			if !yield(page, nil) {
				return
			}
			previous, start = start, end
		}
	}
}

// mostPauses bounds the number of pauses offered; of more, some are left out evenly.
const mostPauses = 32

// end returns where the page from start on ends. The one before it begins at previous.
func (p Pager) end(ctx context.Context, t *paged, previous, start int) (int, error) {
	if err := ctx.Err(); err != nil {
		return 0, fault.Wrap(err, "gist.Pages", "")
	}
	first := t.word(start)
	last := len(t.runes)
	if len(t.words)-first > p.Preset.Max {
		last = t.words[first+p.Preset.Max].Start // the word with which the page would be too long
	}
	if bounded := p.bounded(t, start, first, last); bounded < last {
		last = bounded
	} else if last == len(t.runes) {
		return last, nil
	}
	if p.Uniform {
		return last, nil
	}
	least := start + (last-start)/2
	if first+p.Preset.Min < len(t.words) && t.words[first+p.Preset.Min].Start <= last {
		least = t.words[first+p.Preset.Min].Start
	}
	pauses := t.pauses(start, least, last)
	if n := len(pauses); n > mostPauses {
		for i := range mostPauses {
			pauses[i] = pauses[(i+1)*n/mostPauses-1]
		}
		pauses = pauses[:mostPauses]
	}
	if len(pauses) == 1 {
		return pauses[0], nil
	}
	prompt := pausePrompt{}
	if p.Previous {
		prompt.previous = string(t.runes[previous:start])
	}
	for from := start; len(prompt.parts) < len(pauses); {
		to := pauses[len(prompt.parts)]
		prompt.parts, from = append(prompt.parts, string(t.runes[from:to])), to
	}
	chosen, err := llm.Ask(ctx, p.Session, prompt)
	if fault.Is(err, fault.BadReply) {
		chosen, err = len(pauses), nil
	}
	if err != nil {
		return 0, err
	}
	return pauses[chosen-1], nil
}

// bounded returns the last place up to end, between words if possible, to which a page from start, the
// place of word first, has at most p.Tokens.
func (p Pager) bounded(t *paged, start, first, end int) int {
	fits := func(place int) bool {
		return p.Tokens <= 0 || p.Session.Count(shown(string(t.runes[start:place]))) <= p.Tokens
	}
	if fits(end) {
		return end
	}
	within := t.words[min(first+1, len(t.words)):]
	within = within[:sort.Search(len(within), func(i int) bool { return within[i].Start >= end })]
	if n := sort.Search(len(within), func(i int) bool { return !fits(within[i].Start) }); n > 0 {
		return within[n-1].Start
	}
	n := end - start
	for n > 1 && !fits(start+n) {
		n /= 2
	}
	return start + n
}

// paged is a text that is divided into pages.
type paged struct {
	runes      []rune
	words      []text.Word
	paragraphs []text.Span
	// next is the paragraph at which the search for pauses begins, at the word at which that for
	// words does: pages are found in order.
	next, at int
}

func newPaged(s string) *paged {
	return &paged{runes: []rune(s), words: text.Words(s), paragraphs: text.Paragraphs(s)}
}

// word returns the number of words before a place that is not before that of an earlier call,
// except by a page.
func (t *paged) word(place int) int {
	for t.at > 0 && t.words[t.at-1].Start >= place {
		t.at--
	}
	for t.at < len(t.words) && t.words[t.at].Start < place {
		t.at++
	}
	return t.at
}

// pauses returns the places between first and last at which a page from start on may end: the
// ends of paragraphs, else of sentences, else last.
func (t *paged) pauses(start, first, last int) (places []int) {
	for t.next < len(t.paragraphs) && t.paragraphs[t.next].End <= start {
		t.next++
	}
	for _, p := range t.paragraphs[t.next:] {
		if p.End > last {
			break
		}
		if p.End >= first {
			places = append(places, p.End)
		}
	}
	if len(places) > 0 {
		return places
	}
	for i, s := range text.Sentences(string(t.runes[start:last])) {
		if place := start + s.Start; i > 0 && place >= first {
			places = append(places, place)
		}
	}
	if len(places) == 0 {
		places = []int{last}
	}
	return places
}
