package offline

import "slices"

// slot is the place of a question that its answer would take: the words before and after its question word,
// and the last ones of the question, which may be that word itself, each nearest first. A Chinese text that
// answers a question often has the words of the question on both sides of the answer; an English one has its
// last word, a verb, before it.
type slot struct {
	before, after, end []string
}

// Bounds of the words beside an answer: of the question, and of the text where they are looked for.
const (
	mostAsked = 4
	mostRead  = 6
)

// key is what a word is compared by: its first search term, of a Chinese letter itself; "" of signs
// and of English function words.
func (t piece) key() string {
	switch {
	case hasHan(t.lower):
		return t.lower
	case len(t.terms) > 0:
		return t.terms[0]
	}
	return ""
}

// keys returns the first n keys of pieces in a direction.
func keys(tokens []piece, from, step, n int) (out []string) {
	for i := from; i >= 0 && i < len(tokens) && len(out) < n; i += step {
		if k := tokens[i].key(); k != "" {
			out = append(out, k)
		}
	}
	return out
}

// readSlot reads the words beside the question word, which stands at bytes start to end.
func (a *query) readSlot(p *page, start, end int) {
	var tokens []piece
	for _, s := range p.sentences {
		tokens = append(tokens, piecesOf(s)...)
	}
	before, _ := slices.BinarySearchFunc(tokens, start, func(t piece, at int) int { return t.start - at })
	after, _ := slices.BinarySearchFunc(tokens, end, func(t piece, at int) int { return t.start - at })
	a.slot = slot{keys(tokens, before-1, -1, mostAsked), keys(tokens, after, 1, mostAsked), keys(tokens, len(tokens)-1, -1, mostAsked)}
}

// alike returns the number of words at the beginning of two lists that are the same, and the share of
// those of the first that are anywhere in the second.
func alike(asked, read []string) (run, share float64) {
	same := true
	for i, k := range asked {
		if same = same && i < len(read) && read[i] == k; same {
			run++
		}
		if slices.Contains(read, k) {
			share++
		}
	}
	return run, share / float64(max(len(asked), 1))
}

// inSlot returns how alike the words beside a candidate are and those of the question: before with before, after with
// after, before with the question's end, and before with what is behind its question word.
func (v *sight) inSlot(x span) (out []float64) {
	before, after := keys(v.tokens, x.first-1, -1, mostRead), keys(v.tokens, x.last, 1, mostRead)
	for _, pair := range [][2][]string{{v.slot.before, before}, {v.slot.after, after}, {v.slot.end, before}, {v.slot.after, before}} {
		run, share := alike(pair[0], pair[1])
		out = append(out, run, share)
	}
	return out
}
