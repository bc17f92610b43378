package offline

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// A question may come without capitals, or in nothing but capitals. Which of its
// words are names is told by the passages then.

// leastShouted is the fewest words of a question in capitals: one or two may be a name.
const leastShouted = 3

// quietly is a question in nothing but capitals in small letters; any other as it is.
func quietly(question string) string {
	if strings.ContainsFunc(question, unicode.IsLower) || len(strings.Fields(question)) < leastShouted || hasHan(question) {
		return question
	}
	return strings.ToLower(question)
}

// recased is the question with the names of the passages written as they write
// them, where it has no capitals of its own behind its first letter.
func (k *Kit) recased(q Question, read []*evidence) Question {
	if q.Chinese() || len(q.Text) == 0 || strings.ContainsFunc(q.Text[1:], unicode.IsUpper) {
		return q
	}
	question := q.Text
	for _, name := range namesToPut(strings.ToLower(question), read) {
		re := regexp.MustCompile(`(?i)(^|[^\p{L}\d])` + regexp.QuoteMeta(name) + `($|[^\p{L}\d])`)
		question = re.ReplaceAllString(question, "${1}"+strings.ReplaceAll(name, "$", "$$")+"${2}")
	}
	if question == q.Text {
		return q
	}
	return k.Question(question, q.Language)
}

// namesToPut are the names of the evidence, and their words, that stand in a
// question in small letters: the short ones first, so that the long ones win. A
// single word that the evidence also writes small is none.
func namesToPut(question string, read []*evidence) []string {
	var out []string
	add := func(name string) {
		if len(name) > 2 && strings.Contains(question, strings.ToLower(name)) && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	for _, e := range read {
		for _, n := range append(properNames(e.text), properNames(e.title)...) {
			words := strings.Fields(n.Text)
			if len(words) > 1 && nameWords(words) > 1 && !opensWithRole(words) {
				add(n.Text)
			}
			for _, w := range words {
				if bare := strings.Trim(w, ".,"); capital(bare) && !writtenSmall(strings.ToLower(bare), read) {
					add(bare)
				}
			}
		}
	}
	slices.SortStableFunc(out, func(a, b string) int {
		if len(a) != len(b) {
			return len(a) - len(b)
		}
		return strings.Compare(a, b)
	})
	return out
}

// opensWithRole tells "Captain of the Pequod", which is what a name is called.
func opensWithRole(words []string) bool {
	first := strings.ToLower(words[0])
	return len(words) > 2 && words[1] == "of" && (honorific(first) || kinds[first] == "Person")
}

// nameWords counts the words with a capital.
func nameWords(words []string) int {
	n := 0
	for _, w := range words {
		if capital(w) {
			n++
		}
	}
	return n
}

// writtenSmall tells a word that is no name by itself: the passages also write it
// small, or it is a rank, a kind or a relation, "Captain".
func writtenSmall(word string, read []*evidence) bool {
	return functionWords[word] || honorific(word) || kinds[word] != "" || relationOf(word) != "" || openers[word] || slices.ContainsFunc(read, func(e *evidence) bool { return indexExact(e.text, word) >= 0 })
}

// indexExact finds a word as it is written, at word boundaries, or -1.
func indexExact(s, word string) int {
	for from := 0; ; {
		i := strings.Index(s[from:], word)
		if i < 0 {
			return -1
		}
		i += from
		end := i + len(word)
		if (i == 0 || !isWordByte(s[i-1])) && (end == len(s) || !isWordByte(s[end])) {
			return i
		}
		from = end
	}
}
