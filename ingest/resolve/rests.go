package resolve

import (
	"strings"

	"grove/ingest/extract"
	"grove/internal/graph"
)

// stated returns the sentence that the model quoted for a statement about two names, if it
// is in the text and not evidently the wrong one: one that has neither name where another
// has both.
func (r *resolver) stated(sentence, one, other string) (graph.Span, bool) {
	sentence = strings.TrimSpace(sentence)
	span, ok := r.text.find(sentence)
	if !ok || span.Surface != sentence {
		return graph.Span{}, false
	}
	if !strings.Contains(sentence, one) && !strings.Contains(sentence, other) {
		if _, better := r.text.naming(one, other); better {
			return graph.Span{}, false
		}
	}
	return span, true
}

// valueSpan returns the span that supports an attribute: its value in the quoted sentence, else the first place
// of the value, else the sentence of the entity.
func (r *resolver) valueSpan(a extract.Attribute, entity graph.Span) graph.Span {
	value := strings.TrimSpace(a.Value)
	first, ok := r.find(value)
	if sentence, stands := r.stated(a.Sentence, strings.TrimSpace(a.Entity), value); stands {
		if at, there := r.text.within(sentence, value); there {
			return at
		}
		if !ok {
			return sentence
		}
	}
	if ok {
		return first
	}
	return r.around(entity)
}

// between returns the sentence that supports a relation: the first that has both ends,
// else the first with its tail, else that of its head.
func (r *resolver) between(head, tail string, at graph.Span) graph.Span {
	span, ok := r.text.naming(head, tail)
	if !ok {
		span, ok = r.text.sentenceOf(func(s string) bool { return strings.Contains(s, tail) })
	}
	if !ok {
		span = r.around(at)
	}
	return span
}

// around returns the sentence of a span, in the text or the title.
func (r *resolver) around(span graph.Span) graph.Span {
	if span.In == graph.InTitle {
		return span
	}
	return r.text.around(span)
}
