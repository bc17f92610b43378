package offline

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

func isHan(r rune) bool { return unicode.Is(unicode.Han, r) }

func hasHan(s string) bool { return strings.ContainsFunc(s, isHan) }

// foldName is a name for comparing: no case, marks, punctuation or leading article.
func foldName(s string) string {
	var b strings.Builder
	space := false
	s = strings.ToLower(s)
	if !norm.NFKD.IsNormalString(s) {
		s = norm.NFKD.String(s)
	}
	b.Grow(len(s))
	for _, r := range s {
		switch {
		case unicode.Is(unicode.Mn, r) || r == '\'' || r == '’' || r == '.':
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			if space && b.Len() > 0 {
				b.WriteByte(' ')
			}
			space = false
			b.WriteRune(r)
		default:
			space = true
		}
	}
	out := b.String()
	for _, a := range []string{"the ", "a ", "an "} {
		if rest, ok := strings.CutPrefix(out, a); ok {
			return rest
		}
	}
	return out
}

// ungenitive is a text without the endings that make owners of names.
func ungenitive(s string) string {
	for _, end := range []string{"'s ", "’s "} {
		s = strings.ReplaceAll(s, end, " ")
	}
	return s
}

// unbracketed is a name without its qualifier in brackets.
func unbracketed(s string) string {
	if i := strings.IndexAny(s, "(（"); i > 0 {
		s = s[:i]
	}
	return strings.TrimSpace(s)
}

// nameMatch tells how well a title names what a question names, from 0 to 1.
func nameMatch(title, name string) float64 {
	t, n := foldName(title), foldName(name)
	if t == "" || n == "" {
		return 0
	}
	if t == n {
		return 1
	}
	ts, ns := t, n
	if plain := unbracketed(title); plain != title {
		ts = foldName(plain)
	}
	if plain := unbracketed(name); plain != name {
		ns = foldName(plain)
	}
	if ts, ns = untitled(ts), untitled(ns); ts == "" || ns == "" {
		return 0
	}
	if ts == ns {
		if title != unbracketed(title) && name != unbracketed(name) {
			return 0.6 // two qualifiers that differ
		}
		return 0.9
	}
	if hasHan(name) {
		if strings.Contains(ts, ns) || strings.Contains(ns, ts) {
			return 0.6
		}
		return 0
	}
	tw, nw := strings.Fields(ts), strings.Fields(ns)
	if len(tw) > 1 && len(nw) > 1 && tw[0] == nw[0] && tw[len(tw)-1] == nw[len(nw)-1] {
		return 0.8
	}
	short, long := nw, tw
	if len(short) > len(long) {
		short, long = long, short
	}
	if len(short) >= 2 && subset(short, long) {
		return 0.7
	}
	if strings.Contains(" "+ts+" ", " "+ns+" ") && len(nw) == 1 && len(tw) <= 3 {
		return 0.5
	}
	return 0
}

func subset(short, long []string) bool {
	i := 0
	for _, w := range long {
		if i < len(short) && short[i] == w {
			i++
		}
	}
	return i == len(short)
}

// untitled is a folded name without the titles before it.
func untitled(folded string) string {
	for {
		first, rest, more := strings.Cut(folded, " ")
		if !more || !titlesBefore[first] {
			return folded
		}
		folded = rest
	}
}

// sameEnd reports whether one of two folded names is the end of the other, in whole words: a name
// and a shorter form of it.
func sameEnd(a, b string) bool {
	if len(a) < len(b) {
		a, b = b, a
	}
	return a == b || !hasHan(b) && strings.HasSuffix(a, " "+b)
}
