package offline

import (
	"regexp"
	"strings"
)

// Rows of tables: "Weight | 64 kg" in a text about X states the weight of X.

// tableRow is a row of two cells: a label and what it has.
var tableRow = regexp.MustCompile(`(?m)^[ \t]*\|?[ \t]*([^|\n]{1,60}?)[ \t]*\|[ \t]*([^|\n]{1,120}?)[ \t]*\|?[ \t]*$`)

// noValue are the cells of a line between the head of a table and its rows.
var noValue = regexp.MustCompile(`^[-: ]*$`)

// rowsOf finds what the rows with a label have in a text about the subject. Where
// they differ, the text has several things with that label, and nothing is said.
func (f *finder) rowsOf(passage int, label string) []finding {
	e := f.evidence[passage]
	var out []finding
	for _, m := range tableRow.FindAllStringSubmatchIndex(e.text, -1) {
		value := e.text[m[4]:m[5]]
		if foldName(e.text[m[2]:m[3]]) != foldName(label) || noValue.MatchString(value) {
			continue
		}
		if len(out) > 0 && out[0].text != value {
			return nil
		}
		out = append(out, finding{value, passage, e.sentenceAt(m[4])})
	}
	return out[:min(len(out), 1)]
}

// measureAsked asks for a measure by an adjective or a verb.
var measureAsked = regexp.MustCompile(`(?i)^how (?:(heavy|long|tall|high|deep|wide) (?:is|was|are|were) (.+?)|much (?:does|did|do) (.+?) (cost|weigh))\s*\?*$`)

// measureLabels are the labels of what such a question asks for.
var measureLabels = map[string][]string{"heavy": {"weight", "mass"}, "weigh": {"weight", "mass"}, "cost": {"price", "cost"}, "long": {"length"},
	"tall": {"height"}, "high": {"height"}, "deep": {"depth"}, "wide": {"width"}}

// measured answers "How heavy is X?" from the row of a table of X.
func (f *finder) measured() (Answer, bool) {
	m := measureAsked.FindStringSubmatch(f.q.Text)
	if m == nil {
		return Answer{}, false
	}
	name := article.ReplaceAllString(m[2]+m[3], "")
	for _, label := range measureLabels[strings.ToLower(m[1]+m[4])] {
		for _, s := range f.subjects(name) {
			for _, v := range f.rowsOf(s.passage, label) {
				f.use(v)
				return Answer{Text: v.text, Score: 0.85, Sure: true, Support: f.support}, true
			}
		}
	}
	f.want(name)
	return Answer{}, false
}
