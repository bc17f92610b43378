package text

import (
	"strings"
	"unicode/utf8"
)

// Clean reads bytes as UTF-8. Each invalid byte becomes one U+FFFD, and
// invalid is their number. All else stays as it is.
func Clean(b []byte) (s string, invalid int) {
	if utf8.Valid(b) {
		return string(b), 0
	}
	var out strings.Builder
	out.Grow(len(b) + 16)
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		if r == utf8.RuneError && n == 1 {
			invalid++
		}
		out.WriteRune(r)
		b = b[n:]
	}
	return out.String(), invalid
}
