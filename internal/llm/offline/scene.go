package offline

import (
	"math"
	"math/bits"
	"slices"
	"strings"

	"grove/internal/lists"
)

// weigh returns the weights of terms, by the number of n texts that have each, and their sum: the fewer have one, the more it weighs.
func weigh(n int, df []int) (weights []float64, total float64) {
	for _, d := range df {
		w := math.Log(1 + (float64(n)+1)/(float64(d)+0.5))
		weights, total = append(weights, w), total+w
	}
	return weights, total
}

// Bounds of a search for an answer: the sentences whose candidates are scored, and all candidates.
const mostLines, mostCandidates = 40, 1200

// place is a sentence in the passages read.
type place struct{ passage, line int }

// scene is a question with the passages read for it.
type scene struct {
	*query
	readings []*reading
	titled   []mask // the terms in each title
	// read are the terms in all passages, cues those with what goes with them.
	read, cues mask
	own, cue   [][]mask
	// context are the terms of a sentence with its title, its subject, and the one before.
	context [][]mask
	// link are the terms of the best way to a passage by its name in others; hops its length;
	// source the passage that it comes from.
	link   []mask
	hops   []int
	source []int
	// bridges are the best sentences that share a name with each.
	bridges [][]bridge
	// named is the share of each title that the question names.
	named []float64
	// best are the largest shares of a sentence: alone, and with the way to it. order is the rank of each passage by the latter.
	bestAlone, bestLinked float64
	order                 []int
}

// bridge is a sentence that shares a name with another one, a name outside of the question: its terms, and those near the name.
type bridge struct {
	place
	name        string
	terms, near mask
}

// view reads the passages for a question.
func view(a *query, readings []*reading) *scene {
	n := len(readings)
	s := &scene{query: a, readings: readings, titled: make([]mask, n), own: make([][]mask, n), cue: make([][]mask, n),
		context: make([][]mask, n), link: make([]mask, n), hops: make([]int, n), source: make([]int, n),
		bridges: make([][]bridge, n), named: make([]float64, n)}
	for p, r := range readings {
		s.source[p], s.bridges[p] = -1, make([]bridge, len(r.lines))
		s.titled[p] = a.of(r.titleTerms)
		s.named[p] = float64(bits.OnesCount64(uint64(s.titled[p]))) / float64(max(len(r.titleTerms), 1))
		s.own[p], s.cue[p], s.context[p] = make([]mask, len(r.lines)), make([]mask, len(r.lines)), make([]mask, len(r.lines))
		for i := range r.lines {
			own, cue := mask(0), mask(0)
			for _, t := range r.lines[i].tokens {
				own |= a.of(t.terms)
				cue |= a.nearOf(t.terms)
			}
			s.own[p][i], s.cue[p][i] = own, cue&^own
			s.read |= own
			s.cues |= own | cue
			s.context[p][i] = own | s.titled[p] | a.of(r.lines[i].about)
			if i > 0 {
				s.context[p][i] |= s.own[p][i-1]
			}
		}
		s.read |= s.titled[p]
		s.cues |= s.titled[p]
	}
	a.weigh(s.own)
	for p := range readings {
		for i := range s.own[p] {
			s.bestAlone = max(s.bestAlone, s.share(s.alone(p, i)))
		}
	}
	if a.inner != 0 || s.bestAlone < wholeQuestion {
		s.findLinks()
		s.findBridges()
	}
	best := make([]float64, n)
	for p := range readings {
		for i := range s.own[p] {
			best[p] = max(best[p], s.share(s.linked(p, i))-longWay*float64(s.hops[p]))
		}
		s.bestLinked = max(s.bestLinked, best[p])
	}
	s.order = make([]int, n)
	for p, b := range best {
		s.order[p] = lists.Count(best, func(x float64) bool { return x > b }) +
			lists.Count(best[:p], func(x float64) bool { return x == b })
	}
	return s
}

// wholeQuestion is the share from which one sentence has the question by itself: it then needs no
// way through others, unless it asks about what a phrase on a name stands for.
const wholeQuestion = 0.99

// longWay is what each step on the way to a passage costs in the order of passages.
const longWay = 0.03

// alone is what a sentence has of the question with its title and subject; cues count.
func (s *scene) alone(p, i int) mask {
	return s.own[p][i] | s.cue[p][i] | s.titled[p] | s.of(s.readings[p].lines[i].about)
}

