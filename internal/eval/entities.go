package eval

import (
	"grove/internal/graph"
	"grove/internal/text"
)

// EntityScores compares extracted entities with annotated ones. The unit is a name within
// an item: all mentions with the same normal form (text.Normalise) count once.
//
// Exact: the normal forms are equal. Overlap: a mention of one shares a character with a
// mention of the other. A repeated name is found wherever it occurs.
//
// Only types that the data set annotates are scored: an extracted entity of another type
// counts as Outside and not as an error, unless the set has a type for everything else.
// Annotated descriptions and pronouns are not scored; Unnamed counts them.
type EntityScores struct {
	Exact   PRF `json:"exact"`
	Overlap PRF `json:"overlap"`
	// Types are the exact matches with the right type, by type of the general schema, for
	// the types that the data set annotates.
	Types map[string]PRF `json:"types"`
	// Gold and Extracted count the annotated and the extracted names.
	Gold      int `json:"gold"`
	Extracted int `json:"said"`
	Outside   int `json:"outside"`
	Unnamed   int `json:"unnamed"`
}

// scoreEntities returns nil if no item has annotated entities.
func scoreEntities(items []Item, extracted []graph.Evidence) *EntityScores {
	scored := scoredTypesOf(items)
	if scored == nil {
		return nil
	}
	scores := &EntityScores{Types: map[string]PRF{}}
	var exact, overlap tally
	byType := map[string]*tally{}
	for typ := range scored.types {
		byType[typ] = &tally{}
	}
	for i, item := range items {
		if item.Entities == nil {
			continue
		}
		gold, unnamed := goldNames(item)
		found, outside := foundNames(extracted[i], scored)
		scores.Unnamed += unnamed
		scores.Outside += outside
		exact.add(compare(gold, found, names.exact))
		overlap.add(compare(gold, found, names.overlap))
		for typ, t := range byType {
			t.add(compare(gold.of(typ), found.of(typ), names.exact))
		}
	}
	scores.Exact, scores.Overlap = exact.prf(), overlap.prf()
	scores.Gold, scores.Extracted = exact.gold, exact.predicted
	for typ, t := range byType {
		scores.Types[typ] = t.prf()
	}
	return scores
}

// scoredTypes are the types that a data set annotates.
type scoredTypes struct {
	// types are types of the general schema. any is set if the data set has a type without
	// an equivalent among them, or no types, so that any type may be right.
	types map[string]bool
	any   bool
}

// scoredTypesOf returns nil if no item has annotated entities.
func scoredTypesOf(items []Item) *scoredTypes {
	var a *scoredTypes
	for _, item := range items {
		if item.Entities != nil && a == nil {
			a = &scoredTypes{types: map[string]bool{}}
		}
		for _, e := range item.Entities {
			if typ := TypeOf(e.Type); typ != "" {
				a.types[typ] = true
			} else {
				a.any = true
			}
		}
	}
	return a
}

// goldNames returns the annotated names of an item, and the number of descriptions and
// pronouns, which it omits.
func goldNames(item Item) (names, int) {
	out, unnamed := names{}, 0
	for _, e := range item.Entities {
		if !e.Named() {
			unnamed++
			continue
		}
		n := out.add(e.Text, TypeOf(e.Type))
		if start, end, ok := e.span(item.Text); ok {
			n.spans = append(n.spans, text.Span{Start: start, End: end})
		}
	}
	return out, unnamed
}

// foundNames returns the typed names of the evidence of a text, and the number of names of
// types that are not scored.
func foundNames(evidence graph.Evidence, a *scoredTypes) (names, int) {
	out, outside := names{}, names{}
	for _, m := range evidence.Mentions {
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
