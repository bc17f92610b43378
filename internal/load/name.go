package load

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"unicode/utf8"
)

const (
	// MaxName is the most bytes of a record's source, source id and origin: as much
	// as both stores can look up.
	MaxName = 4096
	// nameHash is how many hex digits of a name's SHA-256 tell shortened names apart.
	nameHash = 32
	// ellipsis stands before the hash of a shortened name.
	ellipsis = "…"
)

// Name returns the name that a record gets for s: s itself up to MaxName bytes, else
// its beginning, an ellipsis and a hash of the whole, so that different names
// stay different. Who looks a record up by a long name asks for its Name. A
// Name's Name is itself.
func Name(s string) string {
	if len(s) <= MaxName {
		return s
	}
	end := MaxName - len(ellipsis) - nameHash
	for end > MaxName/2 && !utf8.RuneStart(s[end]) {
		end--
	}
	sum := sha256.Sum256([]byte(s))
	return s[:end] + ellipsis + hex.EncodeToString(sum[:])[:nameHash]
}

// validName writes the bytes of a file name that are not UTF-8 as %FF, so that
// two such names stay apart in any store.
func validName(name string) string {
	if utf8.ValidString(name) {
		return name
	}
	var b strings.Builder
	for i := 0; i < len(name); {
		r, size := utf8.DecodeRuneInString(name[i:])
		if r == utf8.RuneError && size == 1 {
			fmt.Fprintf(&b, "%%%02X", name[i])
		} else {
			b.WriteString(name[i : i+size])
		}
		i += size
	}
	return b.String()
}
