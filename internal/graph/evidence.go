package graph

import (
	"cmp"
	"slices"
	"strings"

	"grove/internal/lists"
)

// Evidence is the set of edges from chunks to the items that they support, one row for
// each chunk, item and surface.
type Evidence struct {
	Facts      []FactEvidence
	Mentions   []Mention
	Attributes []AttributeEvidence
	Triples    []TripleEvidence
	Proposals  []ProposalEvidence
}

// FactEvidence is a HAS_FACT edge: a chunk states an atomic fact. Its span is that of the
// sentences that state the fact, else of the chunk.
type FactEvidence struct {
	Chunk ID `json:"chunk"`
	Fact  ID `json:"-"`
	// Text is the fact as extracted from this chunk.
	Text string `json:"text"`
	Span
	// About are the key elements of the fact, sorted, each once.
	About []ID `json:"about"`
}

// Mention is a MENTIONS edge: a chunk names a key element. A chunk mentions every key
// element of its facts, attributes and triples.
type Mention struct {
	Chunk   ID `json:"chunk"`
	Element ID `json:"-"`
	// Norm is the normalised name, from which the id Element follows.
	Norm string `json:"-"`
	Span
	// Type is the schema type this chunk gives the element, or "".
	Type string `json:"type"`
	// Description is the short description this chunk gives the element, or "".
	Description string `json:"description"`
	// Same has the other names that this chunk gives the element, Apart names written like this one that it relates to it, so
	// that they are others: normalised and sorted, one a line.
	Same  string `json:"same,omitempty"`
	Apart string `json:"apart,omitempty"`
}

// AttributeEvidence is a STATES edge to an attribute.
type AttributeEvidence struct {
	Chunk     ID     `json:"chunk"`
	Attribute ID     `json:"-"`
	Entity    ID     `json:"-"`
	Key       string `json:"-"`
	Value     string `json:"-"`
	Span
}

// TripleEvidence is a STATES edge to a triple.
type TripleEvidence struct {
	Chunk    ID     `json:"chunk"`
	Triple   ID     `json:"-"`
	Head     ID     `json:"-"`
	Relation string `json:"-"`
	Tail     ID     `json:"-"`
	// HeadText and TailText are the two ends as the chunk writes them.
	HeadText string `json:"head"`
	TailText string `json:"tail"`
	Span
}

// Name returns the caption of the triple in this row.
func (e TripleEvidence) Name() string { return e.HeadText + " " + e.Relation + " " + e.TailText }

// Rows returns the number of rows.
func (e *Evidence) Rows() int {
	return len(e.Facts) + len(e.Mentions) + len(e.Attributes) + len(e.Triples) + len(e.Proposals)
}

// Append adds all rows of other.
func (e *Evidence) Append(other Evidence) {
	e.Facts = append(e.Facts, other.Facts...)
	e.Mentions = append(e.Mentions, other.Mentions...)
	e.Attributes = append(e.Attributes, other.Attributes...)
	e.Triples = append(e.Triples, other.Triples...)
	e.Proposals = append(e.Proposals, other.Proposals...)
}

// Where returns the rows of the chunks for which keep returns true. The receiver is unchanged.
func (e *Evidence) Where(keep func(chunk ID) bool) Evidence {
	return Evidence{
		Facts:      lists.Filter(e.Facts, func(r FactEvidence) bool { return keep(r.Chunk) }),
		Mentions:   lists.Filter(e.Mentions, func(r Mention) bool { return keep(r.Chunk) }),
		Attributes: lists.Filter(e.Attributes, func(r AttributeEvidence) bool { return keep(r.Chunk) }),
		Triples:    lists.Filter(e.Triples, func(r TripleEvidence) bool { return keep(r.Chunk) }),
		Proposals:  lists.Filter(e.Proposals, func(r ProposalEvidence) bool { return keep(r.Chunk) }),
	}
}

// Canonical sorts the rows and merges those of one chunk, item and surface, independently
// of their order: the first span, the higher count, the smaller non-empty string, the
// union of About, and the first example of a proposal are retained.
func (e *Evidence) Canonical() {
	for i := range e.Facts {
		e.Facts[i].About = lists.Sorted(e.Facts[i].About) // other rows may share the list
	}
	e.Facts = mergeRows(e.Facts, func(a, b FactEvidence) FactEvidence {
		a.Span, a.Text = mergeSpans(a.Span, b.Span), smaller(a.Text, b.Text)
		a.About = lists.Sorted(slices.Concat(a.About, b.About))
		return a
	})
	e.Mentions = mergeRows(e.Mentions, func(a, b Mention) Mention {
		a.Span = mergeSpans(a.Span, b.Span)
		a.Type, a.Description = smaller(a.Type, b.Type), smaller(a.Description, b.Description)
		a.Same, a.Apart = united(a.Same, b.Same), united(a.Apart, b.Apart)
		return a
	})
	e.Attributes = mergeRows(e.Attributes, func(a, b AttributeEvidence) AttributeEvidence { a.Span = mergeSpans(a.Span, b.Span); return a })
	e.Triples = mergeRows(e.Triples, func(a, b TripleEvidence) TripleEvidence {
		a.Span = mergeSpans(a.Span, b.Span)
		a.HeadText, a.TailText = smaller(a.HeadText, b.HeadText), smaller(a.TailText, b.TailText)
		return a
	})
	e.Proposals = mergeRows(e.Proposals, func(a, b ProposalEvidence) ProposalEvidence {
		span := mergeSpans(a.Span, b.Span)
		if b.before(a) {
			a = b
		}
		a.Span = span
		return a
	})
}

// rowKey identifies an evidence row. It includes In, as a title may repeat a surface of
// the text.
type rowKey struct {
	EvidenceEdge
	in      Place
	surface string
}

func (k rowKey) compare(o rowKey) int {
	return cmp.Or(k.EvidenceEdge.compare(o.EvidenceEdge), cmp.Compare(k.in, o.in), cmp.Compare(k.surface, o.surface))
}

// evidenceRow is a row of evidence of one kind: an edge, and its span.
type evidenceRow interface {
	edge() EvidenceEdge
	span() Span
}

func (s Span) span() Span { return s }

func mergeRows[R evidenceRow](rows []R, merge func(a, b R) R) []R {
	key := func(r R) rowKey { return rowKey{r.edge(), r.span().In, r.span().Surface} }
	inOrder := func(a, b R) int { return key(a).compare(key(b)) }
	if !slices.IsSortedFunc(rows, inOrder) { // as those that are stored, or were sorted before, are
		slices.SortStableFunc(rows, inOrder)
	}
	out := rows[:0]
	for _, r := range rows {
		if n := len(out); n > 0 && key(out[n-1]) == key(r) {
			out[n-1] = merge(out[n-1], r)
			continue
		}
		out = append(out, r)
	}
	return out
}

func mergeSpans(a, b Span) Span {
	if b.Start < a.Start {
		a.Start, a.End = b.Start, b.End
	}
	a.Count = max(a.Count, b.Count)
	return a
}

// united returns the lines of both lists, sorted, each once.
func united(a, b string) string {
	if a == b || b == "" {
		return a
	}
	lines := strings.Split(b, "\n")
	if a != "" {
		lines = append(lines, strings.Split(a, "\n")...)
	}
	return strings.Join(lists.Sorted(lines), "\n")
}

// smaller returns the smaller of two strings, preferring any to "".
func smaller(a, b string) string {
	if a == "" || b != "" && b < a {
		return b
	}
	return a
}
