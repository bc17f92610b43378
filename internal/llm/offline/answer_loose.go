package offline

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// A loose relation is one that the kit has no cues for: "captain of the
// Pequod". It is found by its own words.

var (
	isNamed    = regexp.MustCompile(`^[\s,]*(?:(?:is|was|are|were|being|named|called)\b\s*)+(?:the\s+)?|^,\s*`)
	isBefore   = regexp.MustCompile(`(?:,\s*|\s+(?:is|was|became|as|,)\s+)(?:also\s+|now\s+|then\s+)?(?:the|its|our|an?)?\s*(?:[\w-]+\s+){0,2}$`)
	anyOne     = regexp.MustCompile(`\b(?:had|has|kept|owned|keeps|owns|with) an? (?:[a-z-]+ ){0,2}$`)
	calledNext = regexp.MustCompile(`^,? (?:named|called) `)
	possessor  = regexp.MustCompile(`(?i)\b(?:the|its|his|her|their|whose)\s+(?:[\w-]+\s+)?$`)
)

// looseOf reads a loose relation in a text about its subject: "its captain is X".
func (f *finder) looseOf(passage int, relation string) []finding {
	e := f.evidence[passage]
	var out []finding
	for i := range e.sentences {
		s := e.sentence(i)
		at := indexWord(s, relation)
		if at < 0 {
			continue
		}
		end := at + len(relation)
		if anyOne.MatchString(s[:at]) && calledNext.MatchString(s[end:]) || possessor.MatchString(s[:at]) {
			if v, ok := statedName(s, end); ok {
				out = append(out, finding{v, passage, i})
			}
		}
	}
	return out
}

// loose reads a loose relation in a sentence that holds the name.
func (f *finder) loose(passage, sentence int, name, relation string) []finding {
	s := f.evidence[passage].sentence(sentence)
	rel, at := indexWord(s, relation), strings.Index(strings.ToLower(s), strings.ToLower(unbracketed(name)))
	if rel < 0 || at < 0 || at+len(name) > len(s) {
		return nil
	}
	end := at + len(unbracketed(name))
	if at > rel && at-rel < len(relation)+25 { // "the captain of the Pequod is X", "X, the captain of the Pequod"
		if v, ok := statedName(s, end); ok {
			return []finding{{v, passage, sentence}}
		}
		if v, ok := nameBefore(s, rel); ok {
			return []finding{{v, passage, sentence}}
		}
		return nil
	}
	if rel > at && rel-end < 12 { // "the Pequod's captain, X", "X is the Pequod's captain"
		if v, ok := statedName(s, rel+len(relation)); ok {
			return []finding{{v, passage, sentence}}
		}
		if v, ok := nameBefore(s, at); ok {
			return []finding{{v, passage, sentence}}
		}
	}
	return nil
}

// looseHere reads "X is the captain of this ship" in a text that names the ship
// elsewhere; the sentence that names it becomes support too.
func (f *finder) looseHere(name, relation string) []finding {
	here := regexp.MustCompile(`(?i)\s+(?:is|was)\s+(?:the|her|its|our)\s+` + regexp.QuoteMeta(relation) + `\s+(?:of|in|on)\s+(?:this|that|the|our)\b`)
	var out []finding
	for p, e := range f.evidence {
		naming := -1
		for i := range e.sentences {
			if e.mentions(i, name) {
				naming = i
				break
			}
		}
		if naming < 0 {
			continue
		}
		for i := range e.sentences {
			s := e.sentence(i)
			m := here.FindStringIndex(s)
			if m == nil {
				continue
			}
			if names := properNames(s[:m[0]]); len(names) > 0 && names[len(names)-1].End == m[0] {
				f.useSentence(p, naming)
				out = append(out, finding{names[len(names)-1].Text, p, i})
			}
		}
	}
	return out
}

// statedName reads what stands after "is", "was named" or a comma.
func statedName(s string, from int) (string, bool) {
	m := isNamed.FindString(s[from:])
	if m == "" {
		if start, end, _, ok := nameFrom(s, tokensOf(s, from), 0); ok && start == from+1 { // "her apprentice X"
			return s[start:end], true
		}
		return "", false
	}
	t := tokensOf(s, from+len(m))
	if start, end, _, ok := nameFrom(s, t, 0); ok {
		return s[start:end], true
	}
	if strings.HasPrefix(strings.TrimSpace(m), ",") {
		return "", false
	}
	if start, end, ok := phraseAfter(s, from+len(m)); ok {
		return s[start:end], true
	}
	return "", false
}

// nameBefore reads the name that a description follows: "X, the captain of ...".
func nameBefore(s string, at int) (string, bool) {
	m := isBefore.FindStringIndex(s[:at])
	if m == nil {
		return "", false
	}
	names := properNames(s[:m[0]])
	if len(names) == 0 {
		return "", false
	}
	last := names[len(names)-1]
	if strings.TrimSpace(s[last.End:m[0]]) != "" {
		return "", false
	}
	return last.Text, true
}

// indexWord finds a word or phrase regardless of case, at word boundaries, or -1.
func indexWord(s, word string) int {
	lower := strings.ToLower(s)
	if len(lower) != len(s) {
		return -1
	}
	for from := 0; ; {
		i := strings.Index(lower[from:], word)
		if i < 0 {
			return -1
		}
		i += from
		before, _ := utf8.DecodeLastRuneInString(s[:i])
		if (i == 0 || !isWordByte(byte(before))) && (i+len(word) == len(s) || !isWordByte(s[i+len(word)])) {
			return i
		}
		from = i + len(word)
	}
}
