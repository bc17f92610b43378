package offline

import (
	"regexp"
	"slices"
	"strings"

	"grove/internal/text"
)

// A question may hold on a condition of time: "before Y was born", "in 1879". An
// answer is given only where a sentence that it rests on says so too: the kit
// cannot reckon what was when.

var (
	timed     = regexp.MustCompile(`(?i)(?:^|[\s,])(before|after|until|till|since|prior to|by the time|while)\s+([^?,]+)`)
	notTimed  = regexp.MustCompile(`(?i)\b(?:named?|called|looked|looks?|look|takes?|took|sought|modell?ed)\b|\b(?:day|night|year|month|week|long)\s*$`)
	timeWord  = regexp.MustCompile(`(?i)\b(?:before|after|until|till|since|prior|earlier|later|then|first|former|formerly|previously|once|when|while|followed|succeeded|replaced|from)\b`)
	yearAsked = regexp.MustCompile(`(?i)\b(?:in|during|by|since|until|before|after|of)\s+(?:[a-z]+\s+)?([12]\d{3})\b`)
	anyYear   = regexp.MustCompile(`\b[12]\d{3}\b`)
	timedZh   = regexp.MustCompile(`(?:^|在|，)?([^，在]{2,20}?)(?:之前|以前|之后|以后)`)
	timeZh    = regexp.MustCompile(`[前后先曾]|原来|直到|起`)
	yearZh    = regexp.MustCompile(`[12]\d{3}年`)
)

// leastCondition is the least share of a condition's words that a sentence must hold.
const leastCondition = 0.6

// unchecked tells whether the question holds on a condition of time that nothing
// the answer rests on bears out.
func (f *finder) unchecked(a Answer) bool {
	if f.q.Choice != "" || a.Text == "" {
		return false
	}
	if f.q.Chinese() {
		return f.uncheckedZh(a)
	}
	for _, m := range yearAsked.FindAllStringSubmatch(f.q.Text, -1) {
		if !f.bearsOut(a, 1, func(s string) bool { return strings.Contains(s, m[1]) }) {
			return true
		}
	}
	m := timed.FindStringSubmatchIndex(f.q.Text)
	if m == nil || notTimed.MatchString(f.q.Text[:m[2]]) {
		return false
	}
	connective, condition := strings.ToLower(f.q.Text[m[2]:m[3]]), f.q.Text[m[4]:m[5]]
	if !slices.ContainsFunc(strings.Fields(strings.ToLower(condition)), func(w string) bool { return pastForm(w) || lightVerb(w) }) {
		return false // no clause: somebody, or something, comes before or after
	}
	terms := verbTerms(condition)
	return len(terms) > 0 && !f.bearsOut(a, 0, func(s string) bool {
		if f.q.Type == YesNo && indexWord(s, connective) < 0 {
			return false // it may be the other way round
		}
		return timeWord.MatchString(s) && holdsShare(terms, verbTerms(s), leastCondition)
	})
}

func (f *finder) uncheckedZh(a Answer) bool {
	for _, year := range yearZh.FindAllString(f.q.Text, -1) {
		if !f.bearsOut(a, 1, func(s string) bool { return strings.Contains(s, strings.TrimSuffix(year, "年")) }) {
			return true
		}
	}
	m := timedZh.FindStringSubmatch(f.q.Text)
	if m == nil || yearZh.MatchString(m[1]) {
		return false
	}
	terms := text.Terms(m[1])
	return len(terms) > 0 && !f.bearsOut(a, 0, func(s string) bool {
		return timeZh.MatchString(s) && holdsShare(terms, text.Terms(s), leastCondition)
	})
}

// bearsOut tells whether a sentence that the answer rests on, or one at most reach
// beside it, or the title, is as asked.
func (f *finder) bearsOut(a Answer, reach int, asked func(string) bool) bool {
	for _, s := range a.Support {
		e := f.evidence[s.Passage]
		if reach > 0 && asked(e.title) {
			return true
		}
		at := e.sentenceAt(e.offsets.Byte(s.Start))
		for i := max(0, at-reach); i <= min(at+reach, len(e.sentences)-1); i++ {
			if asked(e.sentence(i)) {
				return true
			}
		}
	}
	return false
}

// verbTerms are the terms of a text, with all forms of a verb as one.
func verbTerms(s string) []string {
	var out []string
	for _, w := range letters.FindAllString(s, -1) {
		if k := verbKey(w); k != "" {
			out = append(out, k)
		}
	}
	return out
}

// holdsShare tells whether at least a share of the terms is among the others.
func holdsShare(terms, others []string, share float64) bool {
	held := 0
	for _, t := range terms {
		if slices.Contains(others, t) {
			held++
		}
	}
	return float64(held) >= share*float64(len(terms))
}

// otherYear tells whether the year that stands nearest to a candidate is another
// than the one that the question asks about.
func (f *finder) otherYear(sentence string, c candidate) bool {
	asked := yearAsked.FindStringSubmatch(f.q.Text)
	if asked == nil || f.q.Type == When {
		return false
	}
	nearest, year := len(sentence)+1, ""
	for _, m := range anyYear.FindAllStringIndex(sentence, -1) {
		if d := max(c.start-m[1], m[0]-c.end); d >= 0 && d < nearest {
			nearest, year = d, sentence[m[0]:m[1]]
		}
	}
	return year != "" && year != asked[1] && strings.Contains(sentence, asked[1])
}
