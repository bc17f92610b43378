package storetest

import (
	"fmt"
	"strings"

	"grove/internal/graph"
	"grove/internal/lists"
)

// labels are readable names of ids, so that expected answers can be written
// down: the source of a document, source#index of a chunk, the normalised text
// of a fact, the normalised name of a key element, "entity.key=value" of an
// attribute, "head RELATION tail" of a triple.
type labels map[graph.ID]string

func labelsOf(bundles ...graph.Bundle) labels {
	l := labels{"": "-"}
	for _, b := range bundles {
		l[b.Document.ID] = b.Document.Source
		for _, c := range b.Chunks {
			l[c.ID] = fmt.Sprintf("%s#%d", b.Document.Source, c.Index)
		}
		for _, m := range b.Evidence.Mentions {
			l[m.Element] = m.Norm
		}
		for _, f := range b.Evidence.Facts {
			l[f.Fact] = factNorm(f.Text)
		}
		for _, a := range b.Evidence.Attributes {
			l[a.Attribute] = l[a.Entity] + "." + a.Key + "=" + a.Value
		}
		for _, p := range b.Evidence.Proposals {
			l[p.Proposal] = string(p.Part) + " " + p.Name
		}
		for _, t := range b.Evidence.Triples {
			l[t.Triple] = l[t.Head] + " " + t.Relation + " " + l[t.Tail]
		}
	}
	return l
}

// of returns the label of an id, or the id with a question mark if it has none.
func (l labels) of(id graph.ID) string {
	if s, ok := l[id]; ok {
		return s
	}
	return "?" + string(id)
}

func (l labels) all(ids []graph.ID) string {
	names := lists.Map(ids, l.of)
	return strings.Join(names, ", ")
}

// keyElement writes all that a key element shows.
func keyElement(e graph.KeyElement) string {
	return fmt.Sprintf("%s = %s (%s) type %q description %q support %d",
		e.Norm, e.Name, strings.Join(e.Aliases, ", "), e.Type, e.Description, e.Support)
}

// lines writes each row by the given function.
func lines[R any](rows []R, err error, line func(R) string) ([]string, error) {
	if err != nil {
		return nil, err
	}
	return lists.Map(rows, line), nil
}
