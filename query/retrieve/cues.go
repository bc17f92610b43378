package retrieve

import (
	"maps"
	"slices"
	"strings"

	"grove/internal/llm/offline"
	"grove/internal/text"
)

// cues are the cue words by search term of the question.
type cues map[uint32]*cueWords

// cueWords are search terms, and folded stop words, which are not terms.
type cueWords struct{ terms, small map[uint32]bool }

func newCueWords() *cueWords { return &cueWords{map[uint32]bool{}, map[uint32]bool{}} }

// add adds the words of other, which may be nil.
func (c *cueWords) add(other *cueWords) {
	if other != nil {
		maps.Copy(c.terms, other.terms)
		maps.Copy(c.small, other.small)
	}
}

// newCues converts the table of relations to the numbers of a lexicon, without words that no text has.
func newCues(l *lexicon) cues {
	c := cues{}
	for inQuestion, inText := range offline.Relations() {
		near := newCueWords()
		for t := range strings.FieldsSeq(inText) {
			if id := number(l.lowers, t, false); id != none && text.IsStop(t) {
				near.small[id] = true
			}
			for _, id := range l.known(t) {
				near.terms[id] = true
			}
		}
		for _, id := range l.known(inQuestion) {
			if c[id] == nil {
				c[id] = newCueWords()
			}
			c[id].add(near)
		}
	}
	return c
}

// known returns the numbers of the search terms of s that some text has.
func (l *lexicon) known(s string) (out []uint32) {
	for _, t := range text.Terms(s) {
		if id := number(l.terms, t, false); id != none {
			out = append(out, id)
		}
	}
	return out
}

// The window of a cue, in words before and after a name; cueAfterCost multiplies the
// distance of words after it, and cueFading is the decay by distance.
const (
	cueBefore    = 9
	cueAfter     = 7
	cueAfterCost = 1.3
	cueFading    = 0.25
)

// cueNear returns the proximity of the nearest cue word to a name in its sentence: 1 if
// adjacent, falling with the distance, 0 for none.
func (x *Index) cueNear(c *cueWords, tokens []token, m match) float64 {
	closest := 0.0
	try := func(i, distance int, cost float64) {
		t := tokens[i]
		if !c.small[t.lower] && !slices.ContainsFunc(x.lexicon.words[t.word].terms, func(id uint32) bool { return c.terms[id] }) {
			return
		}
		closest = max(closest, 1/(1+float64(cueFading*(float64(float64(distance)*cost)-1))))
	}
	for i := m.first - 1; i >= 0 && i >= m.first-cueBefore; i-- {
		if tokens[i+1].gap == startGap {
			break
		}
		try(i, m.first-i, 1)
	}
	for i := m.last; i < len(tokens) && i < m.last+cueAfter && tokens[i].gap != startGap; i++ {
		try(i, i-m.last+1, cueAfterCost)
	}
	return closest
}
