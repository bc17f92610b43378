package eval

import (
	"slices"

	"grove/internal/graph"
	"grove/internal/lists"
	"grove/schema"
)

// TripleScores compares extracted triples and attributes with annotated triples.
//
// An extracted triple is right if a gold triple of the item has the same ends and an
// equivalent relation (linksOf), and the gold triple is then found. Ends are the same if
// their normal forms are equal, if one is a name of the other's gold cluster, or if both are
// the same date.
//
// Only relations of the data set, or of the item's ontology, are scored: a triple of another
// relation counts as Outside and not as an error. Gold triples of relations that the schema
// lacks count as missed.
type TripleScores struct {
	PRF
	// Gold and Extracted count the annotated and the extracted triples, each once per item.
	Gold      int `json:"gold"`
	Extracted int `json:"said"`
	Outside   int `json:"outside"`
}

// triple is an extracted triple with ends in normal form; the relation may be an
// attribute.
type triple struct{ head, relation, tail string }

// goldTriple is an annotated triple with all names of its ends.
type goldTriple struct {
	heads, tails []string
	links        []link
}

// scoreTriples returns nil if no item has annotated triples.
func scoreTriples(items []Item, extracted []graph.Evidence) *TripleScores {
	if !slices.ContainsFunc(items, func(i Item) bool { return i.Triples != nil }) {
		return nil
	}
	relations := map[string]bool{}
	for _, item := range items {
		for _, t := range item.Triples {
			addNames(relations, t[1])
		}
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
	scores.PRF, scores.Gold, scores.Extracted = all.prf(), all.gold, all.predicted
	return scores
}

// scoredRelations returns the names of the relations that are scored: those of the item's
// ontology, or of the data set if it has none.
func scoredRelations(item Item, set map[string]bool) map[string]bool {
	if item.ontology == nil {
		return set
	}
	out := map[string]bool{}
	for _, r := range item.ontology.Relations {
		addNames(out, r.Label)
	}
	return out
}

// addNames adds the names of the equivalents of a gold relation.
func addNames(to map[string]bool, relation string) {
	for _, l := range linksOf(relation) {
		to[l.name] = true
	}
}

// goldTriples returns an item's gold triples without duplicates; triples of the same
// relation and clusters are duplicates.
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
	norms := lists.Table(evidence.Mentions, func(m graph.Mention) (graph.ID, string) { return m.Element, m.Norm })
	triples := lists.Map(evidence.Triples, func(t graph.TripleEvidence) triple { return triple{norms[t.Head], t.Relation, norms[t.Tail]} })
	all := lists.Once(append(triples, lists.Map(evidence.Attributes, func(a graph.AttributeEvidence) triple {
		return triple{norms[a.Entity], a.Key, normal(a.Value)}
	})...))
	n := len(all)
	all = slices.DeleteFunc(all, func(t triple) bool { return !scored[t.relation] })
	return all, n - len(all)
}

// compareTriples counts the agreements of gold and extracted triples.
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
		t.right += count(right)
	}
	for _, m := range met {
		t.found += count(m)
	}
	return t
}

// matches reports whether the gold triple makes an extracted triple right.
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
