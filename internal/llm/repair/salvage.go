package repair

import (
	"encoding/json"
	"errors"
	"strings"
)

// maxOpen bounds the number of unclosed brackets that are tried in one text. Each one requires
// reading the rest of the text.
const maxOpen = 8

// mend returns the last accepted damaged value of a text or, if a complete value before the text
// was accepted, the value that is truncated at its end.
func (l *ladder) mend(text string, accepted bool) (found Result, ok bool) {
	text = strings.TrimRight(text, "` \t\r\n") // a fence does not end a value
	for at, tries := 0, 0; tries < maxOpen; {
		i := strings.IndexAny(text[at:], brackets)
		if i < 0 {
			break
		}
		at += i
		s := scan(text[at:], &l.fixer)
		switch {
		case s.deep:
			at += s.pos
			continue
		case s.closed():
			if !accepted {
				if got, taken := l.closed(s, text[at:at+s.pos]); taken {
					found, ok = got, true
				}
			}
			at += s.pos
			continue
		}
		if got, taken := l.broken(s); taken {
			return got, true
		}
		if likely(text[at:]) {
			return found, ok // the rest of the text is inside it
		}
		tries++
		at++
	}
	return found, ok
}

// closed offers a value that is not truncated, as scanned or as repaired by the fixer.
func (l *ladder) closed(s *scanner, source string) (Result, bool) {
	rung := Repaired
	if s.cut > 0 {
		rung = Salvaged
	}
	if raw, ok := l.offer(string(s.out)); ok {
		return Result{JSON: raw, Rung: rung, Cut: s.cut, Amid: s.cut}, true
	}
	if fixed, err := l.fixer.fix(source); err == nil {
		if raw, ok := l.offer(fixed); ok {
			return Result{JSON: raw, Rung: Repaired}, true
		}
	}
	return Result{}, false
}

// errNoItem rejects a truncated value without items, which would read as an empty list.
var errNoItem = errors.New("the reply breaks off before its first item ends")

// broken offers a truncated value with at least one complete item. A rejected list may contain
// the requested value, truncated inside it.
func (l *ladder) broken(s *scanner) (Result, bool) {
	for open := s.open; ; open = open[1:] {
		text, items, cut := s.salvage(open)
		if !json.Valid([]byte(text)) { // items inside such a list were not repaired yet
			if fixed, err := l.fixer.fix(text); err == nil {
				text = fixed
			}
		}
		raw, ok := l.offer(text)
		switch around := !open[0].object && open[0].items == 0 && len(open) > 1 && open[1].object; {
		case ok && items > 0:
			return Result{JSON: raw, Rung: Salvaged, Truncated: true, Cut: cut, Amid: s.cut}, true
		case ok:
			l.wrong = errNoItem
			return Result{}, false
		case !around:
			return Result{}, false
		}
	}
}

// salvage closes open containers after their last complete item, and returns the number of
// complete items that they contain directly.
func (s *scanner) salvage(open []frame) (text string, items, cut int) {
	last := 0
	for last+1 < len(open) && keepable(open[:last+2]) {
		last++
	}
	if last > 0 && open[last].object && open[last].items == 0 {
		last-- // it has no complete item
	}
	cut = s.cut
	if open[last].begun {
		cut++
	}
	out := append([]byte{}, s.out[open[0].start:open[last].kept]...)
	for ; last >= 0; last-- {
		items += open[last].items
		out = append(out, bracket(open[last].object, false))
	}
	return string(out), items, cut
}
