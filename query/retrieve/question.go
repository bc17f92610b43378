package retrieve

import "grove/internal/text"

// question is a question as the index reads it.
type question struct {
	read reading
	// terms may repeat; unknown ones are none.
	terms []uint32
	// links are the names of the table, spans the capitalised names.
	links, spans []match
}

// ask reads a question. Words that no text has stay unknown.
func (x *Index) ask(s string) question {
	q := question{read: x.lexicon.number(segment(s), false)}
	for _, t := range text.Terms(s) {
		q.terms = append(q.terms, number(x.lexicon.terms, t, false))
	}
	q.links = x.links(q.read.tokens, true)
	q.spans = x.spans(q.read.tokens, true)
	return q
}
