package eval

import (
	"grove/internal/graph"
	"grove/internal/lists"
	"grove/schema"
)

// Gold tells what the annotations of an item say of two names, to learn from.
type Gold struct {
	scored map[string]bool
	list   []goldTriple
}

// Gold returns what is annotated of an item of the set. A relation of the general schema is annotated
// where it is the first equivalent of an annotated one.
func (s Items) Gold(item Item) Gold {
	g := Gold{scored: map[string]bool{}, list: goldTriples(item)}
	if item.ontology != nil {
		for _, r := range item.ontology.Relations {
			g.scored[primary(linksOf(r.Label)).name] = true
		}
		return g
	}
	for _, i := range s.List {
		for _, t := range i.Triples {
			g.scored[primary(linksOf(t[1])).name] = true
		}
	}
	return g
}

// primary is the first equivalent in the general schema, or none.
func primary(links []link) link {
	for _, l := range links {
		if inGeneral[l.name] {
			return l
		}
	}
	return link{}
}

// States tells whether the annotations say a relation or attribute of the general schema of two
// names; known is false where they leave it open.
func (g Gold) States(head, relation, tail string) (stated, known bool) {
	head, tail = normal(head), normal(tail)
	known = g.scored[relation]
	for _, t := range g.list {
		for _, l := range t.links {
			h, b := head, tail
			if l.reversed {
				h, b = tail, head
			}
			if l.name == relation && agrees(t.heads, h) && agrees(t.tails, b) {
				if l == primary(t.links) {
					return true, true
				}
				known = false
			}
		}
	}
	return false, known
}

// Read is evidence with triples and attributes alone, by the names of their ends.
type Read struct{ Evidence graph.Evidence }

func (r *Read) end(name string) graph.ID {
	id := graph.ID(normal(name))
	r.Evidence.Mentions = append(r.Evidence.Mentions, graph.Mention{Element: id, Norm: normal(name)})
	return id
}

// Triple adds a triple.
func (r *Read) Triple(head, relation, tail string) {
	r.Evidence.Triples = append(r.Evidence.Triples, graph.TripleEvidence{Head: r.end(head), Relation: relation, Tail: r.end(tail)})
}

// Attribute adds an attribute.
func (r *Read) Attribute(entity, key, value string) {
	r.Evidence.Attributes = append(r.Evidence.Attributes, graph.AttributeEvidence{Entity: r.end(entity), Key: key, Value: value})
}

// inGeneral are the relations and attributes of the general schema.
var inGeneral = func() map[string]bool {
	out := lists.SetOf(schema.General().Relations, func(r schema.Relation) string { return r.Name })
	for _, a := range schema.General().Attributes {
		out[a.Name] = true
	}
	return out
}()
