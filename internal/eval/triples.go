package eval

import (
	"slices"

	"grove/internal/graph"
	"grove/schema"
)

// TripleScores compares extracted triples and attributes with annotated triples.
//
// An extracted triple is right where a gold triple of the item has the same ends and an
// equivalent relation (linksOf). Ends agree if their normal forms are equal, if the gold
// one is a mention of the same cluster, or if both are the same date. A gold triple is
// found where it makes an extracted triple right.
//
// Only relations of the data set, or of the item's ontology, are scored: a triple of
// another relation counts as Outside and not as an error. Gold triples of relations that
// the schema lacks count as missed.
type TripleScores struct {
	PRF
	// Gold and Said count the annotated and the extracted triples, each once per item.
	Gold    int `json:"gold"`
	Said    int `json:"said"`
	Outside int `json:"outside"`
}

// triple is an extracted triple with ends in normal form; the relation may be an
// attribute.
type triple struct{ head, relation, tail string }

// goldTriple is an annotated triple with all names of its ends.
type goldTriple struct {
	heads, tails []string
	links        []link
}

// scoreTriples returns nil where no item has annotated triples.
func scoreTriples(items []Item, extracted []graph.Evidence) *TripleScores {
	annotated := false
	relations := map[string][]link{}
	for _, item := range items {
		annotated = annotated || item.Triples != nil
		for _, t := range item.Triples {
			relations[t[1]] = linksOf(t[1])
		}
	}
	if !annotated {
		return nil
	}
	scores := &TripleScores{}
	var all tally
	for i, item := range items {
		if item.Triples == nil {
			continue
		}
		gold := goldTriples(item)
		found, outside := foundTriples(extracted[i], scoredRelations(item, relations))
		scores.Outside += outside
		all.add(compareTriples(gold, found))
	}
	scores.PRF, scores.Gold, scores.Said = all.prf(), all.gold, all.predicted
	return scores
}

// scoredRelations are the names of relations that are scored: those of the item's
// ontology, else of the data set.
func scoredRelations(item Item, set map[string][]link) map[string]bool {
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

// goldTriples are an item's gold triples without duplicates: two whose ends belong to the
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

// foundTriples returns the triples and attributes of scored relations in the evidence,
// without duplicates, and the number of the others.
func foundTriples(evidence graph.Evidence, scored map[string]bool) ([]triple, int) {
	norms := map[graph.ID]string{}
	for _, m := range evidence.Mentions {
		norms[m.Element] = m.Norm
	}
	var all []triple
	for _, t := range evidence.Triples {
		all = append(all, triple{norms[t.Head], t.Relation, norms[t.Tail]})
	}
	for _, a := range evidence.Attributes {
		all = append(all, triple{norms[a.Entity], a.Key, normal(a.Value)})
	}
	all = once(all)
	n := len(all)
	all = slices.DeleteFunc(all, func(t triple) bool { return !scored[t.relation] })
	return all, n - len(all)
}

func compareTriples(gold []goldTriple, found []triple) tally {
	t := tally{predicted: len(found), gold: len(gold)}
	met := make([]bool, len(gold))
	for _, f := range found {
		right := false
		for i, g := range gold {
			if g.matches(f) {
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

// matches reports whether an extracted triple is right by this one.
func (g goldTriple) matches(t triple) bool {
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
