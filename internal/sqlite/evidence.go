package sqlite

import "grove/internal/graph"

// Columns of evidence tables e, with the item's table i where the row needs it.
const (
	spanColumns              = "e.begins, e.ends, e.place, e.surface, e.times"
	factEvidenceColumns      = "e.chunk, e.fact, e.text, e.about, " + spanColumns
	mentionColumns           = "e.chunk, e.element, i.norm, e.type, e.description, e.same, e.apart, " + spanColumns
	attributeEvidenceColumns = "e.chunk, e.attribute, i.entity, i.key, i.value, " + spanColumns
	tripleEvidenceColumns    = "e.chunk, e.triple, i.head, i.relation, i.tail, e.head_text, e.tail_text, " + spanColumns
	proposalEvidenceColumns  = "e.chunk, e.proposal, i.part, i.name, e.subject, e.object, e.signature, " + spanColumns
)

// Evidence tables, joined to what the columns above need of the item.
const (
	factEvidence      = "SELECT " + factEvidenceColumns + " FROM has_fact e"
	mentions          = "SELECT " + mentionColumns + " FROM mentions e JOIN key_element i ON i.id = e.element"
	attributeEvidence = "SELECT " + attributeEvidenceColumns + " FROM states_attribute e JOIN attribute i ON i.id = e.attribute"
	tripleEvidence    = "SELECT " + tripleEvidenceColumns + " FROM states_triple e JOIN triple i ON i.id = e.triple"
	proposalEvidence  = "SELECT " + proposalEvidenceColumns + " FROM proposes e JOIN proposal i ON i.id = e.proposal"
)

func spanTargets(s *graph.Span) []any {
	return []any{&s.Start, &s.End, &s.In, &s.Surface, &s.Count}
}

var scanFactEvidence = fields(func(e *graph.FactEvidence) []any {
	return append([]any{&e.Chunk, &e.Fact, &e.Text, jsonColumn{&e.About}}, spanTargets(&e.Span)...)
})

var scanMention = fields(func(e *graph.Mention) []any {
	return append([]any{&e.Chunk, &e.Element, &e.Norm, &e.Type, &e.Description, &e.Same, &e.Apart}, spanTargets(&e.Span)...)
})

var scanAttributeEvidence = fields(func(e *graph.AttributeEvidence) []any {
	return append([]any{&e.Chunk, &e.Attribute, &e.Entity, &e.Key, &e.Value}, spanTargets(&e.Span)...)
})

var scanTripleEvidence = fields(func(e *graph.TripleEvidence) []any {
	return append([]any{&e.Chunk, &e.Triple, &e.Head, &e.Relation, &e.Tail, &e.HeadText, &e.TailText}, spanTargets(&e.Span)...)
})
