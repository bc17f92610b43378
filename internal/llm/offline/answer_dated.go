package offline

import (
	"slices"
	"strings"

	"grove/internal/text"
)

// A heading may say the day for what stands under it: "Minutes of 4 May 2021. The chair
// was Ann Lee."

// byHeading is what a sentence keeps of its share where the heading says the date.
const byHeading = 0.9

// askedDay is the date with a month that a question after a person gives, "" for none.
func (q Question) askedDay() string {
	if q.Type != Who || q.Chinese() {
		return ""
	}
	for _, d := range findDates(q.Text, false) {
		if day := q.Text[d[0]:d[1]]; monthWord.MatchString(day) {
			return day
		}
	}
	return ""
}

// underDate scores the sentences under a heading with the date that the question gives by
// the question's other words.
func (f *finder) underDate(all []scored) {
	day := f.q.askedDay()
	if day == "" {
		return
	}
	q, of := f.q, text.Terms(day)
	q.Terms = slices.DeleteFunc(slices.Clone(q.Terms), func(t string) bool { return slices.Contains(of, t) })
	q.Names = slices.DeleteFunc(slices.Clone(q.Names), func(n string) bool { return strings.Contains(day, n) })
	for i, s := range rankSentences(q, f.evidence) {
		if !f.headedBy(s, day) {
			continue
		}
		if len(q.Names) == 0 {
			s.names = byHeading // what the question names is the date
		}
		all[i].share, all[i].names = max(all[i].share, byHeading*s.share), max(all[i].names, s.names)
	}
}

// headedBy tells whether the sentence right before, one without a verb, says a date and
// the sentence itself says none.
func (f *finder) headedBy(s scored, day string) bool {
	e := f.evidence[s.passage]
	if s.sentence == 0 || len(findDates(e.sentence(s.sentence), false)) > 0 {
		return false
	}
	before, after, said := strings.Cut(e.sentence(s.sentence-1), day)
	return said && !slices.ContainsFunc(letters.FindAllString(strings.ToLower(before+after), -1), func(w string) bool {
		return auxiliaries[w] || pastForm(w)
	})
}
