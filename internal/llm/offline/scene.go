package offline

import (
	"cmp"
	"math"
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
const mostLines, mostCandidates = 40, 600

// place is a sentence in the passages read.
type place struct{ passage, line int }

// scene is a question with the passages read for it.
type scene struct {
	*query
	passages []passageView
	lines    []*lineView
	// read are the terms in all passages, cues those with what goes with them.
	read, cues mask
	// bestAlone and bestLinked are the largest shares of a sentence, by itself and with the way to it.
	bestAlone, bestLinked float64
	// ranked are the mostLines sentences with the largest shares, the mean of both kinds, largest first.
	ranked []*lineView
}

// passageView is a passage with what it has of the question.
type passageView struct {
	*reading
	// link are the terms of the best way to the passage by its name in others, hops its length, source its last sentence.
	link   mask
	hops   int
	source *lineView
	// best is the largest share of a sentence with the way to it.
	best float64
}

// lineView is a sentence with what it has of the question: itself, with title, subject and cues, with the one before, with the way to it.
type lineView struct {
	*line
	place
	own, alone, context, linked mask
	// bridge is the best sentence that shares a name with this one, a name outside of the question, bridging what that has by itself.
	bridge   *lineView
	bridging mask
	// bridged is true if it adds more than the way to the passage.
	bridged bool
}

// newScene reads the passages for a question.
func newScene(q *query, readings []*reading) *scene {
	s := &scene{query: q, passages: lists.Map(readings, func(r *reading) passageView { return passageView{reading: r} })}
	for n, r := range readings {
		before, titled := mask(0), q.bits.of(r.titleTerms)
		for i := range r.lines {
			terms := termsOf(r.lines[i].tokens)
			own, cue := q.bits.of(terms), q.near.of(terms)
			about := titled | q.bits.of(r.lines[i].about)
			l := &lineView{line: &r.lines[i], place: place{n, i}, own: own, alone: own | cue | about, context: own | about | before}
			s.lines = append(s.lines, l)
			s.cues |= own | cue
			before = own
		}
		s.cues |= titled
		s.read |= titled
	}
	having := func(b int) int { return lists.Count(s.lines, func(l *lineView) bool { return l.own>>b&1 == 1 }) }
	q.weights, q.total = weigh(len(s.lines), lists.Map(lists.Indices(len(q.bits)), having))
	for _, l := range s.lines {
		s.read |= l.own
		s.bestAlone = max(s.bestAlone, s.share(l.alone))
	}
	if s.bestAlone < wholeQuestion {
		s.findLinks()
		s.findBridges()
	}
	means := map[*lineView]float64{}
	for _, l := range s.lines {
		p := &s.passages[l.passage]
		l.linked = l.alone | p.link
		if bridged := l.alone | l.bridging; s.share(bridged) > s.share(l.linked)+1e-9 {
			l.linked, l.bridged = bridged, true
		}
		p.best = max(p.best, s.share(l.linked))
		s.bestLinked = max(s.bestLinked, p.best)
		means[l] = (s.share(l.alone) + s.share(l.linked)) / 2
	}
	s.ranked = slices.SortedStableFunc(slices.Values(s.lines), func(a, b *lineView) int { return cmp.Compare(means[b], means[a]) })
	s.ranked = s.ranked[:min(len(s.ranked), mostLines)]
	return s
}

// wholeQuestion is the share from which one sentence has the question by itself: it then needs no way through others.
const wholeQuestion = 0.99

// Bounds of the ways to a sentence: the sentences that are tried for one name, and the sentences of a way to a passage.
const mostSharing, mostHops = 40, 2

// findBridges finds for each sentence the one that shares a name with it and has most of the rest of the question.
func (s *scene) findBridges() {
	byEnd := map[string][]*lineView{}
	end := func(name string) string { return name[strings.LastIndexByte(name, ' ')+1:] }
	for _, l := range s.lines {
		for _, n := range l.norms {
			if e := end(n); !strings.Contains(s.folded, " "+n+" ") && len(byEnd[e]) < mostSharing {
				byEnd[e] = append(byEnd[e], l)
			}
		}
	}
	for _, l := range s.lines {
		for _, n := range l.norms {
			for _, other := range byEnd[end(n)] {
				if other != l && slices.ContainsFunc(other.norms, func(o string) bool { return sameEnd(n, o) }) {
					s.join(l, other)
				}
			}
		}
	}
}

// join makes another sentence the bridge of one if it adds more than the present bridge and no third sentence has as much by itself.
func (s *scene) join(l, other *lineView) {
	m := other.alone
	both := s.share(l.alone | m)
	if s.isWay(m&^l.alone) && both > s.share(l.alone|l.bridging)+1e-9 && (both > s.bestAlone+1e-9 || s.share(m) >= s.bestAlone-1e-9) {
		l.bridge, l.bridging = other, m
	}
}

// isWay tells whether terms make a way that the question asks for: one of them is outside of its names, if any of the question's is.
// Who is only named beside the one asked about leads nowhere.
func (s *scene) isWay(m mask) bool { return m&s.rest() != 0 || s.rest() == 0 }

// findLinks finds the best way to each passage: sentences of other passages that have its name.
func (s *scene) findLinks() {
	for hop := 1; hop <= mostHops; hop++ {
		before := slices.Clone(s.passages)
		for n := range s.passages {
			p := &s.passages[n]
			best := s.share(p.link)
			for _, l := range s.lines {
				from := &before[l.passage]
				if len(p.name) < leastName || l.passage == n || from.title == p.title && p.title != "" || !s.isWay(l.alone) {
					continue
				}
				m := l.alone | from.link
				if w := s.share(m); w > best+1e-9 && holds(l.folded, p.name) {
					best, p.link, p.hops, p.source = w, m, hop, l
				}
			}
		}
	}
}

// holds reports whether a folded sentence has a folded name.
func holds(folded, name string) bool {
	return strings.Contains(folded, " "+name+" ") || hasHan(name) && strings.Contains(folded, name)
}
