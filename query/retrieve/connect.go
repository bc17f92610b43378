package retrieve

import (
	"cmp"
	"encoding/binary"
	"math"
	"slices"

	"grove/internal/lists"
)

// The weights of the edges between passages and entities.
const (
	ownEdge  = 3.0 // a passage and its document
	spanEdge = 0.5 // a passage and a capitalised name that is not an alias
)

// maxSpanShare is the largest share of the passages that may contain a span for it to be
// distinctive.
const maxSpanShare = 0.02

// connect finds the names in all titles and texts and builds the graph.
func (x *Index) connect() {
	lists.Parallel(len(x.passages), func(i int) {
		p := &x.passages[i]
		p.mentions, p.spans = x.namesIn(p.body.tokens, p.document)
		p.titleMentions, p.titleSpans = x.namesIn(p.title.tokens, p.document)
	})
	x.numberSpans()
	var edges []edge
	for i := range x.passages {
		edges = x.edgesOf(edges, int32(i))
	}
	x.graph = newBipartite(len(x.passages), x.spansFrom+len(x.spanHolders), edges)
}

// namesIn returns the names of other documents in a text, and the capitalised names that
// are not aliases.
func (x *Index) namesIn(tokens []token, own int32) (mentions, spans []match) {
	for _, m := range x.links(tokens, false) {
		if !slices.ContainsFunc(x.aliases.list[m.alias].targets, func(t target) bool { return t.entity == own }) {
			mentions = append(mentions, m)
		}
	}
	for _, s := range x.spans(tokens, false) {
		if x.aliases.lookup(lowers(tokens[s.first:s.last])) < 0 {
			spans = append(spans, s)
		}
	}
	return mentions, spans
}

// numberSpans creates an entity for every span in at least two passages, and lists the
// passages of each alias and span.
func (x *Index) numberSpans() {
	x.aliasHolders = make([][]int32, len(x.aliases.list))
	holders := map[string][]int32{}
	for i := range x.passages {
		p := &x.passages[i]
		for _, m := range slices.Concat(p.mentions, p.titleMentions) {
			x.aliasHolders[m.alias] = appendNew(x.aliasHolders[m.alias], int32(i))
		}
		p.eachSpan(func(key string) int32 {
			holders[key] = appendNew(holders[key], int32(i))
			return -1
		})
	}
	for i := range x.passages {
		x.passages[i].eachSpan(func(key string) int32 {
			if len(holders[key]) < 2 {
				return -1
			}
			id, ok := x.spanIDs[key]
			if !ok {
				id = int32(x.spansFrom + len(x.spanHolders))
				x.spanIDs[key] = id
				x.spanHolders = append(x.spanHolders, holders[key])
			}
			return id
		})
	}
}

// eachSpan calls f with the key of every span and stores the entity that it returns.
func (p *passage) eachSpan(f func(key string) int32) {
	p.spanEntities, p.titleSpanEntities = p.spanEntities[:0], p.titleSpanEntities[:0]
	for _, s := range p.spans {
		p.spanEntities = append(p.spanEntities, f(spanKey(p.body.tokens[s.first:s.last])))
	}
	for _, s := range p.titleSpans {
		p.titleSpanEntities = append(p.titleSpanEntities, f(spanKey(p.title.tokens[s.first:s.last])))
	}
}

func appendNew(list []int32, v int32) []int32 {
	if n := len(list); n > 0 && list[n-1] == v {
		return list
	}
	return append(list, v)
}

// rare reports whether few enough passages contain a span for it to be distinctive.
func (x *Index) rare(span int32) bool {
	return float64(len(x.spanHolders[span-int32(x.spansFrom)])) <= max(math.Ceil(maxSpanShare*float64(len(x.passages))), 2)
}

// edgesOf appends the edges of a passage, by entity.
func (x *Index) edgesOf(edges []edge, i int32) []edge {
	p := &x.passages[i]
	own := len(edges)
	edges = append(edges, edge{i, p.document, ownEdge})
	for _, m := range slices.Concat(p.mentions, p.titleMentions) {
		a := &x.aliases.list[m.alias]
		for _, t := range a.targets {
			edges = append(edges, edge{i, t.entity, t.weight * t.weight / a.sum})
		}
	}
	for _, id := range slices.Concat(p.spanEntities, p.titleSpanEntities) {
		if id >= 0 && x.rare(id) {
			edges = append(edges, edge{i, id, spanEdge})
		}
	}
	slices.SortFunc(edges[own:], func(a, b edge) int {
		return cmp.Or(cmp.Compare(a.entity, b.entity), cmp.Compare(b.weight, a.weight))
	})
	kept := slices.CompactFunc(edges[own:], func(a, b edge) bool { return a.entity == b.entity })
	return edges[:own+len(kept)]
}

func lowers(tokens []token) []uint32 {
	return lists.Map(tokens, func(t token) uint32 { return t.lower })
}

func spanKey(tokens []token) string {
	key := make([]byte, 0, 4*len(tokens))
	for _, t := range tokens {
		key = binary.LittleEndian.AppendUint32(key, t.lower)
	}
	return string(key)
}
