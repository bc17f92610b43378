package reversion

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"grove/internal/eval/dataset"
	"grove/internal/lists"
	"grove/internal/text"
)

// leastInside is the least number of letters of a name that is replaced within longer words too;
// shorter ones are parts of too many words.
const leastInside = 5

// mask replaces names by tags.
type mask struct {
	names *regexp.Regexp
	tags  map[string]string
}

// newMask returns the mask of a dictionary. Longer names come before shorter ones.
func newMask(d Dictionary) mask {
	m := mask{tags: map[string]string{}}
	var names []string
	for _, form := range []func(string) string{func(n string) string { return n }, strings.ToUpper} { // a name precedes another's capitals
		for _, e := range d.Entries {
			for _, n := range e.Names() {
				if n = form(n); m.tags[n] == "" {
					m.tags[n] = "[" + e.Tag + "]"
					names = append(names, n)
				}
			}
		}
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(a, b)) })
	for i, n := range names {
		if names[i] = regexp.QuoteMeta(n); utf8.RuneCountInString(n) < leastInside {
			names[i] = dataset.WholeWord(n)
		}
	}
	m.names = regexp.MustCompile(strings.Join(names, "|"))
	return m
}

// replace replaces all names of a text by their tags, and counts them by tag.
func (m mask) replace(s string, counts map[string]int) string {
	return m.names.ReplaceAllStringFunc(s, func(n string) string {
		tag := m.tags[n]
		counts[strings.Trim(tag, "[]")]++
		return tag
	})
}

// tagIn matches a tag in an anonymised text.
var tagIn = regexp.MustCompile(`\[(?:PERSON|LOCATION)#\d+\]`)

// tagsAlone returns those of tagsOf that stand as words of their own: a tag within a longer word, as of "Sunda" in "Sunday", names
// nobody.
func tagsAlone(s string) (out []string) {
	glued := func(r rune) bool { return unicode.IsLetter(r) && !unicode.Is(unicode.Han, r) }
	for _, m := range tagIn.FindAllStringIndex(s, -1) {
		before, _ := utf8.DecodeLastRuneInString(s[:m[0]])
		after, _ := utf8.DecodeRuneInString(s[m[1]:])
		if t := strings.Trim(s[m[0]:m[1]], "[]"); !glued(before) && !glued(after) && !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	return out
}

// tagsOf returns the distinct tags of a text, in their order, without brackets.
func tagsOf(s string) []string { return matches(tagIn, s) }

// matches returns the distinct matches of a pattern in a text, in their order, without brackets.
func matches(pattern *regexp.Regexp, s string) []string {
	return lists.Once(lists.Map(pattern.FindAllString(s, -1), func(m string) string { return strings.Trim(m, "[]") }))
}

// Leak is a name that an anonymised text still has.
type Leak struct {
	Name string `json:"name"`
	// Found is the form found, Count how often.
	Found string `json:"found"`
	Count int    `json:"count"`
}

// leaks returns the names that stand in anonymised texts as whole words, whatever their case, and
// for review the words that differ from a name in one letter.
func leaks(d Dictionary, texts []string) (whole, fuzzy []Leak) {
	whole, fuzzy = []Leak{}, []Leak{}
	counts := map[string]int{}
	joined := strings.Join(texts, "\n")
	for _, w := range text.Words(tagIn.ReplaceAllString(joined, " ")) {
		counts[w.Text]++
	}
	lower := map[string][]string{}
	byLength := map[int][]string{}
	for _, w := range sorted(counts) {
		l := strings.ToLower(w)
		lower[l] = append(lower[l], w)
		byLength[utf8.RuneCountInString(w)] = append(byLength[utf8.RuneCountInString(w)], w)
	}
	folded := strings.ToLower(tagIn.ReplaceAllString(joined, "\x00"))
	for _, e := range d.Entries {
		for _, n := range e.Names() {
			l := strings.ToLower(n)
			first, _ := utf8.DecodeRuneInString(n)
			if unicode.Is(unicode.Han, first) || strings.Contains(n, " ") {
				if k := strings.Count(folded, l); k > 0 && !slices.Contains(d.Exceptions, l) {
					whole = append(whole, Leak{n, l, k})
				}
				continue
			}
			for _, w := range lower[l] {
				if !slices.Contains(d.Exceptions, w) && !slices.Contains(d.Exceptions, l) {
					whole = append(whole, Leak{n, w, counts[w]})
				}
			}
			length := utf8.RuneCountInString(n)
			for k := length - 1; k <= length+1 && length > leastInside; k++ {
				for _, w := range byLength[k] {
					if r, _ := utf8.DecodeRuneInString(w); unicode.IsUpper(r) && strings.ToLower(w) != l && oneEdit(w, n) {
						fuzzy = append(fuzzy, Leak{n, w, counts[w]})
					}
				}
			}
		}
	}
	return whole, fuzzy
}

// oneEdit reports whether two words differ by one letter that is changed, missing or added.
func oneEdit(a, b string) bool {
	x, y := []rune(a), []rune(b)
	if len(x) > len(y) {
		x, y = y, x
	}
	if len(y)-len(x) > 1 {
		return false
	}
	i := 0
	for i < len(x) && x[i] == y[i] {
		i++
	}
	if len(x) == len(y) {
		return i < len(x) && slices.Equal(x[i+1:], y[i+1:])
	}
	return slices.Equal(x[i:], y[i+1:])
}
