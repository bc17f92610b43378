// Package resolve turns the extraction of a chunk into evidence: names become key
// elements, and every item gets the span of text that supports it. Names that are not in
// the text are dropped and counted, and names outside the schema become proposals. It is
// a pure function of the extraction, the chunk and the schema.
package resolve

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"grove/ingest/extract"
	"grove/ingest/resolve/alias"
	"grove/internal/graph"
	"grove/internal/lists"
	"grove/internal/text"
	"grove/schema"
)

const (
	// maxName is the most runes of a name; its normal form is much shorter.
	maxName = 5000
	// maxValue is the most runes of an attribute value or a description. A longer one is a
	// misplaced sentence.
	maxValue = 300
)

// Input is one chunk and its extraction.
type Input struct {
	// Title is the document's title, part of the evidence of the first chunk only.
	Title      string
	Chunk      graph.Chunk
	Extraction extract.Extraction
	Schema     *schema.Schema
}

// Evidence returns the chunk's evidence, in canonical order.
func Evidence(in Input) (graph.Evidence, Dropped) {
	most := mostItems(in.Chunk.Text)
	var left int
	in.Extraction, left = bounded(in.Extraction, most)
	r := newResolver(in)
	r.most, r.dropped.OverLimit = most, left
	for _, e := range in.Extraction.Entities {
		r.entity(e)
	}
	for _, f := range in.Extraction.Facts {
		r.fact(f)
	}
	for _, a := range in.Extraction.Attributes {
		r.attribute(a)
	}
	for _, t := range in.Extraction.Triples {
		r.triple(t)
	}
	r.evidence.Canonical()
	r.dropped.bound()
	return r.evidence, r.dropped
}

// newResolver returns a resolver of the items of a chunk.
func newResolver(in Input) *resolver {
	r := &resolver{
		terms: sync.OnceValue(func() map[string]bool { return termsOf(in.Title, in.Chunk.Text) }),
		chunk: in.Chunk.ID, schema: in.Schema,
		given: sync.OnceValue(func() map[string]string { return typesGiven(in.Extraction.Entities) }),
		used:  sync.OnceValue(func() map[string]bool { return namesUsed(in.Extraction) }),
		text:  newLocated(in.Chunk.Text, in.Chunk.Start, graph.InText),
		found: map[string]graph.ID{}, written: map[string]string{}, types: map[graph.ID]string{}, spans: map[graph.ID]graph.Span{},
		named: map[[2]graph.ID]bool{},
	}
	if in.Chunk.Index == 0 && in.Title != "" {
		r.title = newLocated(in.Title, 0, graph.InTitle)
	}
	r.persons = sync.OnceValue(func() map[string][][]word { return personsByWord(r.given()) })
	return r
}

type resolver struct {
	chunk       graph.ID
	schema      *schema.Schema
	text, title *located
	// most is the most key elements; terms are the search terms of chunk and title.
	most     int
	terms    func() map[string]bool
	evidence graph.Evidence
	dropped  Dropped
	// found are the elements of the names so far, "" for names that are not in the text.
	found map[string]graph.ID
	// written has the names that the text writes otherwise, as it writes them.
	written map[string]string
	types   map[graph.ID]string
	spans   map[graph.ID]graph.Span
	// named are the pairs of an entity and another name of it.
	named map[[2]graph.ID]bool
	// given has the types that the model gave to names, in the schema or not, and used
	// the names in facts, triples and attributes; both by normalised name, and computed
	// for the first proposal. persons has the names of people among given by each of their words.
	given   func() map[string]string
	used    func() map[string]bool
	persons func() map[string][][]word
}

// mention adds the mention of a name and returns its key element, "" if the name is not
// in the text.
func (r *resolver) mention(name string) graph.ID {
	if id, ok := r.found[name]; ok {
		return id
	}
	if len(r.spans) >= r.most {
		r.dropped.OverLimit++
		return ""
	}
	id := r.locate(name)
	r.found[name] = id
	if id == "" {
		r.dropped.NotInText++
	}
	return id
}

func (r *resolver) locate(name string) graph.ID {
	if text.Normalise(name) == "" || utf8.RuneCountInString(name) > maxName {
		return ""
	}
	span, ok := r.find(name)
	if !ok {
		return ""
	}
	norm := text.Normalise(r.asWritten(name))
	id := graph.KeyElementID(norm, "")
	if _, known := r.spans[id]; !known {
		r.spans[id] = span
	}
	r.evidence.Mentions = append(r.evidence.Mentions, graph.Mention{Chunk: r.chunk, Element: id, Norm: norm, Span: span})
	return id
}

