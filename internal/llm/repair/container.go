package repair

import (
	"encoding/json"
	"strings"
)

// frame is an open container.
type frame struct {
	object bool
	// start is the offset of the bracket in out, kept that of the end of the last complete
	// item, and item that of the current item.
	start, kept, item int
	// items is the number of complete items.
	items int
	// begun is true inside an item; key is true at the key of an object.
	begun, key bool
}

// keepable reports whether the complete items of the innermost container may be kept if the rest
// is missing: of the outermost container, of an object that is a member of it, and of lists
// in these. Any other container is an item or part of one, and half an item has another meaning.
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

// begin starts an item, after a comma, unless one is begun.
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

// value ends the item if its value, and not its key, was just written.
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

// pop closes the innermost container of the kind and the open ones inside it; an unmatched
// bracket is dropped.
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

// end ends the item of the innermost container, which is complete, repaired or omitted.
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
