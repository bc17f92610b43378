package gist

import (
	"context"
	"iter"

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
}

// Pages returns the pages of a text in order, each as soon as its end is known; an error is the
// last element. A page ends at the pause that the model chooses, of those between paragraphs (of
// a long paragraph: between sentences) from Preset.Min to Preset.Max words; the text that is left
// is the last page once it has no more than Preset.Max words. A reply that names no pause
// is taken for the last one.
func (p Pager) Pages(ctx context.Context, s string) iter.Seq2[Page, error] {
	return func(yield func(Page, error) bool) {
		t := newPaged(s)
		for start := 0; start < len(t.runes); {
			end, err := p.end(ctx, t, start)
			if err != nil {
				yield(Page{}, err)
				return
			}
			page := Page{Start: start, End: end, Words: t.word(end) - t.word(start), Text: string(t.runes[start:end])}
			if !yield(page, nil) {
				return
			}
			start = end
		}
	}
}

// end returns where the page from start on ends.
func (p Pager) end(ctx context.Context, t *paged, start int) (int, error) {
	if err := ctx.Err(); err != nil {
		return 0, fault.Wrap(err, "gist.Pages", "")
	}
	first := t.word(start)
	if len(t.words)-first <= p.Preset.Max {
		return len(t.runes), nil
	}
	last := t.words[first+p.Preset.Max].Start // the word with which the page would be too long
	if p.Uniform {
		return last, nil
	}
	pauses := t.pauses(start, t.words[first+p.Preset.Min].Start, last)
	if len(pauses) == 1 {
		return pauses[0], nil
	}
	prompt := pausePrompt{}
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
