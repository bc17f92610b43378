package tree

import (
	"context"
	"iter"
	"slices"

	"grove/community"
	"grove/internal/graph"
	"grove/internal/lists"
)

// network is the graph for community detection: entities, the triples between them, and
// weak ties between entities that share facts.
type network struct {
	entities []graph.KeyElement // by id
	at       map[graph.ID]int
	triples  []graph.Triple // both ends are entities; by id
	ties     [][2]int32     // pairs of entities, the smaller first, once for each fact they share
}

const (
	// tie is the relation type under which shared facts count.
	tie = "SHARED_FACT"
	// tripleWeight is the weight of a chunk that states a triple; a shared fact has 1.
	tripleWeight = 4
)

// read reads the network of the graph.
func (b Builder) read(ctx context.Context) (*network, error) {
	n := &network{at: map[graph.ID]int{}}
	for e, err := range graph.Rows(ctx, b.Store.PageEntities, graph.PageQuery{Bare: true}) {
		if err != nil {
			return nil, err
		}
		n.at[e.ID] = len(n.entities)
		n.entities = append(n.entities, e)
	}
	for t, err := range graph.Rows(ctx, b.Store.PageRelations, graph.PageQuery{Bare: true}) {
		if err != nil {
			return nil, err
		}
		_, head := n.at[t.Head]
		_, tail := n.at[t.Tail]
		if head && tail {
			n.triples = append(n.triples, t)
		}
	}
	for f, err := range graph.Ties(ctx, b.Store.PageTies) {
		if err != nil {
			return nil, err
		}
		for a, b := range n.tied(f.Elements) {
			n.ties = append(n.ties, [2]int32{int32(a), int32(b)})
		}
	}
	return n, nil
}

// tied returns the pairs of entities among the key elements of a fact, the smaller first.
func (n *network) tied(elements []graph.ID) iter.Seq2[int, int] {
	var entities []int
	for _, id := range elements {
		if place, ok := n.at[id]; ok {
			entities = append(entities, place)
		}
	}
	return graph.TiedPairs(entities) // ids are sorted, and so are places
}

// graph returns the network as package community takes it. Nothing else needs the ties, of which there are most: they are dropped.
func (n *network) graph(b Builder) community.Graph {
	slices.SortFunc(n.ties, func(a, b [2]int32) int { return slices.Compare(a[:], b[:]) })
	pairs := 0
	for i := range n.ties {
		if i == 0 || n.ties[i] != n.ties[i-1] {
			pairs++
		}
	}
	g := community.Graph{Names: make([]string, len(n.entities)), Triples: make([]community.Triple, 0, len(n.triples)+pairs),
		Embed: b.Embed, Vectors: b.Vectors}
	for i, e := range n.entities {
		g.Names[i] = e.Name
	}
	for _, t := range n.triples {
		g.Triples = append(g.Triples,
			community.Triple{Head: n.at[t.Head], Tail: n.at[t.Tail], Relation: t.Relation, Support: tripleWeight * t.Support})
	}
	for i, pair := range n.ties {
		if i > 0 && pair == n.ties[i-1] {
			g.Triples[len(g.Triples)-1].Support++
			continue
		}
		g.Triples = append(g.Triples, community.Triple{Head: int(pair[0]), Tail: int(pair[1]), Relation: tie, Support: 1})
	}
	n.ties = nil
	return g
}

// states returns the communities as they are stored, without titles and summaries.
// One of a single entity has no keywords: it is its own.
func (n *network) states(found community.Result) []graph.CommunityState {
	out := make([]graph.CommunityState, len(found.Communities))
	for i, c := range found.Communities {
		members := lists.Map(c.Members, func(m int) graph.ID { return n.entities[m].ID })
		s := graph.CommunityState{Community: graph.Community{ID: graph.CommunityID(c.Level, members), Level: c.Level, Size: len(members)}}
		if c.Level == 0 {
			s.Members = members
		}
		if len(members) > 1 {
			for rank, k := range c.Keywords {
				e := n.entities[k]
				s.Keywords = append(s.Keywords, graph.Keyword{ID: graph.KeywordID(s.ID, e.ID), Community: s.ID, Entity: e.ID, Name: e.Name,
					Rank: rank + 1})
			}
		}
		out[i] = s
	}
	for i, c := range found.Communities {
		if c.Parent >= 0 {
			out[i].Parent = out[c.Parent].ID
		}
	}
	return out
}