// find returns the span of a name in the chunk, else in the title: as written, else by its
// words, else, for a person, with the family name first, else the part of the name that is there. A fuller name than the text
// has is thus a mention of the shorter one, which joins it if other text has it in full; not where the chunk has another
// person of whom the shorter name is a part.
func (r *resolver) find(s string) (graph.Span, bool) {
	if span, ok := r.findWritten(s); ok {
		return span, ok
	}
	if utf8.RuneCountInString(s) > maxValue {
		return graph.Span{}, false
	}
	name := wordsOf(s)
	by := []func(words, name []word) (int, int, bool){sought}
	if alias.Person(r.given()[text.Normalise(s)]) {
		by = append(by, inverted, func(words, name []word) (int, int, bool) {
			return part(words, name, func(part []word) bool { return r.othersCalled(part, name) })
		})
	}
	for _, how := range by {
		for _, l := range []*located{r.text, r.title} {
			if l == nil {
				continue
			}
			if span, ok := l.findWords(name, how); ok && text.Normalise(span.Surface) != "" {
				r.written[s] = span.Surface
				return span, true
			}
		}
	}
	return graph.Span{}, false
}

// othersCalled reports whether the part of a person's name is also part of the name of somebody else whom the chunk has: of whom
// neither name is a fuller or shorter form of the other.
func (r *resolver) othersCalled(part, name []word) bool {
	return slices.ContainsFunc(r.persons()[part[0].folded],
		func(other []word) bool { return contains(other, part) && !formOf(other, name) })
}

// personsByWord returns the names of people by each of their words.
func personsByWord(given map[string]string) map[string][][]word {
	out := map[string][][]word{}
	for name, typ := range given {
		if alias.Person(typ) {
			words := wordsOf(name)
			for _, w := range words {
				out[w.folded] = append(out[w.folded], words)
			}
		}
	}
	return out
}

func (r *resolver) findWritten(s string) (graph.Span, bool) {
	if span, ok := r.text.find(s); ok || r.title == nil {
		return span, ok
	}
	return r.title.find(s)
}

// asWritten returns a name that was found as the text writes it.
func (r *resolver) asWritten(name string) string {
	if written, ok := r.written[name]; ok {
		return written
	}
	return name
}

func (r *resolver) entity(e extract.Entity) {
	name := strings.TrimSpace(e.Name)
	id := r.mention(name)
	if id == "" {
		return
	}
	span, _ := r.find(name)
	typ, ok := r.schema.Type(e.Type)
	if e.Type != "" && (!ok || typ.By != "") {
		r.proposeType(e, span, ok)
	}
	r.evidence.Mentions = append(r.evidence.Mentions, graph.Mention{
		Chunk: r.chunk, Element: id, Norm: text.Normalise(r.asWritten(name)), Span: span,
		Type: typ.Name, Description: text.Truncate(strings.TrimSpace(e.Description), maxValue),
	})
	if typ.Name != "" {
		if old := r.types[id]; old == "" || typ.Name < old {
			r.types[id] = typ.Name
		}
	}
}

func (r *resolver) fact(f extract.Fact) {
	body := strings.TrimSpace(f.Text)
	norm := text.Normalise(body)
	if norm == "" {
		return
	}
	if !r.grounded(body) || extract.Dangling(body, r.text.text) {
		r.dropped.FactsNotInText++
		return
	}
	folded := strings.Map(unicode.ToLower, body)
	words := sync.OnceValue(func() []word { return wordsOf(body) })
	var about []graph.ID
	for _, e := range f.Elements {
		e = strings.TrimSpace(e)
		_, n := text.Occurrences(folded, strings.Map(unicode.ToLower, e))
		if n == 0 && !hasWords(words(), e) {
			r.dropped.NotInText++
			continue
		}
		if id := r.mention(e); id != "" {
			about = append(about, id)
		}
	}
	r.evidence.Facts = append(r.evidence.Facts, graph.FactEvidence{
		Chunk: r.chunk, Fact: graph.FactID(norm), Text: body, Span: r.factSpan(f), About: about,
	})
}

