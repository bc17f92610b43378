package offline

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"grove/internal/text"
)

// token is a word of a text by byte offsets, with the characters up to the next.
type token struct {
	start, end int
	text       string
}

// tokens splits at white space and brackets; punctuation stays with its word.
func tokensOf(s string, from int) []token {
	var out []token
	start := -1
	for i := from; i <= len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		end := i >= len(s) || unicode.IsSpace(r) || strings.ContainsRune(`()[]"“”«»`, r)
		if end && start >= 0 {
			out = append(out, token{start, i, s[start:i]})
			start = -1
			if len(out) > 60 {
				return out
			}
		}
		if end && i < len(s) && !unicode.IsSpace(r) {
			out = append(out, token{i, i + n, s[i : i+n]})
		}
		if !end && start < 0 {
			start = i
		}
		i += max(n, 1)
	}
	return out
}

func nameJoin(word string) bool {
	switch word {
	case "of", "de", "von", "van", "der", "den", "del", "della", "la", "le", "al", "el", "ibn", "bin", "bint", "the", "y", "di", "da", "do", "dos", "das", "du", "ter", "ten", "zu", "and", "&", "af", "av", "til", "à", "a":
		return true
	}
	return false
}

func capital(word string) bool {
	word = strings.TrimLeft(word, `'’‘#`)
	for _, p := range []string{"al-", "d'", "d’", "el-", "as-", "an-", "ar-", "l'", "de'"} {
		if rest, ok := strings.CutPrefix(word, p); ok {
			word = rest
			break
		}
	}
	r, _ := utf8.DecodeRuneInString(word)
	return unicode.IsUpper(r)
}

func ordinal(word string) bool {
	return len(word) > 2 && word[0] >= '0' && word[0] <= '9' && strings.ContainsAny(word[len(word)-1:], "thnds")
}

// bare strips the punctuation that ends a word, and tells whether there was any
// that ends a name too.
func bare(word string) (string, bool) {
	trimmed := strings.TrimRight(word, `,;:.!?…'’`)
	cut := word[len(trimmed):]
	if cut == "." && (utf8.RuneCountInString(trimmed) <= 1 || abbreviation(trimmed) || strings.Contains(trimmed, ".")) {
		return word, false
	}
	for _, s := range []string{"'s", "’s"} {
		if t, ok := strings.CutSuffix(trimmed, s); ok {
			return t, true
		}
	}
	return trimmed, cut != ""
}

func abbreviation(word string) bool {
	switch strings.ToLower(word) {
	case "dr", "mr", "mrs", "ms", "st", "jr", "sr", "prof", "rev", "gen", "col", "capt", "lt", "ph", "mt", "hon", "sgt":
		return true
	}
	return false
}

// nameFrom reads the name that starts at token i; "and" never joins. It gives the byte span and
// the index of the token after it.
func nameFrom(s string, t []token, i int) (start, end, next int, ok bool) {
	if i >= len(t) || !capital(t[i].text) {
		return 0, 0, i, false
	}
	start = t[i].start
	for i < len(t) {
		w, stop := bare(t[i].text)
		if w == "" || strings.ContainsAny(w, "()[]\"“”«»/–—") && len(w) < 4 {
			break
		}
		switch {
		case capital(w) || end > 0 && ordinal(w):
			end = t[i].start + len(w)
			i++
		case end > 0 && nameJoin(w) && w != "and" && !stop && joins(t, i):
			i++
			continue
		default:
			return start, end, i, end > start
		}
		if stop {
			// "Jerome, 4th Count" and "John Smith, Jr." go on after a comma.
			if i < len(t) && strings.HasSuffix(t[i-1].text, ",") && (ordinal(t[i].text) || strings.HasPrefix(t[i].text, "Jr") || strings.HasPrefix(t[i].text, "Sr")) {
				continue
			}
			break
		}
		// The corpus's "Gérard- Philippe": a hyphen at a word's end joins.
	}
	return start, end, i, end > start
}

// joins tells whether a capital follows the joining words at i.
func joins(t []token, i int) bool {
	for j := i + 1; j < len(t) && j <= i+3; j++ {
		w, _ := bare(t[j].text)
		if capital(w) {
			return true
		}
		if !nameJoin(w) || w == "and" {
			return false
		}
	}
	return false
}

// personAfter finds the first name after a cue that ends at byte from, passing
// over up to ten words such as "American singer-songwriter".
func personAfter(s string, from int) (start, end int, ok bool) {
	t := tokensOf(s, from)
	for i := 0; i < len(t) && i < 14; {
		w := t[i].text
		if capital(w) {
			start, end, next, ok := nameFrom(s, t, i)
			if !ok {
				i++
				continue
			}
			if leads(t, i, next, s[start:end]) || owns(s[end:]) {
				i = next
				continue
			}
			return start, end, true
		}
		if strings.ContainsAny(w, "();:") || strings.HasSuffix(w, ".") && len(w) > 3 {
			return 0, 0, false
		}
		i++
	}
	return 0, 0, false
}

// owns tells that a name is another's owner: "Muhammad's daughter Fatimah".
func owns(after string) bool {
	for _, s := range []string{"'s ", "’s "} {
		if rest, ok := strings.CutPrefix(after, s); ok {
			return rest != "" && !capital(rest)
		}
	}
	return false
}

// leads tells a capitalised word that only describes the name to come: a
// nationality, or one word before a role in lower case ("Aztec ruler X").
func leads(t []token, i, next int, name string) bool {
	if next >= len(t) {
		return false
	}
	if last, stop := bare(t[next-1].text); stop && last != "" {
		return false
	}
	follow, _ := bare(t[next].text)
	if capital(follow) || text.IsStop(strings.ToLower(follow)) || nameJoin(follow) || follow == "" || strings.ContainsAny(follow, "()\"") {
		return false
	}
	if next-i > 1 && countryOf(name) == "" {
		return false
	}
	for j := next; j < len(t) && j < next+5; j++ {
		w, stop := bare(t[j].text)
		if capital(w) {
			return true
		}
		if stop && !strings.HasSuffix(t[j].text, ",") || text.IsStop(strings.ToLower(w)) && w != "and" {
			return false
		}
	}
	return false
}

// nameSpan is a name found in a text, by byte offsets.
type nameSpan struct {
	Text       string
	Start, End int
}

// properNames are all capitalised names of an English text, in order. A lone
// word that opens a sentence counts only if it is no stop word.
func properNames(s string) []nameSpan {
	t := allTokens(s)
	var out []nameSpan
	for i := 0; i < len(t); {
		start, end, next, ok := nameFrom(s, t, i)
		if !ok {
			i++
			continue
		}
		name := s[start:end]
		first, _ := bare(t[i].text)
		if text.IsStop(strings.ToLower(first)) && next-i > 1 {
			i++ // "The Pequod", "In London"
			continue
		}
		if !text.IsStop(strings.ToLower(name)) {
			out = append(out, nameSpan{name, start, end})
		}
		i = max(next, i+1)
	}
	return out
}

func allTokens(s string) []token {
	var out []token
	for from := 0; from < len(s); {
		part := tokensOf(s, from)
		if len(part) == 0 {
			return out
		}
		out = append(out, part...)
		from = part[len(part)-1].end
	}
	return out
}

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

func unbracketed(s string) string {
	if strings.ContainsAny(s, "(（") {
		s = brackets.ReplaceAllString(s, " ")
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
	if ts == "" || ns == "" {
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
