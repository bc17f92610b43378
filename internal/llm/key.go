package llm

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
	"math"
)

// Key returns the cache key of a request to a model: 64 hex digits of SHA-256 over the model's
// name and every field that affects the reply. Each field is preceded by its length, so that
// different requests have different input. Fresh and Chunks are no part of it.
func (r Request) Key(model string) string {
	h := sha256.New()
	field(h, model)
	field(h, r.Name)
	field(h, string(r.ReplySchema))
	number(h, math.Float64bits(r.Temperature))
	number(h, uint64(r.MaxTokens))
	number(h, uint64(len(r.Messages)))
	for _, m := range r.Messages {
		field(h, m.Role)
		field(h, m.Content)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// A hash never fails to write.
func field(h hash.Hash, s string) {
	number(h, uint64(len(s)))
	h.Write([]byte(s))
}

func number(h hash.Hash, n uint64) {
	h.Write(binary.BigEndian.AppendUint64(nil, n))
}
