package resolve

import (
	"strings"
	"unicode/utf8"

	"grove/ingest/extract"
	"grove/internal/graph"
	"grove/internal/text"
	"grove/schema"
)

// Names that the seed of the schema lacks become evidence of proposals, where the names of
// their subjects are in the text. So do names that were accepted since, in addition to the
// typed evidence, so that an acceptance ends with its support. Proposals depend on the
// extraction and the seed only, not on accepted names.

func (r *resolver) proposeType(e extract.Entity, span graph.Span, accepted bool) {
	name, norm := schema.TypeName(e.Type), text.Normalise(e.Name)
	signature := graph.Unsound
	if r.used()[norm] && r.given()[norm] == name {
		signature = name
	}
	r.propose(graph.ProposalEvidence{Part: graph.PartType, Name: name, Subject: strings.TrimSpace(e.Name), Signature: signature,
		Span: span}, accepted)
}

func (r *resolver) proposeAttribute(a extract.Attribute, accepted bool) {
	entity, value := strings.TrimSpace(a.Entity), text.OneLine(a.Value)
	at, ok := r.there(entity)
	if !ok || value == "" || utf8.RuneCountInString(value) > maxValue {
		return
	}
	span, ok := r.find(strings.TrimSpace(a.Value))
	if !ok {
		span = r.around(at)
	}
	signature := graph.Unsound
	if typ := r.given()[text.Normalise(entity)]; typ != "" {
		signature = typ
	}
	r.propose(graph.ProposalEvidence{Part: graph.PartAttribute, Name: schema.AttributeName(a.Key), Subject: entity, Object: value,
		Signature: signature, Span: span}, accepted)
}

func (r *resolver) proposeRelation(t extract.Triple, accepted bool) {
	head, tail := strings.TrimSpace(t.Head), strings.TrimSpace(t.Tail)
	at, ok := r.there(head)
	if _, tailOK := r.there(tail); !ok || !tailOK {
		return
	}
	signature := graph.Unsound
	from, to := r.given()[text.Normalise(head)], r.given()[text.Normalise(tail)]
	if from != "" && to != "" {
		signature = from + ">" + to
	}
	r.propose(graph.ProposalEvidence{Part: graph.PartRelation, Name: schema.RelationName(t.Relation), Subject: head, Object: tail,
		Signature: signature, Span: r.between(head, tail, at)}, accepted)
}

// propose adds evidence of a proposal, unless the schema's evolution is off; accepted is
// true where the schema has the name by now, so that it is no violation.
func (r *resolver) propose(e graph.ProposalEvidence, accepted bool) {
	v := Violation{Part: e.Part, Name: e.Name, Why: notInSchema, Subject: e.Subject, Object: e.Object, Chunk: r.chunk}
	if e.Name == "" || e.Part != graph.PartAttribute && graph.CheckName(string(e.Part), e.Name) != nil {
		v.Why = noName
		r.dropped.violate(v, false)
		return
	}
	proposed := r.schema.Mode() != schema.Off
	if !accepted {
		r.dropped.violate(v, proposed)
	}
	if proposed {
		e.Chunk, e.Proposal = r.chunk, graph.ProposalID(e.Part, e.Name)
		r.evidence.Proposals = append(r.evidence.Proposals, e)
	}
}

// there finds a name as mention does, without adding a key element: proposals change no
// other evidence. A name that is not in the text is counted once.
func (r *resolver) there(name string) (graph.Span, bool) {
	if id, known := r.found[name]; known && id == "" {
		return graph.Span{}, false
	}
	if text.Normalise(name) != "" && utf8.RuneCountInString(name) <= maxName {
		if span, ok := r.find(name); ok {
			return span, true
		}
	}
	r.found[name] = ""
	r.dropped.NotInText++
	return graph.Span{}, false
}

// typesGiven returns the types that a model gave to names, normalised; a name that
// got two has none.
func typesGiven(entities []extract.Entity) map[string]string {
	given, torn := map[string]string{}, map[string]bool{}
	for _, e := range entities {
		norm, typ := text.Normalise(e.Name), schema.TypeName(e.Type)
		if typ == "" {
			continue
		}
		if old, ok := given[norm]; ok && old != typ {
			torn[norm] = true
		}
		given[norm] = typ
	}
	for norm := range torn {
		delete(given, norm)
	}
	return given
}

// namesUsed returns the normalised names in facts, triples and attributes.
func namesUsed(e extract.Extraction) map[string]bool {
	used := map[string]bool{}
	for _, f := range e.Facts {
		for _, name := range f.Elements {
			used[text.Normalise(name)] = true
		}
	}
	for _, t := range e.Triples {
		used[text.Normalise(t.Head)], used[text.Normalise(t.Tail)] = true, true
	}
	for _, a := range e.Attributes {
		used[text.Normalise(a.Entity)] = true
	}
	return used
}
