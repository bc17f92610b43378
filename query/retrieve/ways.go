package retrieve

import "slices"

// The bounds of hops from passage to passage.
const (
	firstSources  = 6 // sources of first hops
	secondSources = 8 // sources of second hops
	spanTargets   = 8 // targets of a shared name or a title
	documentParts = 3 // targets of a named document
	// spanWeight is the weight of a name that is not an alias.
	spanWeight = 0.3
)

// way is a possible hop from a passage to another, by a name.
type way struct {
	to      int32
	at      match // of the name in the source or, if reverse, in the target
	weight  float64
	unsure  float64
	holders int
	order   int
	span    bool
	reverse bool
}

// ways returns all possible hops from a passage: to documents named in its text, to
// passages that share a name, and to passages that name its document.
func (s *Study) ways(from int32) (ways []way) {
	p := &s.passages[from]
	rest := s.every() &^ s.titled[from]
	for i, m := range p.mentions {
		a := &s.aliases.list[m.alias]
		for _, t := range a.targets {
			for _, to := range s.parts(t.entity, from, rest) {
				ways = append(ways, way{to: to, at: m, weight: t.weight, unsure: 1 - t.weight/a.sum,
					holders: s.holders(t.entity), order: i})
			}
		}
	}
	join := func(holders []int32, name match, order int) {
		for _, to := range s.bestOf(holders, from, spanTargets, rest) {
			ways = append(ways, way{to: to, at: name, weight: spanWeight, holders: len(holders), order: order, span: true})
		}
	}
	seen := map[int32]bool{}
	for i, m := range p.mentions {
		if seen[m.alias] {
			continue
		}
		seen[m.alias] = true
		join(s.aliasHolders[m.alias], m, i)
	}
	for i, entity := range p.spanEntities {
		if entity < 0 || seen[-entity] {
			continue
		}
		seen[-entity] = true
		join(s.spanHolders[entity-int32(s.spansFrom)], p.spans[i], i)
	}
	row := &s.graph.intoEntity
	holders := row.to[row.first[p.document]:row.first[p.document+1]]
	for _, to := range s.bestOf(holders, from, spanTargets, rest) {
		if s.passages[to].document != p.document {
			ways = append(ways, way{to: to, at: s.mentionOf(to, p.document), weight: spanWeight, holders: len(holders), reverse: true})
		}
	}
	return ways
}

// holders returns the number of passages at an entity.
func (x *Index) holders(entity int32) int {
	return int(x.graph.intoEntity.first[entity+1] - x.graph.intoEntity.first[entity])
}

// parts returns the best chunks of a document, except one.
func (s *Study) parts(document, without int32, rest terms) []int32 {
	if int(document) >= s.documents {
		return nil // not a document
	}
	return s.bestOf(s.chunks[document], without, documentParts, rest)
}

// bestOf returns the k of some passages that contain most of the remaining terms, in text
// and title; BM25 decides between equals.
func (s *Study) bestOf(some []int32, without int32, k int, rest terms) []int32 {
	best := newBest(k)
	for _, p := range some {
		if p != without {
			best.offer(scored{p, round(s.weigh(s.holds[p]&rest) + s.weigh(s.titled[p]&rest) + float64(0.1*s.words[p]))})
		}
	}
	return numbers(best.list)
}

// mentionOf returns the first mention of a document in a passage, or the first word.
func (s *Study) mentionOf(p, document int32) match {
	for _, m := range s.passages[p].mentions {
		if slices.ContainsFunc(s.aliases.list[m.alias].targets, func(t target) bool { return t.entity == document }) {
			return m
		}
	}
	return match{0, 1, -1}
}
