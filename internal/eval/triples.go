package eval

import (
	"slices"

	"grove/internal/graph"
	"grove/schema"
)

// TripleScores compare the triples and attributes found with the triples marked.
//
// A triple is right where a gold triple of the item has both its ends and a
// relation that means the same (linksOf). Ends agree where their normal forms
// do, where the gold's is another mention of the same cluster, or where both
// are the same date. A gold triple is found where a triple said is right by it.
//
// A set asks for its own relations, or those of the item's ontology: what is
// said by a relation that means none of them is counted Outside and no error.
// Gold of a relation that the schema cannot say is missed all the same.
type TripleScores struct {
	PRF
	// Gold and Said are the triples counted, each once an item.
	Gold    int `json:"gold"`
	Said    int `json:"said"`
	Outside int `json:"outside"`
}

// triple is a triple said, its ends in normal form; the relation may be an attribute.
type triple struct{ head, relation, tail string }

// goldTriple is a triple marked, with all names that its ends go by.
type goldTriple struct {
	heads, tails []string
	links        []link
}

// scoreTriples gives nil where no item has triples marked.
func scoreTriples(items []Item, said []graph.Evidence) *TripleScores {
	marked := false
	relations := map[string][]link{}
	for _, item := range items {
		marked = marked || item.Triples != nil
		for _, t := range item.Triples {
			relations[t[1]] = linksOf(t[1])
		}
	}
	if !marked {
		return nil
	}
	scores := &TripleScores{}
	var all tally
	for i, item := range items {
		if item.Triples == nil {
			continue
		}
		gold := goldTriples(item)
		found, outside := foundTriples(said[i], askedRelations(item, relations))
		scores.Outside += outside
		all.add(compareTriples(gold, found))
	}
	scores.PRF, scores.Gold, scores.Said = all.prf(), all.gold, all.said
	return scores
}

// askedRelations are the names by which a triple said may be right: those of the
// item's ontology, else of the set.
func askedRelations(item Item, set map[string][]link) map[string]bool {
	out := map[string]bool{}
	if item.ontology != nil {
		for _, r := range item.ontology.Relations {
			addNames(out, linksOf(r.Label))
		}
		return out
	}
	for _, links := range set {
		addNames(out, links)
	}
	return out
}

func addNames(to map[string]bool, links []link) {
	for _, l := range links {
		to[l.name] = true
	}
}

// goldTriples are an item's gold triples, each once: two whose ends are of the
// same clusters are one.
func goldTriples(item Item) []goldTriple {
	clusters := clustersOf(item)
	var out []goldTriple
	seen := map[triple]bool{}
	for _, t := range item.Triples {
		g := goldTriple{heads: clusters.names(t[0]), tails: clusters.names(t[2]), links: linksOf(t[1])}
		key := triple{g.heads[0], schema.RelationName(t[1]), g.tails[0]}
		if !seen[key] {
			seen[key] = true
			out = append(out, g)
		}
	}
	return out
}

// foundTriples are the triples and attributes of the evidence whose relation is
// asked for, each once, and how many others there are.
func foundTriples(said graph.Evidence, asked map[string]bool) ([]triple, int) {
	norms := map[graph.ID]string{}
	for _, m := range said.Mentions {
		norms[m.Element] = m.Norm
	}
	var all []triple
	for _, t := range said.Triples {
		all = append(all, triple{norms[t.Head], t.Relation, norms[t.Tail]})
	}
	for _, a := range said.Attributes {
		all = append(all, triple{norms[a.Entity], a.Key, normal(a.Value)})
	}
	all = once(all)
	n := len(all)
	all = slices.DeleteFunc(all, func(t triple) bool { return !asked[t.relation] })
	return all, n - len(all)
}

func compareTriples(gold []goldTriple, found []triple) tally {
	t := tally{said: len(found), gold: len(gold)}
	met := make([]bool, len(gold))
	for _, f := range found {
		right := false
		for i, g := range gold {
			if g.says(f) {
				met[i], right = true, true
			}
		}
		if right {
			t.right++
		}
	}
	for _, m := range met {
		if m {
			t.found++
		}
	}
	return t
}

// says tells whether a triple said is right by this one.
func (g goldTriple) says(t triple) bool {
	for _, l := range g.links {
		if l.name != t.relation {
			continue
		}
		head, tail := t.head, t.tail
		if l.reversed {
			head, tail = tail, head
		}
		if agrees(g.heads, head) && agrees(g.tails, tail) {
			return true
		}
	}
	return false
}
