package offline

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"grove/internal/lists"
)

// isHan tells a Chinese letter. The first comparison settles it for most runes, as Han begins at U+2E80.
func isHan(r rune) bool { return r >= '\u2e80' && unicode.Is(unicode.Han, r) }

func hasHan(s string) bool { return strings.ContainsFunc(s, isHan) }

// foldName is a name for comparing: no case, marks, punctuation or leading article, and a space between Chinese and other letters. The
// point of a decimal stays: 2.40 is not 240.
func foldName(s string) string {
	var b strings.Builder
	space, han, digit := false, false, false
	s = norm.NFKD.String(strings.ToLower(s))
	b.Grow(len(s))
	for i, r := range s {
		switch {
		case r == '.' && digit && i+1 < len(s) && isDigit(s[i+1]):
			b.WriteByte('.')
		case unicode.Is(unicode.Mn, r) || r == '\'' || r == '’' || r == '.':
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			if (space || isHan(r) != han) && b.Len() > 0 {
				b.WriteByte(' ')
			}
			space, han, digit = false, isHan(r), unicode.IsDigit(r)
			b.WriteRune(r)
		default:
			space, digit = true, false
		}
	}
	if first, rest, more := strings.Cut(b.String(), " "); more && (first == "the" || first == "a" || first == "an") {
		return rest
	}
	return b.String()
}

// genitives drops the endings that make owners of names.
var genitives = strings.NewReplacer("'s ", " ", "’s ", " ")

// unbracketed is a name without its qualifier in brackets.
func unbracketed(s string) string {
	if i := strings.IndexAny(s, "(（"); i > 0 {
		s = s[:i]
	}
	return strings.TrimSpace(s)
}

// nameMatch tells how well a title names what a question names, from 0 to 1.
func nameMatch(title, name string) float64 {
	if t := foldName(title); t != "" && t == foldName(name) {
		return 1
	}
	t, n := untitled(foldName(unbracketed(title))), untitled(foldName(unbracketed(name)))
	switch tw, nw := strings.Fields(t), strings.Fields(n); {
	case t == "" || n == "":
		return 0
	case t == n && title != unbracketed(title) && name != unbracketed(name):
		return 0.6 // two qualifiers that differ
	case t == n:
		return 0.9
	case hasHan(name) && (strings.Contains(t, n) || strings.Contains(n, t)):
		return 0.6
	case hasHan(name):
		return 0
	case len(tw) > 1 && len(nw) > 1 && tw[0] == nw[0] && tw[len(tw)-1] == nw[len(nw)-1]:
		return 0.8
	case len(tw) > 1 && len(nw) > 1 && (subset(nw, tw) || subset(tw, nw)):
		return 0.7
	case len(nw) == 1 && len(tw) <= 3 && slices.Contains(tw, n):
		return 0.5
	}
	return 0
}

// subset tells whether a list has all words of a shorter one, in its order.
func subset(short, long []string) bool {
	for _, w := range long {
		if len(short) > 0 && short[0] == w {
			short = short[1:]
		}
	}
	return len(short) == 0
}

// untitled is a folded name without the titles before it.
func untitled(folded string) string {
	if first, rest, more := strings.Cut(folded, " "); more && vocab.TitlesBefore[first] {
		return untitled(rest)
	}
	return folded
}

// sameEnd reports whether one of two folded names is the end of the other, in whole words: a name and a shorter form of it.
func sameEnd(a, b string) bool {
	if len(a) < len(b) {
		a, b = b, a
	}
	return a == b || !hasHan(b) && strings.HasSuffix(a, " "+b)
}

// collectNames lists the distinct names and finds which short one stands for which full one.
func (p *page) collectNames() {
	p.names = p.marked()
	p.linkHonours()
	owners := map[string][]string{}
	for _, n := range append([]string{p.topic.title}, p.names...) {
		if words := strings.Fields(n); len(words) >= 2 && len(words) <= 4 {
			for _, w := range []string{words[0], words[len(words)-1]} {
				owners[w] = append(owners[w], n)
			}
		}
	}
	for _, n := range p.names {
		generic := vocab.LastWords[n] != "" || vocab.FirstWords[n] != "" || demonym(n) || cityOrCountry(n)
		of := lists.Once(lists.Filter(owners[n], func(o string) bool { return plainName(o) && bareName(o) != n }))
		if !generic && (len(of) == 1 || len(of) > 1 && of[0] == p.topic.title) { // else two may be meant: neither is
			p.full[n] = of[0]
		}
	}
}

// linkHonours lets "Captain Ahab" stand for "Ahab" without another title before that. Mr. and Mrs. tell two people apart and stay.
func (p *page) linkHonours() {
	titled := lists.Filter(p.names, func(n string) bool { return bareName(n) != n })
	for bare, list := range lists.Group(titled, bareName) {
		title, _, _ := strings.Cut(list[0], " ")
		if len(list) == 1 && !vocab.Couples[title] && bare != p.topic.title {
			p.full[list[0]] = bare
		}
	}
}

// canonical is the full name for a name.
func (p *page) canonical(name string) string {
	for range 2 {
		name = cmp.Or(p.full[name], name)
	}
	return name
}

// plainName tells a name that may be a person's: capitals, initials and particles only, no cue of another type.
func plainName(name string) bool {
	words := strings.Fields(name)
	if n := len(words); n == 0 || n > 6 || vocab.LastWords[words[n-1]] != "" || n > 1 && vocab.FirstWords[words[0]] != "" && !vocab.Honours[words[0]] {
		return false
	}
	for _, w := range words {
		r, _ := utf8.DecodeRuneInString(w)
		if !unicode.IsUpper(r) && !vocab.Joiners[w] || w == "of" || w == "the" || w == "The" || w == "&" || w == "and" ||
			strings.ContainsAny(w, "0123456789:!?") || strings.HasSuffix(w, "-") || demonym(w) || len(w) > 3 && strings.ToUpper(w) == w {
			return false
		}
	}
	return true
}
