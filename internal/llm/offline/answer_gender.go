package offline

import (
	"regexp"
	"slices"
	"strings"
)

// The relations sibling and child are asked for by words that tell more: a sister
// is no brother. A value is taken only where its sentence calls it by such a word.

// kinWord finds the words that say which sibling or child is meant.
var kinWord = regexp.MustCompile(`(?i)\b(brother|sister|son|daughter)s?\b`)

var kinRelation = map[string]string{"brother": "sibling", "sister": "sibling", "son": "child", "daughter": "child"}

// maxKinGap is how far a name and the word that it is called by may stand apart, in
// bytes: a list of children in between.
const maxKinGap = 60

// asAsked keeps of a relation's values those that are called by the question's own
// word; all where the question has no such word, or several.
func (f *finder) asAsked(relation string, values []finding) []finding {
	words := kinWord.FindAllStringSubmatch(f.q.Text, -1)
	if len(words) != 1 || f.q.Chinese() || strings.Contains(f.q.Text, "-in-law") {
		return values
	}
	word := strings.ToLower(words[0][1])
	if kinRelation[word] != relation {
		return values
	}
	return slices.DeleteFunc(values, func(v finding) bool {
		return !called(f.evidence[v.passage].sentence(v.sentence), v.text, word)
	})
}

// called tells whether a sentence calls a name by a word of kinship: "her sister,
// Maud", "Maud, a sister of", and not "the sister of Maud", "Maud's sister".
func called(sentence, name, word string) bool {
	at := strings.Index(sentence, name)
	if at < 0 {
		if i := strings.IndexByte(name, ' '); i > 0 { // "her sister Maud", of Maud Holt
			name = name[:i]
			at = strings.Index(sentence, name)
		}
	}
	if at < 0 {
		return false
	}
	end := at + len(name)
	if before := kinWord.FindAllStringSubmatchIndex(sentence[:at], -1); len(before) > 0 {
		last := before[len(before)-1]
		gap := sentence[last[1]:at]
		if len(gap) <= maxKinGap && !strings.ContainsAny(gap, ".;") && !ofOwner.MatchString(gap) {
			return strings.EqualFold(sentence[last[2]:last[3]], word)
		}
	}
	after := kinWord.FindStringSubmatchIndex(sentence[end:])
	if after == nil || after[0] > maxKinGap || strings.ContainsAny(sentence[end:end+after[0]], ".;") || genitives.FindStringIndex(sentence[end:]) != nil && genitives.FindStringIndex(sentence[end:])[0] == 0 {
		return false
	}
	return strings.EqualFold(sentence[end+after[2]:end+after[3]], word)
}
