package offline

import "strings"

// Extract gives what an English text says, with relations by these weights.
func (w RelationWeights) Extract(title, body string) Extraction {
	p, c := readPage(title, body), newCollector()
	p.facts(c)
	for _, s := range p.sentences {
		c.sentence = p.body[s.start:s.end]
		r := reader{page: p, sentence: s, out: c}
		r.read()
		p.relate(w, s, c)
	}
	c.sentence = ""
	c.closeLocations()
	p.entities(c)
	return c.out
}

// entities gives the names that have a type, the topic first, then in the order of the text.
func (p *page) entities(c *collector) {
	seen := map[string]bool{}
	add := func(name string) {
		t := p.guess(name)
		if name == "" || t == "" || seen[name] {
			return
		}
		seen[name] = true
		c.out.Entities = append(c.out.Entities, Entity{name, t, p.described[p.canonical(name)]})
	}
	add(p.topic.name)
	for _, n := range p.names {
		add(n)
		add(p.canonical(n))
	}
	for _, t := range c.out.Triples {
		add(t.Head)
		add(t.Tail)
	}
}

// schoolWords make a name an institution of learning.
var schoolWords = []string{"University", "College", "School", "Academy", "Institute", "Conservator", "Seminary", "Polytechnic", "Universit", "Lyceum", "Gymnasium"}

func schoolLike(name string) bool {
	for _, w := range schoolWords {
		if strings.Contains(name, w) {
			return true
		}
	}
	return false
}

// awardWords make a name an award.
var awardWords = []string{"Award", "Prize", "Medal", "Oscar", "Grammy", "Emmy", "Cup", "Trophy", "Championship", "Hall of Fame", "Order of", "Bafta", "BAFTA"}

func awardLike(name string) bool {
	for _, w := range awardWords {
		if strings.Contains(name, w) {
			return true
		}
	}
	return false
}
