package eval

import (
	"grove/internal/graph"
	"grove/internal/text"
)

// EntityScores compare the entities found with those marked. What is counted is
// a name of an item: all mentions of an item that normalise alike
// (text.Normalise) are one.
//
// Exact: the normal forms are the same. Overlap: some mention of the one shares
// a character with some mention of the other. A name that the text has several
// times was found wherever it stands.
//
// A set asks for the types that it marks: what is said of a type that none of
// them means is counted Outside and no error, unless the set has a type for
// anything else. Descriptions and pronouns, where a set marks them, are not
// asked for and counted in Unnamed.
type EntityScores struct {
	Exact   PRF `json:"exact"`
	Overlap PRF `json:"overlap"`
	// Types are exact matches where the type agrees too, by type of the general
	// schema, for the types that the set's own mean.
	Types map[string]PRF `json:"types"`
	// Gold and Said are the names counted.
	Gold    int `json:"gold"`
	Said    int `json:"said"`
	Outside int `json:"outside"`
	Unnamed int `json:"unnamed"`
}

// scoreEntities gives nil where no item has entities marked.
func scoreEntities(items []Item, said []graph.Evidence) *EntityScores {
	asked := askedTypes(items)
	if asked == nil {
		return nil
	}
	scores := &EntityScores{Types: map[string]PRF{}}
	var exact, overlap tally
	byType := map[string]*tally{}
	for typ := range asked.types {
		byType[typ] = &tally{}
	}
	for i, item := range items {
		if item.Entities == nil {
			continue
		}
		gold, unnamed := goldNames(item)
		found, outside := foundNames(said[i], asked)
		scores.Unnamed += unnamed
		scores.Outside += outside
		exact.add(compare(gold, found, names.exact))
		overlap.add(compare(gold, found, names.overlap))
		for typ, t := range byType {
			t.add(compare(gold.of(typ), found.of(typ), names.exact))
		}
	}
	scores.Exact, scores.Overlap = exact.prf(), overlap.prf()
	scores.Gold, scores.Said = exact.gold, exact.said
	for typ, t := range byType {
		scores.Types[typ] = t.prf()
	}
	return scores
}

// asked are the types that a set asks for.
type asked struct {
	// types are of the general schema. any is true where the set has a type that
	// means none of them, or none at all, so that anything may be right.
	types map[string]bool
	any   bool
}

// askedTypes gives nil where no item has entities marked.
func askedTypes(items []Item) *asked {
	var a *asked
	for _, item := range items {
		if item.Entities != nil && a == nil {
			a = &asked{types: map[string]bool{}}
		}
		for _, e := range item.Entities {
			if typ := typeOf(e.Type); typ != "" {
				a.types[typ] = true
			} else {
				a.any = true
			}
		}
	}
	return a
}

// goldNames are the names marked in an item, and how many descriptions and
// pronouns were left out.
func goldNames(item Item) (names, int) {
	out, unnamed := names{}, 0
	for _, e := range item.Entities {
		if !e.named() {
			unnamed++
			continue
		}
		n := out.add(e.Text, typeOf(e.Type))
		if start, end, ok := e.span(item.Text); ok {
			n.spans = append(n.spans, text.Span{Start: start, End: end})
		}
	}
	return out, unnamed
}

// foundNames are the typed names that evidence has in the text, and how many
// were of types that are not asked for.
func foundNames(said graph.Evidence, a *asked) (names, int) {
	out, outside := names{}, names{}
	for _, m := range said.Mentions {
		switch {
		case m.Type == "" || m.In == graph.InTitle:
		case !a.any && !a.types[m.Type]:
			outside.add(m.Surface, m.Type)
		default:
			n := out.add(m.Surface, m.Type)
			n.spans = append(n.spans, text.Span{Start: m.Start, End: m.End})
		}
	}
	return out, len(outside)
}