// linked is what a sentence has with the way to its passage, or with the sentence that shares a name with it, if that has more.
func (s *scene) linked(p, i int) mask {
	if s.bridged(p, i) {
		return s.alone(p, i) | s.bridges[p][i].terms
	}
	return s.alone(p, i) | s.link[p]
}

// bridged reports whether the sentence that shares a name adds more than the way to the passage.
func (s *scene) bridged(p, i int) bool {
	alone := s.alone(p, i)
	return s.share(alone|s.bridges[p][i].terms) > s.share(alone|s.link[p])+1e-9
}

// mostSharing bounds the sentences that are tried for one name.
const mostSharing = 40

// findBridges finds for each sentence the one that shares a name with it and has most of the rest of the question.
func (s *scene) findBridges() {
	byEnd := map[string][]place{}
	end := func(name string) string { return name[strings.LastIndexByte(name, ' ')+1:] }
	for p, r := range s.readings {
		for i := range r.lines {
			for _, n := range r.lines[i].norms {
				if e := end(n); !strings.Contains(s.folded, " "+n+" ") && len(byEnd[e]) < mostSharing {
					byEnd[e] = append(byEnd[e], place{p, i})
				}
			}
		}
	}
	for p, r := range s.readings {
		for i := range r.lines {
			s.findBridge(place{p, i}, func(name string) []place { return byEnd[end(name)] })
		}
	}
}

// findBridge finds the best sentence that shares a name with one.
func (s *scene) findBridge(at place, having func(name string) []place) {
	p, i := at.passage, at.line
	alone := s.alone(p, i)
	for _, n := range s.readings[p].lines[i].norms {
		for _, other := range having(n) {
			if other == at || !slices.ContainsFunc(s.readings[other.passage].lines[other.line].norms, func(o string) bool { return sameEnd(n, o) }) {
				continue
			}
			m := s.alone(other.passage, other.line)
			if both := s.share(alone | m); both <= s.share(alone)+1e-9 || both <= s.bestAlone+1e-9 && s.share(m) < s.bestAlone-1e-9 {
				continue // adds nothing, or a third sentence has as much by itself
			}
			near := s.nearName(other, n)
			if best := &s.bridges[p][i]; s.gain(alone, m, near) > s.gain(alone, best.terms, best.near)+1e-9 {
				*best = bridge{other, n, m, near}
			}
		}
	}
}

// gain tells how much a sentence adds to another one: its share of the question, of which what
// stands near the shared name counts twice.
func (s *scene) gain(alone, m, near mask) float64 {
	return s.share(alone|m) * (1 + s.among(near, m&^alone))
}

// nearName returns the terms near a name in a sentence, all of a sentence that speaks of it without naming it.
func (s *scene) nearName(at place, name string) mask {
	r := s.readings[at.passage]
	l := &r.lines[at.line]
	near, found := s.titled[at.passage]|s.of(l.about), false
	for _, x := range l.spans {
		if x.kind != nameSpanKind || !sameEnd(name, untitled(foldName(r.text[l.tokens[x.first].start:l.tokens[x.last-1].end]))) {
			continue
		}
		found = true
		for i := max(0, x.first-windowSize/2); i < min(len(l.tokens), x.last+windowSize/2); i++ {
			near |= s.of(l.tokens[i].terms) | s.nearOf(l.tokens[i].terms)
		}
	}
	if !found {
		return s.alone(at.passage, at.line)
	}
	return near
}

// mostHops bounds the ways to a passage.
const mostHops = 2

// findLinks finds the best way to each passage: sentences of other passages that have its name.
func (s *scene) findLinks() {
	for hop := 1; hop <= mostHops; hop++ {
		link := slices.Clone(s.link)
		for p, r := range s.readings {
			if len(r.name) < leastName {
				continue
			}
			best, from := s.share(s.link[p]), -1
			for q, other := range s.readings {
				if q == p || other.title == r.title && other.title != "" {
					continue
				}
				for i := range other.lines {
					m := s.own[q][i] | s.cue[q][i] | s.titled[q] | s.link[q]
					if w := s.share(m); w > best+1e-9 && holds(other.lines[i].folded, r.name) {
						best, from, link[p] = w, q, m
					}
				}
			}
			if from >= 0 {
				s.hops[p], s.source[p] = hop, from
			}
		}
		s.link = link
	}
}

// holds reports whether a folded sentence has a folded name.
func holds(folded, name string) bool {
	if hasHan(name) {
		return strings.Contains(folded, name)
	}
	return strings.Contains(folded, " "+name+" ")
}
