package graph

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
)

// hashedBytes is how much of a text is hashed at a time.
const hashedBytes = 32 << 10

// Digest returns the SHA-256 of a document: over title and text, each preceded by its
// length in bytes (8 bytes, big-endian), in lower-case hex.
func Digest(title, text string) string {
	h := sha256.New()
	var n [8]byte
	for _, s := range []string{title, text} {
		binary.BigEndian.PutUint64(n[:], uint64(len(s)))
		h.Write(n[:])
		for len(s) > 0 { // in parts, which are copied
			part := s[:min(len(s), hashedBytes)]
			h.Write([]byte(part))
			s = s[len(part):]
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}
