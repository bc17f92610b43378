// Package repair reads JSON out of a language model's reply. It is a ladder of
// four rungs, none of which asks the model again: the reply as it is, a whole
// value cut out of what stands around it, a damaged value repaired, and what is
// whole of a value that is broken off or beyond repair. The caller says what it
// takes, so that an echo of the prompt's schema or a note in braces is passed
// over. It never adds an item that the reply does not hold.
package repair

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// Rung says how a reply was read.
type Rung int

// The rungs, in the order in which they are tried.
const (
	// AsIs is a reply that is the JSON asked for and nothing else.
	AsIs Rung = iota
	// CutOut is a whole value among prose, a fence, reasoning or other values.
	CutOut
	// Repaired is a value with all its items, but not in JSON's own notation.
	Repaired
	// Salvaged is a value of which some items were left out.
	Salvaged
)

// String names the rung as reports show it.
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

// Result is what was read.
type Result struct {
	// JSON is one valid object or array, in valid UTF-8 and without lone surrogates.
	JSON json.RawMessage
	Rung Rung
	// Truncated is true where the reply breaks off before the value ends.
	Truncated bool
	// Cut is the number of items that the reply begins and JSON leaves out, being
	// unfinished or beyond repair. What a truncated reply would have gone on to
	// say is not in it. 0 but for Salvaged.
	Cut int
}

// MaxReply bounds the replies, in bytes, that are read further than AsIs:
// longer than any model's output limit, and short enough to be read at once.
const MaxReply = 1 << 20

// Read reads the object or array that accept takes; accept is only given valid
// JSON, and gives the reason for what it refuses. Of several whole values the
// last accepted one wins, since a model drafts before it answers; values inside
// another are not looked at, but for the one element of an array. A value that
// breaks off at the end of the reply is read if it has at least one whole item,
// and then wins over a whole value before it: that one is a draft, or the echo
// of an example. The error is the last refusal, or says that there was no JSON.
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

// endOfReasoning is written by reasoning models between their thoughts and the answer.
const endOfReasoning = "</think>"

// reading is a text in which the answer may stand.
type reading struct {
	text string
	// behind is where the reasoning in text ends: what ends before is no answer.
	behind int
}

// readings are the texts to read, likeliest first: what follows the reasoning,
// and the whole reply, since the end of reasoning may be quoted inside the
// answer, and some models answer before it. A reply that is JSON packed into a
// JSON string is read as that string's value.
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

// ladder is the reading of one reply.
type ladder struct {
	accept func(json.RawMessage) error
	// wrong is why the last value was refused.
	wrong error
	fixer fixer
}

// read tries the rungs below AsIs. Damaged values that begin in the reasoning are not
// mended where something like an answer follows it.
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

// cutOut is the last accepted whole value and the offset of its end.
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

// offer asks accept about a text if it is an object or array, and about the one element of an array.
func (l *ladder) offer(text string) (json.RawMessage, bool) {
	raw := json.RawMessage(wellPaired(text))
	if !json.Valid(raw) {
		return nil, false
	}
	if len(raw) == 0 || raw[0] != '{' && raw[0] != '[' {
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
