package retrieve

import "slices"

// Bounds on how a question is followed from passage to passage.
const (
	firstSources  = 6 // passages that are followed at first
	secondSources = 8 // and then
	spanTargets   = 8 // passages that a shared name or a title leads to
	documentParts = 3 // chunks of a named document
	// spanWeight stands for an alias's weight where a name is no alias.
	spanWeight = 0.3
)

// way is one reason to go from a passage to another.
type way struct {
	to      int32
	at      match // where the name stands in the source; of a reverse one, in the target
	weight  float64
	unsure  float64
	holders int
	order   int
	span    bool
	reverse bool
}

// ways finds all reasons to go on from a passage: the names of documents in its
// text, names that other passages hold too, and passages that name its document.
func (s *Study) ways(from int32) (ways []way) {
	p := &s.passages[from]
	rest := s.every() &^ s.titled[from]
	for i, m := range p.mentions {
		a := &s.aliases.list[m.alias]
		for _, t := range a.targets {
			for _, to := range s.parts(t.entity, from, rest) {
				ways = append(ways, way{to: to, at: m, weight: t.weight, unsure: 1 - t.weight/a.sum, holders: s.holders(t.entity), order: i})
			}
		}
	}
	seen := map[int32]bool{}
	for i, m := range p.mentions {
		if seen[m.alias] {
			continue
		}
		seen[m.alias] = true
		holders := s.aliasHolders[m.alias]
		for _, to := range s.bestOf(holders, from, spanTargets, rest) {
			ways = append(ways, way{to: to, at: m, weight: spanWeight, holders: len(holders), order: i, span: true})
		}
	}
	for i, entity := range p.spanEntities {
		if entity < 0 || seen[-entity] {
			continue
		}
		seen[-entity] = true
		holders := s.spanHolders[entity-int32(s.spansFrom)]
		for _, to := range s.bestOf(holders, from, spanTargets, rest) {
			ways = append(ways, way{to: to, at: p.spans[i], weight: spanWeight, holders: len(holders), order: i, span: true})
		}
	}
	for _, to := range s.bestHolders(p.document, from, rest) {
		if s.passages[to].document != p.document {
			ways = append(ways, way{to: to, at: s.mentionOf(to, p.document), weight: spanWeight, holders: s.holders(p.document), reverse: true})
		}
	}
	return ways
}

// holders is the number of passages at an entity.
func (x *Index) holders(entity int32) int {
	return int(x.graph.intoEntity.first[entity+1] - x.graph.intoEntity.first[entity])
}

// parts are the best chunks of a document, without one of them.
func (s *Study) parts(document, without int32, rest terms) []int32 {
	if int(document) >= s.documents {
		return nil // it has no text of its own
	}
	all := s.chunks[document]
	if len(all) == 1 {
		if all[0] == without {
			return nil
		}
		return all
	}
	return s.bestOf(all, without, documentParts, rest)
}

// bestHolders are the best passages at an entity, without one of them.
func (s *Study) bestHolders(entity, without int32, rest terms) []int32 {
	row := &s.graph.intoEntity
	return s.bestOf(row.to[row.first[entity]:row.first[entity+1]], without, spanTargets, rest)
}

// bestOf are the k of some passages that hold most of what is left of the
// question, by title above all; among equals BM25 decides.
func (s *Study) bestOf(some []int32, without int32, k int, rest terms) []int32 {
	best := newBest(k)
	for _, p := range some {
		if p != without {
			best.offer(scored{p, round(s.weigh(s.holds[p]&rest) + s.weigh(s.titled[p]&rest) + float64(0.1*s.words[p]))})
		}
	}
	return numbers(best.list)
}

// mentionOf is where a passage first names a document, or its first word.
func (s *Study) mentionOf(p, document int32) match {
	for _, m := range s.passages[p].mentions {
		if slices.ContainsFunc(s.aliases.list[m.alias].targets, func(t target) bool { return t.entity == document }) {
			return m
		}
	}
	return match{0, 1, -1}
}
