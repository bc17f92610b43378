package tree

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"grove/internal/text"
	"grove/query"
)

// kind is the kind of a sub-query.
type kind string

const (
	// nodeKind asks for an attribute of an entity: (entity, attribute, ?).
	nodeKind kind = "node"
	// tripleKind asks for an end of a relation: (head, relation, tail), one unknown.
	tripleKind kind = "triple"
	// communityKind asks about a topic that a group of entities shares.
	communityKind kind = "community"
	// plainKind has words alone: the question itself, or a sub-query whose relation is not
	// in the schema.
	plainKind kind = "question"
)

// subQuery is an atomic query of the graph. It is comparable.
type subQuery struct {
	kind kind
	// words is the question in words.
	words string
	// head is an entity or, for a communityKind, the topic; tail is an entity; "" is
	// unknown. Types are of the schema, "" for any.
	head, headType, tail, tailType string
	// relation is a relation of the schema or, for a nodeKind, an attribute.
	relation string
}

// names returns the entities that the sub-query names.
func (q subQuery) names() []string {
	if q.kind == communityKind {
		return nil
	}
	return slices.DeleteFunc([]string{q.head, q.tail}, func(n string) bool { return n == "" })
}

// text returns the text for comparisons: the words, with the names and the relation that
// are not among them.
func (q subQuery) text() string {
	out := q.words
	for _, part := range []string{q.head, spoken(q.relation), q.tail} {
		if !strings.Contains(text.Normalise(out), text.Normalise(part)) {
			out += " " + part
		}
	}
	return strings.TrimSpace(out)
}

// form returns the sub-query as a triple without its unknown parts, for comparison with
// triples.
func (q subQuery) form() string {
	if q.relation == "" {
		return q.text()
	}
	return text.OneLine(q.head + " " + spoken(q.relation) + " " + q.tail)
}

// show returns the sub-query as the trace and the memory show it.
func (q subQuery) show() string {
	if q.kind == communityKind || q.relation == "" {
		return string(q.kind) + ": " + query.OneLine(q.text())
	}
	head, tail := query.OneLine(cmp.Or(q.head, "?")), query.OneLine(cmp.Or(q.tail, "?"))
	return string(q.kind) + ": (" + head + ", " + q.relation + ", " + tail + ")"
}

// same reports whether two sub-queries are equivalent.
func (q subQuery) same(o subQuery) bool {
	if q.relation == "" && o.relation == "" {
		return text.Normalise(q.text()) == text.Normalise(o.text())
	}
	return q.kind == o.kind && q.relation == o.relation &&
		text.Normalise(q.head) == text.Normalise(o.head) && text.Normalise(q.tail) == text.Normalise(o.tail)
}

// spoken returns the name of a relation as words.
func spoken(relation string) string {
	return strings.ToLower(strings.ReplaceAll(relation, "_", " "))
}

// replyQuery is a sub-query in a reply. A text alone is a question in words.
type replyQuery struct {
	Kind     query.LooseText `json:"kind"`
	Question query.LooseText `json:"question"`
	Head     query.LooseText `json:"head"`
	HeadType query.LooseText `json:"head_type"`
	Relation query.LooseText `json:"relation"`
	Tail     query.LooseText `json:"tail"`
	TailType query.LooseText `json:"tail_type"`
}

// UnmarshalJSON accepts an object or a text.
func (q *replyQuery) UnmarshalJSON(raw []byte) error {
	if bytes.HasPrefix(raw, []byte(`"`)) {
		return json.Unmarshal(raw, &q.Question)
	}
	type plain replyQuery
	return json.Unmarshal(raw, (*plain)(q))
}

// queryFields is the JSON Schema of a sub-query in a reply.
const queryFields = `{"type":"object","properties":{"kind":{"type":"string","enum":["node","triple","community"]},` +
	`"question":{"type":"string"},"head":{"type":"string"},"head_type":{"type":"string"},"relation":{"type":"string"},` +
	`"tail":{"type":"string"},"tail_type":{"type":"string"}},` +
	`"required":["kind","question","head","head_type","relation","tail","tail_type"],"additionalProperties":false}`

// queryRule explains the form of a sub-query to a model.
const queryRule = `A sub-query has a "kind" and says in "question" what it asks in words. ` +
	`"node" asks for an attribute of an entity: head is the entity, relation the attribute. ` +
	`"triple" asks for what stands in a relation: head, relation, tail, with "" for the unknown end. ` +
	`"community" asks about a topic that many things share: head is the topic. ` +
	`Take relations, attributes and types from the schema and leave what does not apply "". `

// read converts the sub-queries of a reply, at most maxQueries, without empty ones.
func read(reply []replyQuery) []subQuery {
	var out []subQuery
	for _, r := range reply {
		q := subQuery{words: query.OneLine(string(r.Question)), head: named(r.Head), headType: named(r.HeadType),
			relation: named(r.Relation), tail: named(r.Tail), tailType: named(r.TailType)}
		switch k := kind(strings.ToLower(strings.TrimSpace(string(r.Kind)))); {
		case k == communityKind:
			q.kind = communityKind
		case q.relation == "":
			q.kind = plainKind
		case k == nodeKind:
			q.kind = nodeKind
		default:
			q.kind = tripleKind
		}
		if q.text() != "" && len(out) < maxQueries {
			out = append(out, q)
		}
	}
	return out
}

// named returns a name of a reply, "" for the placeholders of an unknown name.
func named(s query.LooseText) string {
	out := query.OneLine(string(s))
	if strings.HasPrefix(out, "?") || strings.EqualFold(out, "unknown") || out == "_" {
		return ""
	}
	return out
}
