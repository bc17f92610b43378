package query

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"

	"grove/internal/graph"
)

// Digest is a short digest of all rows of a read, in their order: eight hex digits over
// their ids, a full stop, and eight over what else they say. Two reads of other
// rows have the same one by chance once in 2^32. It tells whether a read gives what it
// gave before, and is no defence against whoever makes texts collide.
func Digest[R any](rows []R, id func(R) graph.ID) string {
	var room [2][summerRoom]byte // small reads need no more
	ids, values := summer{pending: room[0][:0]}, summer{pending: room[1][:0]}
	for i := range rows {
		ids.text(string(id(rows[i])))
		values.row(&rows[i])
	}
	return fmt.Sprintf("%08x.%08x", ids.sum(), values.sum())
}

// castagnoli is the polynomial that processors compute by themselves, at some 10 GB/s.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// summer sums up what it is given. The zero summer is empty.
type summer struct {
	done    uint32
	pending []byte
}

// summerBytes is how much is summed up at a time, summerRoom what is set aside for that.
const (
	summerBytes = 1024
	summerRoom  = 256
)

func (s *summer) sum() uint32 {
	s.done = crc32.Update(s.done, castagnoli, s.pending)
	s.pending = s.pending[:0]
	return s.done
}

// text adds texts, each after its length.
func (s *summer) text(list ...string) {
	b := s.pending
	for _, t := range list {
		b = append(binary.AppendUvarint(b, uint64(len(t))), t...)
	}
	s.keep(b)
}

// number adds numbers.
func (s *summer) number(list ...int) {
	b := s.pending
	for _, n := range list {
		b = binary.AppendUvarint(b, uint64(n))
	}
	s.keep(b)
}

// keep takes what is to be summed up.
func (s *summer) keep(pending []byte) {
	if s.pending = pending; len(pending) >= summerBytes {
		s.sum()
	}
}
