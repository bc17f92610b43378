package offline

import (
	"slices"

	"grove/internal/text"
)

// LeadIn is the sentence before the one at a span that names what that speaks of only by a
// pronoun: the nearest with the name, else the one just before. ok is false for a sentence that
// needs none, or whose passage has a title that says it.
func (k *Kit) LeadIn(p Passage, at text.Span) (lead text.Span, ok bool) {
	r := k.reading(p)
	offsets := r.offsets()
	i := slices.IndexFunc(r.lines, func(l line) bool { return offsets.Rune(l.start) == at.Start })
	if i < 1 {
		return text.Span{}, false
	}
	of := r.lines[i]
	if of.subject == "" && !standIns[of.tokens[0].lower] || r.title != "" && (of.subject == "" || nameMatch(r.title, of.subject) >= 0.5) {
		return text.Span{}, false
	}
	found := r.lines[i-1]
	for j := i - 1; j >= 0 && of.subject != ""; j-- {
		if holds(r.lines[j].folded, foldName(of.subject)) {
			found = r.lines[j]
			break
		}
	}
	return text.Span{Start: offsets.Rune(found.start), End: offsets.Rune(found.end)}, true
}
