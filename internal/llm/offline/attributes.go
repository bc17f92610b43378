package offline

import (
	"slices"
	"strings"
)

// denies tells whether a sentence says what is not so.
func (p *page) denies(s *sentence) bool {
	if p.chinese {
		body := p.body[s.start:s.end]
		return slices.ContainsFunc(zhDenials, func(d string) bool { return strings.Contains(body, d) })
	}
	return slices.ContainsFunc(s.lex, func(l lexeme) bool {
		switch l.lower {
		case "not", "never", "neither", "nor", "cannot":
			return true
		}
		return strings.HasSuffix(l.lower, "n't") || strings.HasSuffix(l.lower, "n’t")
	})
}

// attributes puts down what no pair of ends tells: the other name that the first sentence has for the topic, and
// the titles of Chinese persons.
func (p *page) attributes(s *sentence, c *collector) {
	for _, m := range s.marks {
		switch {
		case m.kind != Name:
		case p.chinese:
			c.attribute(m.text, "title", p.described[m.text])
		case s == p.sentences[0] && m.first <= s.lead()+1 && p.canonical(m.text) == p.topic.name && m.text != p.topic.name:
			if strings.Contains(m.text, " ") {
				c.attribute(p.topic.name, "other name", m.text)
			}
		}
	}
}
