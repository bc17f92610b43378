package storetest

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"grove/internal/graph"
	"grove/internal/lists"
)

// Piece is one chunk of a document to build, and what it says. Key elements are
// named by their normalised names.
type Piece struct {
	Text, Heading, Page string
	Mentions            []Named
	Facts               []Said
	Attributes          []Has
	Relations           []Link
	Proposals           []Proposed
}

// Named is a mention. Norm "" is the surface in lower case; the surface is
// looked up in the piece, or in the title where In says so.
type Named struct {
	Surface, Norm, Type, Description, Same, Apart string
	In                                            graph.Place
}

// Said is an atomic fact. Its id is that of its text in lower case, without a
// full stop at the end. Surface "" is Text where the piece has it, else the
// whole piece.
type Said struct {
	Text, Surface string
	About         []string
}

// Has is an attribute of an entity; its surface is the value where the piece
// has it, else the whole piece.
type Has struct{ Entity, Key, Value string }

// Link is a relation; its surface is the whole piece. HeadText and TailText ""
// are the norms.
type Link struct{ Head, Relation, Tail, HeadText, TailText string }

// Proposed is a name outside the schema; its surface is Surface where the piece
// has it, else the whole piece.
type Proposed struct {
	Part                                      graph.SchemaPart
	Name, Subject, Object, Signature, Surface string
}

// Bundle builds a document with its chunks and their evidence.
func Bundle(source, title string, pieces ...Piece) graph.Bundle {
	b := builder{title: title}
	b.Document = graph.Document{
		ID: graph.DocumentID(source), Source: source, Title: title, Language: "en", Origin: "/library/" + source,
		IngestedAt: time.Date(1851, 11, 14, 12, 30, 15, 0, time.UTC),
	}
	text := ""
	occurrences := map[string]int{}
	for i, p := range pieces {
		text += p.Text
		c := graph.Chunk{
			ID: graph.ChunkID(b.Document.ID, p.Text, occurrences[p.Text]), Document: b.Document.ID, Index: i,
			Start: b.Document.Runes, End: b.Document.Runes + utf8.RuneCountInString(p.Text), Text: p.Text,
			Tokens: len(strings.Fields(p.Text)), Page: p.Page, Heading: p.Heading, Name: fmt.Sprintf("%s %d", source, i+1),
		}
		occurrences[p.Text]++
		b.Document.Runes = c.End
		b.Document.Tokens += c.Tokens
		b.Chunks = append(b.Chunks, c)
		b.say(c, p)
	}
	b.Document.SHA256 = graph.Digest(title, text)
	return b.Bundle
}

// builder gathers a bundle.
type builder struct {
	graph.Bundle
	title string
}

func (b *builder) say(c graph.Chunk, p Piece) {
	e := &b.Evidence
	for _, m := range p.Mentions {
		norm := m.Norm
		if norm == "" {
			norm = strings.ToLower(m.Surface)
		}
		span := spanIn(c, m.Surface)
		if m.In == graph.InTitle {
			span = spanIn(graph.Chunk{Text: b.title}, m.Surface)
			span.In = graph.InTitle
		}
		e.Mentions = append(e.Mentions, graph.Mention{Chunk: c.ID, Element: element(norm), Norm: norm, Span: span,
			Type: m.Type, Description: m.Description, Same: m.Same, Apart: m.Apart})
	}
	for _, f := range p.Facts {
		surface := f.Surface
		if surface == "" {
			surface = f.Text
		}
		e.Facts = append(e.Facts, graph.FactEvidence{Chunk: c.ID, Fact: fact(f.Text), Text: f.Text, Span: spanIn(c, surface), About: elements(f.About...)})
	}
	for _, a := range p.Attributes {
		entity := element(a.Entity)
		e.Attributes = append(e.Attributes, graph.AttributeEvidence{Chunk: c.ID, Attribute: graph.AttributeID(entity, a.Key, a.Value),
			Entity: entity, Key: a.Key, Value: a.Value, Span: spanIn(c, a.Value)})
	}
	for _, l := range p.Relations {
		t := graph.TripleEvidence{Chunk: c.ID, Triple: triple(l.Head, l.Relation, l.Tail), Head: element(l.Head), Relation: l.Relation,
			Tail: element(l.Tail), HeadText: l.HeadText, TailText: l.TailText, Span: spanIn(c, c.Text)}
		if t.HeadText == "" {
			t.HeadText = l.Head
		}
		if t.TailText == "" {
			t.TailText = l.Tail
		}
		e.Triples = append(e.Triples, t)
	}
	for _, n := range p.Proposals {
		e.Proposals = append(e.Proposals, graph.ProposalEvidence{Chunk: c.ID, Proposal: graph.ProposalID(n.Part, n.Name), Part: n.Part, Name: n.Name,
			Subject: n.Subject, Object: n.Object, Signature: n.Signature, Span: spanIn(c, n.Surface)})
	}
}

// spanIn returns where the surface first stands in the chunk, or the whole chunk.
func spanIn(c graph.Chunk, surface string) graph.Span {
	at := strings.Index(c.Text, surface)
	if at < 0 || surface == "" {
		return graph.Span{Start: c.Start, End: c.End, In: graph.InText, Surface: c.Text, Count: 1}
	}
	start := c.Start + utf8.RuneCountInString(c.Text[:at])
	return graph.Span{Start: start, End: start + utf8.RuneCountInString(surface), In: graph.InText, Surface: surface,
		Count: strings.Count(c.Text, surface)}
}

// element returns the id of the key element with this normalised name.
func element(norm string) graph.ID { return graph.KeyElementID(norm, "") }

func elements(norms ...string) []graph.ID {
	return lists.Map(norms, element)
}

// fact returns the id of the fact with this text, by the rule of Said.
func fact(text string) graph.ID {
	return graph.FactID(factNorm(text))
}

func factNorm(text string) string { return strings.TrimSuffix(strings.ToLower(text), ".") }

func triple(head, relation, tail string) graph.ID {
	return graph.TripleID(element(head), relation, element(tail))
}
