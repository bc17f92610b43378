package query

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"grove/internal/graph"
	"grove/internal/lists"
	"grove/internal/text"
)

// Sentence is a sentence of an answer with its support.
type Sentence struct {
	Text string `json:"text"`
	// Start and End are rune offsets in the answer.
	Start int `json:"start"`
	End   int `json:"end"`
	// Citations are the numbers of the supporting citations.
	Citations []int `json:"citations"`
	// Supported reports whether their quotes support it, by the rules of function Supported.
	Supported bool `json:"supported"`
}

// leastShare is the share of a sentence's own terms that the quotes must contain, leastNamed that of one with names or numbers.
// leastQuoted is the least number of terms in quotation marks that make the share of the others count no more.
const leastShare, leastNamed, leastQuoted = 2.0 / 3, 1.0 / 2, 3

// Supported checks each sentence of an answer against the verified citations. A
// sentence is supported where
//
//  1. its terms are in a quote, in a row, as for answers that are spans; or
//  2. it is a judgement or a choice (yes, no, one of the question's options), and there
//     is a verified quote, in mode Reject one that is not weak; or
//  3. of its terms that are not in the question, every number and every name and two
//     thirds of all, one half if there are names or numbers, are in the quotes or in the
//     titles of their documents: "the island of Haldre" beside "born on Haldre"; or all
//     names and numbers, and it repeats in quotation marks words of a quote that say more
//     than the question.
//
// A calculated number is in no quote and therefore not supported.
func Supported(question, answer string, citations []Citation, mode Mode) []Sentence {
	given := termSet(question)
	out := []Sentence{}
	for _, span := range text.Sentences(answer) {
		s := Sentence{Text: text.Slice(answer, span.Start, span.End), Start: span.Start, End: span.End}
		s.Citations = supporting(s.Text, given, citations, mode)
		s.Supported = len(s.Citations) > 0
		out = append(out, s)
	}
	return out
}

var (
	marks    = regexp.MustCompile(`\[\d+\]`)
	inMarks  = regexp.MustCompile(`["“「『]([^"“”「」『』]+)["”」』]`)
	judgment = regexp.MustCompile(`(?i)^\W*(yes|no|是|是的|不是|否|对|不对|有|没有|都是|都不是|相同|不同)\W*$`)
)

// supporting returns the numbers of the citations that support a sentence; given are the
// question's terms.
func supporting(sentence string, given map[string]bool, citations []Citation, mode Mode) []int {
	sentence = strings.TrimSpace(marks.ReplaceAllString(sentence, " "))
	list := text.Terms(sentence)
	own := lists.Once(lists.Filter(list, func(t string) bool { return !given[t] }))
	all, spans := []int{}, []int{}
	for _, c := range citations {
		if !c.Verified {
			continue
		}
		if !c.Weak || mode != Reject {
			all = append(all, c.N)
		}
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
	least := leastShare
	if quotes(sentence, given, citations) {
		least = 0
	}
	return byWords(own, sharp(sentence), least, citations)
}

// quotes reports whether a sentence has in quotation marks words of a verified quote, in a row, not all of the question.
func quotes(sentence string, given map[string]bool, citations []Citation) bool {
	for _, m := range inMarks.FindAllStringSubmatch(sentence, -1) {
		said := text.Terms(m[1])
		if len(said) >= leastQuoted && slices.ContainsFunc(said, func(t string) bool { return !given[t] }) &&
			slices.ContainsFunc(citations, func(c Citation) bool { return c.Verified && inRow(said, text.Terms(c.Quote)) }) {
			return true
		}
	}
	return false
}

// byWords applies the third rule: own are the terms to find, sharp those of names and
// numbers, which must all be found; least is the share of the others.
func byWords(own []string, sharp map[string]bool, least float64, citations []Citation) []int {
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
		if sharp[t] {
			least = min(least, leastNamed)
		}
	}
	if len(own) == 0 || float64(len(found)) < least*float64(len(own)) {
		return []int{}
	}
	return numbers
}

// backing returns further sentences of the cited chunks, given with their text: those that have the names and numbers of the
// answer's unsupported sentences that no quote has. A sentence of which the quotes have less than half is not helped.
func backing(question, answer string, citations []Citation, mode Mode, read []graph.ChunkRow) (out []Reference) {
	given, quoted := termSet(question), map[string]bool{}
	var chunks []graph.ChunkRow
	for _, c := range citations {
		if !c.Verified {
			continue
		}
		maps.Copy(quoted, termSet(c.Document.Title+" "+c.Quote))
		if i := slices.IndexFunc(read, func(r graph.ChunkRow) bool { return r.ID == c.Chunk }); i >= 0 {
			chunks = append(chunks, read[i])
		}
	}
	for _, s := range Supported(question, answer, citations, mode) {
		own := termSet(s.Text)
		maps.DeleteFunc(own, func(t string, _ bool) bool { return given[t] })
		if s.Supported || float64(lists.Common(own, quoted)) < leastNamed*float64(len(own)) {
			continue
		}
		for _, t := range slices.Sorted(maps.Keys(sharp(s.Text))) {
			if ref, ok := sentenceWith(t, chunks); ok && !given[t] && !quoted[t] && !slices.Contains(out, ref) {
				out = append(out, ref)
			}
		}
	}
	return out
}

// sentenceWith returns the first sentence of chunks with a term.
func sentenceWith(term string, chunks []graph.ChunkRow) (Reference, bool) {
	for _, c := range chunks {
		for _, span := range text.Sentences(c.Text) {
			if s := text.Slice(c.Text, span.Start, span.End); slices.Contains(text.Terms(s), term) {
				return referenceTo(c, span), true
			}
		}
	}
	return Reference{}, false
}

// sharp returns the terms of a sentence's numbers and names: words with a digit, and
// capitalised words other than the first.
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

// inRow reports whether a list is a contiguous part of another.
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
