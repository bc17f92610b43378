// Package repair extracts JSON from a language model's reply in four steps, none of which calls
// the model: the reply as it is, a complete value among other text, a damaged value repaired,
// and the complete items of a value that is truncated or cannot be repaired. The caller
// decides which values it accepts, so that an echo of the prompt's schema or a note in braces
// is skipped. No item is added that the reply does not contain.
package repair

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// Rung is the step by which a reply was read.
type Rung int

// Rungs, in the order in which they are tried.
const (
	// AsIs is a reply that is only the requested JSON.
	AsIs Rung = iota
	// CutOut is a complete value among prose, a fence, reasoning or other values.
	CutOut
	// Repaired is a value with all its items, but not in JSON's own notation.
	Repaired
	// Salvaged is a value without some of its items.
	Salvaged
)

// String returns the rung's name in reports.
func (r Rung) String() string {
	switch r {
	case AsIs:
		return "as is"
	case CutOut:
		return "cut out"
	case Repaired:
		return "repaired"
	case Salvaged:
		return "salvaged"
	}
	return fmt.Sprintf("rung %d", int(r))
}

// Result is the result of Read.
type Result struct {
	// JSON is one valid object or array, in valid UTF-8 and without lone surrogates.
	JSON json.RawMessage
	Rung Rung
	// Truncated is true if the reply ends before the value.
	Truncated bool
	// Cut is the number of items in the reply that JSON omits, because they are incomplete or
	// cannot be repaired. It is 0 except for Salvaged. Amid is the number of those before other items.
	Cut, Amid int
}

// MaxReply is the largest reply, in bytes, on which the steps after AsIs are tried. It exceeds
// the output limit of any model.
const MaxReply = 1 << 20

// Read extracts the object or array that accept accepts. accept is called with valid JSON only,
// and returns why it rejects a value. Of several complete values the last accepted one is
// used, since a model drafts before it answers; nested values are not tried, except for the
// only element of an array. A value that is truncated at the end of the reply is used if it
// has at least one complete item, even after an accepted complete value, which is then a draft
// or the echo of an example. The error is that of the last rejection, or that there is no JSON.
func Read(reply string, accept func(json.RawMessage) error) (Result, error) {
	l := ladder{accept: accept, wrong: errors.New("the reply holds no JSON object")}
	reply = clean(reply)
	if raw := strings.TrimSpace(reply); json.Valid([]byte(raw)) {
		if got, ok := l.offer(raw); ok {
			return Result{JSON: got, Rung: AsIs}, nil
		}
	}
	if len(reply) > MaxReply {
		return Result{}, fmt.Errorf("a reply of %d bytes, the limit is %d: %w", len(reply), MaxReply, l.wrong)
	}
	for _, r := range readings(reply) {
		if found, ok := l.read(r); ok {
			return found, nil
		}
	}
	return Result{}, l.wrong
}

// endOfReasoning is the tag of reasoning models between their reasoning and the answer.
const endOfReasoning = "</think>"

// reading is a text that may contain the answer.
type reading struct {
	text string
	// behind is the offset of the end of the reasoning in text: values before it are not answers.
	behind int
}

// readings returns the texts to read, the most likely first: the text after the reasoning, and
// the whole reply, since the answer may quote the end of reasoning, and some models answer
// before it. For JSON encoded as a JSON string it uses the string's value.
func readings(reply string) []reading {
	var packed string
	if json.Unmarshal([]byte(reply), &packed) == nil {
		reply = packed
	}
	i := strings.LastIndex(reply, endOfReasoning)
	if i < 0 {
		return []reading{{reply, 0}}
	}
	i += len(endOfReasoning)
	if !strings.ContainsAny(reply[i:], brackets) {
		return []reading{{reply, 0}}
	}
	return []reading{{reply[i:], 0}, {reply, i}}
}

// ladder is the state of reading one reply.
type ladder struct {
	accept func(json.RawMessage) error
	// wrong is the error of the last rejected value.
	wrong error
	fixer fixer
}

// read tries the steps after AsIs. Damaged values in the reasoning are not repaired if an answer
// may follow.
func (l *ladder) read(r reading) (Result, bool) {
	found, end, ok := l.cutOut(r)
	if r.behind > 0 {
		return found, ok
	}
	if mended, better := l.mend(r.text[end:], ok); better {
		return mended, true
	}
	return found, ok
}

// cutOut returns the last accepted complete value and the offset of its end.
func (l *ladder) cutOut(r reading) (found Result, end int, ok bool) {
	for at := 0; ; {
		start, stop, more := nextWhole(r.text, at)
		if !more {
			return found, end, ok
		}
		at = stop
		if stop <= r.behind {
			continue
		}
		if raw, taken := l.offer(r.text[start:stop]); taken {
			found, end, ok = Result{JSON: raw, Rung: CutOut}, stop, true
		}
	}
}

// offer calls accept with an object or array, and with the only element of an array.
func (l *ladder) offer(text string) (json.RawMessage, bool) {
	raw := json.RawMessage(wellPaired(text))
	if !json.Valid(raw) || raw[0] != '{' && raw[0] != '[' {
		return nil, false
	}
	err := l.accept(raw)
	if err == nil {
		return raw, true
	}
	l.wrong = err
	var elements []json.RawMessage
	if raw[0] == '[' && json.Unmarshal(raw, &elements) == nil && len(elements) == 1 && l.accept(elements[0]) == nil {
		return elements[0], true
	}
	return nil, false
}
