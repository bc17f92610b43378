package text

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tiktoken-go/tokenizer"
)

// countPiece is the least length in bytes of the pieces that Count counts one
// at a time; maxCountPiece is the most.
const (
	countPiece    = 4 << 10
	maxCountPiece = 16 << 10
)

// Counter counts cl100k tokens. It is safe for concurrent use.
type Counter struct {
	codec tokenizer.Codec
	cache *counted
}

// NewCounter loads the vocabulary, which is part of the program.
func NewCounter() (*Counter, error) {
	codec, err := tokenizer.Get(tokenizer.Cl100kBase)
	if err != nil {
		return nil, fmt.Errorf("text.NewCounter: %w", err)
	}
	return &Counter{codec, newCounted()}, nil
}

// Count returns the number of cl100k tokens of s. The names of special tokens, such
// as <|endoftext|>, count as the ordinary text they are.
//
// Time and memory are linear: s is counted line by line, and long lines in pieces
// of 4 to 16 KiB, cut where cl100k never joins two sides (behind the last line end
// of a run of white space; before a single space between a letter and a letter),
// so that the pieces add up exactly. Only a run of 12 KiB without such a place is
// cut between two runes, which may count one token too many a cut. Recent counts are
// cached.
func (c *Counter) Count(s string) int {
	n := 0
	for s != "" {
		end := countedLine(s)
		for line := s[:end]; line != ""; {
			piece := pieceEnd(line)
			n += c.cache.of(line[:piece], c.countPiece)
			line = line[piece:]
		}
		s = s[end:]
	}
	return n
}

func (c *Counter) countPiece(s string) int {
	// The codec passes over DEL. Another control character costs the same.
	s = strings.ReplaceAll(s, "\x7f", "\x01")
	n, err := c.codec.Count(s)
	if err != nil { // the codec's pattern has no time limit, so this is not expected
		return len(s) // an upper bound: no token is shorter than a byte
	}
	return n
}

// pieceEnd returns where the first piece of s ends.
func pieceEnd(s string) int {
	if len(s) <= maxCountPiece {
		return len(s)
	}
	for i := countPiece; i < maxCountPiece; i++ {
		if tokenBoundary(s, i) {
			return i
		}
	}
	return runeStart(s, maxCountPiece)
}

// tokenBoundary reports whether cl100k splits s at byte i in any context.
func tokenBoundary(s string, i int) bool {
	a, b := s[i-1], s[i]
	if a == '\n' {
		r, _ := utf8.DecodeRuneInString(s[i:])
		return !unicode.IsSpace(r)
	}
	return b == ' ' && i+1 < len(s) && asciiLetter(a) && asciiLetter(s[i+1])
}

func asciiLetter(b byte) bool { return 'a' <= b|0x20 && b|0x20 <= 'z' }

// runeStart returns the start of the rune that holds byte i of s.
func runeStart(s string, i int) int {
	for k := i; k > i-utf8.UTFMax && k > 0; k-- {
		if utf8.RuneStart(s[k]) {
			return k
		}
	}
	return i
}