// factSpan returns the sentence that supports the fact: the one that the model quoted, the
// fact itself where it is in the text, the sentence with the most words in common, else
// the whole chunk.
func (r *resolver) factSpan(f extract.Fact) graph.Span {
	for _, s := range []string{strings.TrimSpace(f.Sentence), strings.TrimSpace(f.Text)} {
		if s == "" {
			continue
		}
		if span, ok := r.text.find(s); ok {
			return span
		}
	}
	want := lists.Set(text.Terms(f.Text))
	best, most := graph.Span{}, 0
	for _, s := range r.text.sentences {
		span := r.text.span(s.Start, s.End, 1)
		shared := map[string]bool{}
		for _, t := range text.Terms(span.Surface) {
			if want[t] {
				shared[t] = true
			}
		}
		if len(shared) > most {
			best, most = span, len(shared)
		}
	}
	if 2*most >= len(want) && most > 0 {
		return best
	}
	return r.text.span(0, utf8.RuneCountInString(r.text.text), 1)
}

func (r *resolver) attribute(a extract.Attribute) {
	key, ok := r.schema.Attribute(a.Key)
	if !ok || key.By != "" {
		r.proposeAttribute(a, ok)
	}
	if !ok {
		return
	}
	value := text.OneLine(a.Value)
	entity := r.mention(strings.TrimSpace(a.Entity))
	if entity == "" {
		r.dropped.EndsNotInText++
		return
	}
	switch {
	case value == "":
		return
	case utf8.RuneCountInString(value) > maxValue:
		r.dropped.OverLimit++
		return
	}
	span := r.valueSpan(a, r.spans[entity])
	r.evidence.Attributes = append(r.evidence.Attributes, graph.AttributeEvidence{
		Chunk: r.chunk, Attribute: graph.AttributeID(entity, key.Name, value),
		Entity: entity, Key: key.Name, Value: value, Span: span,
	})
	if key.Name == schema.OtherName {
		if same := text.Normalise(value); same != "" {
			r.named[[2]graph.ID{entity, graph.KeyElementID(same, "")}] = true
			r.claim(entity, graph.Mention{Norm: text.Normalise(r.asWritten(strings.TrimSpace(a.Entity))), Same: same})
		}
	}
}

// claim adds what the chunk says of a name and others to a mention of the name.
func (r *resolver) claim(id graph.ID, m graph.Mention) {
	m.Chunk, m.Element, m.Span = r.chunk, id, r.spans[id]
	r.evidence.Mentions = append(r.evidence.Mentions, m)
}

// apart adds that two names are two, where the rules of package alias or the chunk itself may take them for one.
func (r *resolver) apart(a, b graph.ID, nameA, nameB string) {
	normA, normB := text.Normalise(nameA), text.Normalise(nameB)
	one := r.named[[2]graph.ID{a, b}] || r.named[[2]graph.ID{b, a}] ||
		alias.Alike(alias.Profile{ID: a, Norm: normA, Name: nameA, Type: r.types[a]},
			alias.Profile{ID: b, Norm: normB, Name: nameB, Type: r.types[b]})
	if a == b || !one {
		return
	}
	r.claim(a, graph.Mention{Norm: normA, Apart: normB})
	r.claim(b, graph.Mention{Norm: normB, Apart: normA})
}

func (r *resolver) triple(t extract.Triple) {
	relation, ok := r.schema.Relation(t.Relation)
	if !ok || relation.By != "" {
		r.proposeRelation(t, ok)
	}
	if !ok {
		return
	}
	headText, tailText := strings.TrimSpace(t.Head), strings.TrimSpace(t.Tail)
	head, tail := r.mention(headText), r.mention(tailText)
	if head == "" || tail == "" {
		r.dropped.EndsNotInText++
		return
	}
	if !relation.Fits(r.types[head], r.types[tail]) {
		r.dropped.violate(Violation{Part: graph.PartRelation, Name: relation.Name, Why: typesDoNotFit, Subject: headText, Object: tailText,
			Chunk: r.chunk}, false)
		return
	}
	headText, tailText = r.asWritten(headText), r.asWritten(tailText)
	span, ok := r.stated(t.Sentence, headText, tailText)
	if !ok {
		span = r.between(headText, tailText, r.spans[head])
	}
	r.apart(head, tail, headText, tailText)
	r.evidence.Triples = append(r.evidence.Triples, graph.TripleEvidence{
		Chunk: r.chunk, Triple: graph.TripleID(head, relation.Name, tail), Head: head, Relation: relation.Name,
		Tail: tail, HeadText: headText, TailText: tailText, Span: span,
	})
}
