package text

import (
	"hash/maphash"
	"strings"
	"sync/atomic"
	"unicode"
)

// countedSlots is the most pieces that counted caches, a power of two.
const countedSlots = 1 << 17

// counted caches the numbers of tokens of pieces of text: passages, facts and instructions
// recur in one prompt after another. A piece is identified by 128 bits of hash and has one
// slot, which the next piece of that slot takes over, so that memory is bounded (to some
// 6 MiB) without a lock.
type counted struct {
	slot, check maphash.Seed
	slots       []atomic.Pointer[countedPiece]
}

type countedPiece struct {
	slot, check uint64
	tokens      int
}

func newCounted() *counted {
	return &counted{maphash.MakeSeed(), maphash.MakeSeed(), make([]atomic.Pointer[countedPiece], countedSlots)}
}

// of returns the number of tokens of a piece, by count where it is not cached.
func (c *counted) of(piece string, count func(string) int) int {
	key := countedPiece{slot: maphash.String(c.slot, piece), check: maphash.String(c.check, piece)}
	slot := &c.slots[key.slot%countedSlots]
	if p := slot.Load(); p != nil && p.slot == key.slot && p.check == key.check {
		return p.tokens
	}
	key.tokens = count(piece)
	slot.Store(&key)
	return key.tokens
}

// countedLine returns where the first line of s ends that cl100k never joins with the next: behind the
// last line end of a run of white space before a text or its indent. It is len(s) where there is none.
func countedLine(s string) int {
	from := strings.IndexByte(s, '\n') + 1
	rest := strings.TrimLeftFunc(s[from:], unicode.IsSpace)
	if from == 0 || rest == "" {
		return len(s)
	}
	return from + strings.LastIndexAny(s[from:len(s)-len(rest)], "\r\n") + 1
}
