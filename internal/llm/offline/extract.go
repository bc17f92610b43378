package offline

import (
	"slices"
	"strings"

	"grove/internal/learn"
	"grove/internal/lists"
)

// Extraction is what a text says. Every name, value and element stands in the text or the title, with one space for the end of a line.
type Extraction struct {
	Facts      []Fact
	Entities   []Entity
	Triples    []Triple
	Attributes []Attribute
}

// Fact is one statement: a sentence or clause of the text, where a leading pronoun gives way to the name it stands for.
type Fact struct {
	Text string
	// Elements are the key elements of Text, in its order, each once.
	Elements []string
	// Sentence is the sentence of the text that holds the statement, word for word.
	Sentence string
}

// Entity is a named thing and its type in the general schema.
type Entity struct{ Name, Type, Description string }

// Triple is a relation of the general schema between two names. Sentence is the first sentence of the text that states it, word
// for word; "" where it follows from several.
type Triple struct{ Head, Relation, Tail, Sentence string }

// Attribute is a property of an entity under a key of the general schema. Sentence is the first of the text that states it.
type Attribute struct{ Entity, Key, Value, Sentence string }

// Extract takes a text apart into facts with key elements, entities, triples and attributes. lang is "zh" for Chinese; every other
// language is read as English is. The title names what the text is about, or is "". The result depends on nothing but the arguments.
func (k *Kit) Extract(title, body, lang string) Extraction {
	return ExtractWith(shippedRelations, title, body, lang)
}

// ExtractWith is Kit.Extract with other weights of the model of relations.
func ExtractWith(w learn.Sparse, title, body, lang string) Extraction {
	p, c := read(title, body, lang), &collector{found: map[any]bool{}}
	p.facts(c)
	turns := p.turns()
	for _, s := range p.sentences {
		c.sentence = p.body[s.start:s.end]
		p.attributes(s, c)
		p.relate(w, s, len(turns) > 0, c)
	}
	c.sentence = ""
	for _, t := range turns {
		c.triple(t[0], "KNOWS", t[1])
	}
	p.entities(c)
	return c.out
}

// entities gives the names that have a type, the topic first, then in the order of the text.
func (p *page) entities(c *collector) {
	names := []string{p.topic.name}
	for _, n := range p.names {
		names = append(names, n, p.canonical(n))
	}
	for _, t := range c.out.Triples {
		names = append(names, t.Head, t.Tail)
	}
	for _, n := range lists.Once(names) {
		if t := p.typeWith(n, 0); t != "" {
			c.out.Entities = append(c.out.Entities, Entity{n, t, p.described[p.canonical(n)]})
		}
	}
}

// collector gathers an extraction without doubles, in the order of finding.
type collector struct {
	out Extraction
	// sentence is the one that is being read, "" for none.
	sentence string
	// found has the texts of the facts, and the triples and attributes without their sentences.
	found map[any]bool
}

func (c *collector) triple(head, relation, tail string) {
	t := Triple{Head: head, Relation: relation, Tail: tail}
	if head != tail && !c.found[t] {
		c.found[t] = true
		t.Sentence = c.sentence
		c.out.Triples = append(c.out.Triples, t)
	}
}

func (c *collector) attribute(entity, key, value string) {
	a := Attribute{Entity: entity, Key: key, Value: value}
	if value == "" || entity == value || c.found[a] {
		return
	}
	fuller := func(k Attribute) bool { return k.Entity == entity && k.Key == key && strings.Contains(k.Value, value) }
	if strings.Contains(key, "date") && slices.ContainsFunc(c.out.Attributes, fuller) {
		return // "died in 1970" adds nothing to "1 October 1970"
	}
	c.found[a] = true
	a.Sentence = c.sentence
	c.out.Attributes = append(c.out.Attributes, a)
}

// hasAny tells whether one of some Chinese words stands in a sentence.
func (p *page) hasAny(s *sentence, words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(p.body[s.start:s.end], w) })
}

// denies tells whether a sentence says what is not so.
func (p *page) denies(s *sentence) bool {
	if p.chinese {
		return p.hasAny(s, vocab.ZhDenials)
	}
	return slices.ContainsFunc(s.lex, func(l lexeme) bool { return vocab.PlainDenials[l.lower] || negated(l.lower) })
}

// attributes puts down what no pair of ends tells: another name of the topic, and the titles of Chinese persons.
func (p *page) attributes(s *sentence, c *collector) {
	for _, m := range s.nameMarks() {
		if p.chinese {
			c.attribute(m.text, "title", p.described[m.text])
		} else if p.canonical(m.text) == p.topic.name && strings.Contains(m.text, " ") {
			c.attribute(p.topic.name, "other name", m.text)
		}
	}
}
