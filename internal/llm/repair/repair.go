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
	"io"
	"slices"
	"strings"
)

// Rung is the step by which a reply was read.
type Rung string

// Rungs, in the order in which they are tried.
const (
	// AsIs is a reply that is only the requested JSON.
	AsIs Rung = "as is"
	// CutOut is a complete value among prose, a fence, reasoning or other values.
	CutOut Rung = "cut out"
	// Repaired is a value with all its items, but not in JSON's own notation.
	Repaired Rung = "repaired"
	// Salvaged is a value without some of its items.
	Salvaged Rung = "salvaged"
)

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

// Decode reads a reply as Read does, into a T. Accepted values that do not decode into a T are
// skipped too.
func Decode[T any](reply string, accept func(json.RawMessage) error) (T, Result, error) {
	var out T
	found, err := Read(reply, func(raw json.RawMessage) error {
		if err := accept(raw); err != nil {
			return err
		}
		var tried T
		return json.Unmarshal(raw, &tried)
	})
	if err != nil {
		return out, found, fmt.Errorf("not the requested JSON: %w", err)
	}
	return out, found, json.Unmarshal(found.JSON, &out)
}

// HasAll returns a function that accepts objects with all the keys.
func HasAll(keys ...string) func(json.RawMessage) error {
	return func(raw json.RawMessage) error {
		object, err := objectOf(raw)
		for _, k := range keys {
			if _, ok := object[k]; !ok && err == nil {
				err = fmt.Errorf("no key %q", k)
			}
		}
		return err
	}
}

// HasAny returns a function that accepts objects with at least one of the keys.
func HasAny(keys ...string) func(json.RawMessage) error {
	return func(raw json.RawMessage) error {
		object, err := objectOf(raw)
		if err != nil {
			return err
		}
		if slices.ContainsFunc(keys, func(k string) bool { return object[k] != nil }) {
			return nil
		}
		return errors.New("none of the keys " + strings.Join(keys, ", "))
	}
}

func objectOf(raw json.RawMessage) (map[string]json.RawMessage, error) {
	var object map[string]json.RawMessage
	if err := json.Unmarshal(raw, &object); err != nil {
		return nil, errors.New("not a JSON object")
	}
	return object, nil
}

// nextWhole returns the span of the next valid object or array of text that starts at or after
// from. After invalid JSON the search continues behind the offending byte, so that all
// searches together read the text once and never inside a damaged value.
func nextWhole(text string, from int) (start, stop int, ok bool) {
	for {
		i := strings.IndexAny(text[from:], "{[")
		if i < 0 {
			return 0, 0, false
		}
		from += i
		if !mayStart(text[from:]) {
			from++
			continue
		}
		d := json.NewDecoder(strings.NewReader(text[from:]))
		var raw json.RawMessage
		err := d.Decode(&raw)
		if err == nil {
			return from, from + int(d.InputOffset()), true
		}
		syntax, ok := errors.AsType[*json.SyntaxError](err)
		if !ok || errors.Is(err, io.ErrUnexpectedEOF) {
			return 0, 0, false // open until the end of the text
		}
		from += max(1, int(syntax.Offset)-1)
	}
}

// mayStart is a cheap test whether the bracket at the start of text can open JSON, to skip most
// brackets of prose, code and formulas.
func mayStart(text string) bool {
	rest := strings.TrimLeft(text[1:], " \t\r\n")
	if rest == "" {
		return false
	}
	if text[0] == '{' {
		return rest[0] == '"' || rest[0] == '}'
	}
	return strings.IndexByte(`{["]-0123456789tfn`, rest[0]) >= 0
}
