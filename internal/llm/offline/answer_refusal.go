package offline

import (
	"regexp"
	"slices"
	"strings"
)

// What a refusal says: which of the things that the question names were found, and
// what was not stated of them.

// noThing are words that wear a capital and name nothing that a text is about.
var noThing = regexp.MustCompile(`(?i)^(?:(?:january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|\d+)[ ,]*)+$|^(?:he|she|it|they|him|her|them|his|hers|its|their|this|that|these|those|i|you|we|who|whom|what)$|^(?:他|她|它|他们|她们|它们|这|那)$`)

// Things are the names of a question that name something: no month, no number and
// no word that stands for a name.
func (q Question) Things() []string {
	return slices.DeleteFunc(slices.Clone(q.Names), func(n string) bool { return noThing.MatchString(strings.TrimSpace(n)) || !q.Chinese() && !capitalIn(n) })
}

// capitalIn tells whether a word of a name wears a capital or a digit.
func capitalIn(name string) bool {
	return slices.ContainsFunc(strings.Fields(name), func(w string) bool { return properWord.MatchString(w) || hasHan(w) })
}

// Missing says what the passages lack to answer a question: what it names that
// they do not, else what they do not say of it.
func (k *Kit) Missing(q Question, passages []Passage) string {
	f := &finder{q: q}
	for _, p := range passages {
		f.evidence = append(f.evidence, newEvidence(p))
	}
	return f.unanswered()
}

// unanswered says what was found of the question's names, and that it was not enough.
func (f *finder) unanswered() string {
	var found, none []string
	for _, n := range f.q.Things() {
		if f.named(n) {
			found = append(found, n)
		} else {
			none = append(none, n)
		}
	}
	if f.q.Chinese() {
		switch {
		case len(none) > 0:
			return "读到的文本没有提到" + strings.Join(none, "、")
		case len(found) > 0:
			return "读到的文本提到了" + strings.Join(found, "、") + "，但没有找到" + notSaidZh(f.q.Type)
		}
		return "读到的文本中没有回答这个问题的内容"
	}
	switch {
	case len(none) > 0:
		return "the text that was read does not name " + strings.Join(none, ", ")
	case len(found) > 0:
		return "the text that was read names " + strings.Join(found, ", ") + ", but " + notSaid(f.q.Type) + " was not found in it"
	}
	return "nothing in the text that was read answers the question"
}

// named tells whether a passage or its title has a name.
func (f *finder) named(name string) bool {
	for _, e := range f.evidence {
		if nameMatch(e.title, name) >= 0.5 {
			return true
		}
		for i := range e.sentences {
			if e.mentions(i, name) {
				return true
			}
		}
	}
	return false
}

func notSaid(t AnswerType) string {
	switch t {
	case Who:
		return "the person that is asked for"
	case When:
		return "the time that is asked for"
	case Where:
		return "the place that is asked for"
	case HowMany:
		return "the number that is asked for"
	case Why:
		return "the reason"
	}
	return "what is asked"
}

func notSaidZh(t AnswerType) string {
	switch t {
	case Who:
		return "所问的人"
	case When:
		return "所问的时间"
	case Where:
		return "所问的地点"
	case HowMany:
		return "所问的数目"
	case Why:
		return "原因"
	}
	return "所问的内容"
}

// unnamed finds the word of an English question that stands for a name nobody gave.
var unnamed = regexp.MustCompile(`(?i)\b(?:is|was|are|were|did|does|do|has|have|had|will|would) (he|she|they|his|her|its|their)\b|\b(it|him|her|them)\s*\?*$`)

// standsAlone tells whether a question says whom and what it is about.
func (q Question) standsAlone() (word string, ok bool) {
	if q.Chinese() || len(q.Things()) > 0 {
		return "", true
	}
	m := unnamed.FindStringSubmatch(q.Text)
	if m == nil || len(properNames(q.Text)) > 1 {
		return "", true
	}
	return strings.ToLower(m[1] + m[2]), false
}
