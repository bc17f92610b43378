// Package needle makes and runs Needle-in-a-Haystack PLUS (LongAgent): facts that were altered to be untrue
// are put into long texts at many lengths and depths, and agents are asked for them. It also builds mixtures
// of passages to a length.
package needle

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"grove/internal/eval/dataset"
	"grove/internal/text"
)

// Needle is a fact with a question.
type Needle struct {
	ID       string `json:"id"`
	Question string `json:"question"`
	// Answer is the altered answer, Was the true one.
	Answer string `json:"answer"`
	Was    string `json:"was"`
	// Texts are the passages that are put into a haystack: one, or two for a question over both.
	Texts []string `json:"texts"`
}

// text returns the text for the k-th depth of a cell.
func (n Needle) text(k int) string { return n.Texts[min(k, len(n.Texts)-1)] }

// Bounds on needles [Grove's].
const (
	// mostNeedle is the longest passage, in characters; longestAnswer the longest answer, in words, longestHan in Chinese characters.
	mostNeedle    = 600
	longestAnswer = 6
	longestHan    = 12
	// Singles and Pairs are the most needles (LongAgent: 100 single ones from SQuAD, 60 pairs from HotpotQA).
	Singles, Pairs = 100, 60
)

// Make returns needles of a set: single ones from questions with one gold document, or pairs from questions with two, each with its
// answer altered to another of its type that stands nowhere in the haystack. documents are those of the set by id.
func Make(set dataset.Set, documents map[string]dataset.Document, haystack string, pairs bool, seed uint64) []Needle {
	type found struct {
		q      dataset.Question
		answer string
		texts  []string
	}
	var all []found
	for _, q := range set.Questions {
		if len(q.Answers) == 0 {
			continue
		}
		answer := strings.TrimSuffix(q.Answers[0], "。") // Chinese sets write answers as sentences
		if len(strings.Fields(answer)) > longestAnswer || countHan(answer) > longestHan || kindOf(answer) == "" {
			continue
		}
		texts := passages(q, answer, documents)
		if want := map[bool]int{false: 1, true: 2}[pairs]; len(texts) != want ||
			!slices.ContainsFunc(texts, func(t string) bool { return holds(t, answer) }) {
			continue
		}
		all = append(all, found{q, answer, texts})
	}
	r := dataset.Draws(seed, "needles "+set.Name)
	r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	answers := map[string][]string{}
	for _, f := range all {
		answers[kindOf(f.answer)] = append(answers[kindOf(f.answer)], f.answer)
	}
	most := Singles
	if pairs {
		most = Pairs
	}
	var out []Needle
	haystack = strings.ToLower(haystack)
	for _, f := range all {
		if len(out) == most {
			break
		}
		near := strings.ToLower(strings.Join(append(slices.Clone(f.texts), f.q.Question), "\n"))
		altered, ok := alter(f.answer, answers[kindOf(f.answer)], []string{near, haystack}, r)
		if !ok {
			continue
		}
		n := Needle{ID: f.q.ID, Question: f.q.Question, Answer: altered, Was: f.answer}
		for _, t := range f.texts {
			n.Texts = append(n.Texts, whole(f.answer).ReplaceAllLiteralString(t, altered))
		}
		out = append(out, n)
	}
	slices.SortFunc(out, func(a, b Needle) int { return cmp.Compare(a.ID, b.ID) })
	return out
}

// passages returns the gold passages of a question, each with its title and cut to whole sentences around the
// answer; or its document where it names none.
func passages(q dataset.Question, answer string, documents map[string]dataset.Document) (out []string) {
	ids := slices.Clone([]string(q.GoldIDs))
	slices.Sort(ids)
	if len(ids) == 0 && q.DocID != "" {
		ids = []string{q.DocID}
	}
	for _, id := range ids {
		d, ok := documents[id]
		if !ok {
			return nil
		}
		body := around(text.OneLine(d.Text), answer)
		if d.Title != "" && !strings.HasPrefix(body, d.Title) {
			body = d.Title + ": " + body
		}
		out = append(out, body)
	}
	return out
}

// around returns the sentences of a text about an answer, up to mostNeedle characters: those before it from the
// beginning on, as they name the subject, as far as there is room.
func around(body, answer string) string {
	sentences := slices.Collect(text.EachSentence(body))
	at := max(slices.IndexFunc(sentences, func(s string) bool { return holds(s, answer) }), 0)
	var kept []string
	left := mostNeedle
	for i, sentence := range sentences {
		size := utf8.RuneCountInString(sentence)
		if i == at || i < at && left-size > utf8.RuneCountInString(sentences[at]) || i > at && left > size {
			kept = append(kept, strings.TrimSpace(sentence))
			left -= size
		}
	}
	return strings.Join(kept, " ")
}

// whole matches an answer as whole words.
func whole(answer string) *regexp.Regexp { return regexp.MustCompile(dataset.WholeWord(answer)) }

// countHan returns the number of Chinese characters of a text.
func countHan(s string) (n int) {
	for _, r := range s {
		if unicode.Is(unicode.Han, r) {
			n++
		}
	}
	return n
}

// holds reports whether a text has an answer as whole words.
func holds(t, answer string) bool {
	return strings.TrimSpace(answer) != "" && whole(answer).MatchString(t)
}

var digits = regexp.MustCompile(`\d+`)

// kindOf returns the type of an answer, by its form: a number, a date or other text with a number, a name of one or
// more words; "" for anything else, such as yes or a clause.
func kindOf(answer string) string {
	runes := []rune(strings.TrimSpace(answer))
	if len(runes) < 2 {
		return ""
	}
	switch numbers := digits.FindAllString(answer, -1); {
	case len(numbers) == 1 && numbers[0] == answer:
		return "number " + strconv.Itoa(len(answer))
	case len(numbers) > 0:
		return "text with a number"
	case unicode.Is(unicode.Han, runes[0]):
		return "Chinese name of " + strconv.Itoa(min(len(runes), 5))
	case unicode.IsUpper(runes[0]):
		return "name of " + strconv.Itoa(min(len(strings.Fields(answer)), 3))
	}
	return ""
}

// alter returns another answer of the same type that stands in none of the texts, which are in lower case: other digits, or the
// answer of another question.
func alter(answer string, others, texts []string, r *rand.Rand) (string, bool) {
	fits := func(s string) bool {
		return s != answer && !slices.ContainsFunc(texts, func(t string) bool { return strings.Contains(t, strings.ToLower(s)) })
	}
	if digits.MatchString(answer) {
		for range 50 {
			altered := digits.ReplaceAllStringFunc(answer, func(n string) string { return otherNumber(n, r) })
			if fits(altered) {
				return altered, true
			}
		}
		return "", false
	}
	order := r.Perm(len(others))
	for _, i := range order {
		if fits(others[i]) {
			return others[i], true
		}
	}
	return "", false
}

// otherNumber returns a number with as many digits. A number of one or two digits stays a possible day or month; a year stays
// within a century.
func otherNumber(n string, r *rand.Rand) string {
	v, err := strconv.Atoi(n)
	if err != nil || len(n) > 9 {
		return strings.Repeat("7", len(n))
	}
	switch {
	case len(n) <= 2 && v <= 28:
		v = 1 + (v+r.IntN(26))%28
	case len(n) == 4:
		v = v - v%100 + (v%100+1+r.IntN(98))%100
	default:
		low := 1
		for range len(n) - 1 {
			low *= 10
		}
		v = low + (v-low+1+r.IntN(9*low-1))%(9*low)
	}
	return fmt.Sprintf("%0*d", len(n), v)
}
