package query

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"grove/internal/text"
)

// Sentence is a sentence of an answer, and what speaks for it.
type Sentence struct {
	Text string `json:"text"`
	// Start and End are rune offsets in the answer.
	Start int `json:"start"`
	End   int `json:"end"`
	// Citations are the numbers of the citations that it rests on.
	Citations []int `json:"citations"`
	// Supported tells whether their quotes bear it out, by the rule of Supported.
	Supported bool `json:"supported"`
}

// leastShare is the share of a sentence's own content words that the quotes must hold.
const leastShare = 2.0 / 3

// Supported checks each sentence of an answer against the verified citations. A
// sentence is supported where
//
//  1. it stands in a quote, term by term in a row: the answers that are spans; or
//  2. it only judges or chooses (yes, no, one of the question's own options), and
//     there is a verified quote: what it was judged by; or
//  3. of its terms that the question does not have, every number and every name
//     and two thirds of all are in the quotes or in the titles of their documents.
//
// A number that was calculated is in no quote, and so is not supported.
func Supported(question, answer string, citations []Citation) []Sentence {
	known := termSet(question)
	out := []Sentence{}
	for _, span := range text.Sentences(answer) {
		s := Sentence{Text: text.Slice(answer, span.Start, span.End), Start: span.Start, End: span.End}
		s.Citations = supporting(s.Text, known, citations)
		s.Supported = len(s.Citations) > 0
		out = append(out, s)
	}
	return out
}

var (
	marks    = regexp.MustCompile(`\[\d+\]`)
	judgment = regexp.MustCompile(`(?i)^\W*(yes|no|是|是的|不是|否|对|不对|有|没有|都是|都不是|相同|不同)\W*$`)
)

// supporting are the numbers of the citations that bear a sentence out; none where
// nothing does.
func supporting(sentence string, known map[string]bool, citations []Citation) []int {
	sentence = strings.TrimSpace(marks.ReplaceAllString(sentence, " "))
	list := text.Terms(sentence)
	var own []string
	for _, t := range list {
		if !known[t] && !slices.Contains(own, t) {
			own = append(own, t)
		}
	}
	all, spans := []int{}, []int{}
	for _, c := range citations {
		if !c.Verified {
			continue
		}
		all = append(all, c.N)
		if inRow(list, text.Terms(c.Quote)) || len(list) == 0 && strings.Contains(strings.ToLower(c.Quote), strings.ToLower(sentence)) {
			spans = append(spans, c.N)
		}
	}
	switch {
	case len(spans) > 0:
		return spans
	case judgment.MatchString(sentence) || len(list) > 0 && len(own) == 0:
		return all
	}
	return byWords(own, sharp(sentence), citations)
}

// byWords is the third rule: own are the terms to be found, sharp those of names
// and numbers, which all must be.
func byWords(own []string, sharp map[string]bool, citations []Citation) []int {
	found, numbers := map[string]bool{}, []int{}
	for _, c := range citations {
		if !c.Verified {
			continue
		}
		terms, counts := termSet(c.Document.Title+" "+c.Quote), false
		for _, t := range own {
			if terms[t] {
				found[t], counts = true, true
			}
		}
		if counts {
			numbers = append(numbers, c.N)
		}
	}
	for _, t := range own {
		if sharp[t] && !found[t] {
			return []int{}
		}
	}
	if len(own) == 0 || float64(len(found)) < leastShare*float64(len(own)) {
		return []int{}
	}
	return numbers
}

// sharp are the terms of a sentence's numbers and names: words with a digit, and
// words with a capital that do not open the sentence.
func sharp(sentence string) map[string]bool {
	set := map[string]bool{}
	for i, w := range text.Words(sentence) {
		capital := i > 0 && unicode.IsUpper([]rune(w.Text)[0])
		if capital || strings.ContainsFunc(w.Text, unicode.IsDigit) {
			for _, t := range text.Terms(w.Text) {
				set[t] = true
			}
		}
	}
	return set
}

// inRow tells whether a list stands in another, one after the other.
func inRow(part, whole []string) bool {
	if len(part) == 0 {
		return false
	}
	for i := 0; i+len(part) <= len(whole); i++ {
		if slices.Equal(part, whole[i:i+len(part)]) {
			return true
		}
	}
	return false
}
