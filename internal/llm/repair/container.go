package repair

import (
	"encoding/json"
	"strings"
)

// frame is an open container.
type frame struct {
	object bool
	// start is the offset of the bracket in out, kept that of the end of the last
	// whole item, and item that of the item that was begun.
	start, kept, item int
	// items is the number of whole items kept.
	items int
	// begun is true inside an item; key is true where an object's key stands.
	begun, key bool
}

// keepable tells whether what is whole of the innermost of some containers may
// be kept when the rest is missing: the outermost one, an object that is a member
// of it, and lists in these. Everything else is an item or part of one, and half
// an item would say something that the reply does not.
func keepable(open []frame) bool {
	at := len(open) - 1
	switch {
	case at == 0:
		return true
	case !open[at-1].object || !keepable(open[:at]):
		return false
	}
	return !open[at].object || at == 1
}

// begin starts an item unless one is begun, with the comma before it.
func (s *scanner) begin() {
	f := s.top()
	if f.begun {
		return
	}
	if f.items > 0 {
		s.out = append(s.out, ',')
	}
	f.begun, f.key, f.item = true, f.object, len(s.out)
}

// value ends the item if what was just written is its value and not its key.
func (s *scanner) value() {
	if len(s.open) > 0 && !s.top().key {
		s.end()
	}
}

func (s *scanner) push(object bool) {
	if len(s.open) == maxDepth {
		s.deep = true
		return
	}
	if len(s.open) > 0 {
		s.begin()
	}
	start := len(s.out)
	s.out = append(s.out, bracket(object, true))
	s.open = append(s.open, frame{object: object, start: start, kept: start + 1})
}

// pop closes the innermost container of the kind, and those in it that were
// left open; a bracket that closes nothing is dropped.
func (s *scanner) pop(object bool) {
	at := len(s.open) - 1
	for at >= 0 && s.open[at].object != object {
		at--
	}
	if at < 0 {
		return
	}
	for len(s.open) > at {
		if s.top().begun {
			s.end()
		}
		s.out = append(s.out, bracket(s.top().object, false))
		s.open = s.open[:len(s.open)-1]
		s.value()
	}
}

func bracket(object, opening bool) byte {
	switch {
	case object && opening:
		return '{'
	case object:
		return '}'
	case opening:
		return '['
	}
	return ']'
}

// end ends the item begun in the innermost container: whole, repaired or left out.
func (s *scanner) end() {
	f := s.top()
	f.begun, f.key = false, false
	if !keepable(s.open) {
		f.items++
		f.kept = len(s.out)
		return
	}
	item := string(bracket(f.object, true)) + string(s.out[f.item:]) + string(bracket(f.object, false))
	if !json.Valid([]byte(item)) {
		fixed, err := s.fixer.fix(item)
		if err != nil {
			s.cut++
			s.out = s.out[:f.kept]
			return
		}
		inner := strings.TrimSpace(fixed[1 : len(fixed)-1])
		if inner == "" { // an ellipsis or a comment
			s.out = s.out[:f.kept]
			return
		}
		s.out = append(s.out[:f.item], inner...)
	}
	f.items++
	f.kept = len(s.out)
}
