package graph

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
)

// Digest returns the SHA-256 of a document: over title and text, each preceded by its
// length in bytes (8 bytes, big-endian), in lower-case hex.
func Digest(title, text string) string {
	h := sha256.New()
	var n [8]byte
	for _, s := range []string{title, text} {
		binary.BigEndian.PutUint64(n[:], uint64(len(s)))
		h.Write(n[:])
		h.Write([]byte(s))
	}
	return hex.EncodeToString(h.Sum(nil))
}
