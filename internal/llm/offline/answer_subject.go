package offline

import (
	"iter"
	"regexp"
	"slices"
	"strings"

	"grove/internal/text"
)

// Who a verb's subject is, and whom a pronoun means.

var (
	beforeVerb   = regexp.MustCompile(`(?:(?:^|\s+)(?:has|had|have|was|is|were|are|been|being|also|later|first|then|soon|once|again|finally|originally|who|which|that|himself|herself|[a-z]+ly))*\s*$`)
	endPronoun   = regexp.MustCompile(`(?i)\b(he|she|they|it)$`)
	openPronoun  = regexp.MustCompile(`(?i)^(he|she|they|it|his|her|its|their)\b`)
	afterPrep    = regexp.MustCompile(`(?i)\b(?:of|in|at|by|with|to|for|from|on|near|into|after|under|over|before|aboard)\s+(?:the\s+)?$`)
	ofKind       = regexp.MustCompile(`(?i)\b(?:town|city|village|island|county|state|port|ship|parish|province|kingdom|republic|university) of (?:the )?$`)
	dateBefore   = regexp.MustCompile(`^(?:On|In|By) (?:(?:the )?\d{1,2}(?:st|nd|rd|th)? )?(?:of )?(?:January|February|March|April|May|June|July|August|September|October|November|December)(?: \d{1,2}\b)?(?:,? \d{4})?,? `)
	roleBefore   = regexp.MustCompile(`^(?:[A-Z][a-z]+(?: [a-z-]+){0,3} )?(?:On the [^,]{1,30}, |In [^,]{1,30}, )?$`)
	clauseStart  = regexp.MustCompile(`[;:“”"()]|, (?:but|while|when|because|though|although|whereas) `)
	apposition   = regexp.MustCompile(`^,[^;]*,$`)
	prepPhrase   = regexp.MustCompile(`^\s*(?:of|from|in|at)\s+[^,;]*$`)
	coordination = regexp.MustCompile(`\b(?:and|but)$`)
	oneOfThem    = regexp.MustCompile(`(?i)\b(?:one|a|an) [a-z ]{2,20}$`)
	isAKind      = regexp.MustCompile(`\s(?:is|was) (?:an?|the) [a-z ,-]{2,50}$`)
	unreal       = regexp.MustCompile(`(?i)(?:\b(?:not|never|no longer|nor|to|would|could|might|may)|n['’]t)\s+(?:\w+\s+)?$`)
)

// denied tells that a deed before byte at of the sentence is denied, wished or
// only possible.
func denied(s string, at int) bool { return unreal.MatchString(s[:at]) }

// subjectBefore reads who does what the verb at byte at of a sentence says.
func (f *finder) subjectBefore(p, i, at int) (string, bool) {
	s := f.evidence[p].sentence(i)
	head := strings.TrimRight(beforeVerb.ReplaceAllString(s[:at], ""), " ")
	if m := endPronoun.FindString(head); m != "" {
		return f.antecedent(p, i, len(head)-len(m), m)
	}
	if name, ok := nameAtEnd(strings.TrimRight(head, ", ")); ok {
		return name, true
	}
	if m := isAKind.FindStringIndex(head); m != nil {
		return nameAtEnd(head[:m[0]])
	}
	head = dateBefore.ReplaceAllString(head, "")
	if from := clauseStart.FindAllStringIndex(head, -1); len(from) > 0 {
		head = head[from[len(from)-1][1]:]
	}
	return f.clauseSubject(p, i, strings.TrimLeft(head, " "))
}

// clauseSubject reads the subject that opens a clause, where what stands
// between it and the verb is an apposition, a phrase, or another verb.
func (f *finder) clauseSubject(p, i int, head string) (string, bool) {
	if m := openPronoun.FindString(head); m != "" && coordination.MatchString(head) && len(m) > 1 {
		return f.antecedent(p, i, 0, m)
	}
	names := properNames(head)
	if len(names) == 0 || !roleBefore.MatchString(head[:names[0].Start]) {
		return "", false
	}
	between := head[names[0].End:]
	if apposition.MatchString(between) || prepPhrase.MatchString(between) || coordination.MatchString(between) {
		return names[0].Text, true
	}
	return "", false
}

// nameAtEnd is the name that ends a text and is no part of a phrase such as "in X".
func nameAtEnd(head string) (string, bool) {
	names := properNames(head)
	if len(names) == 0 {
		return "", false
	}
	last := names[len(names)-1]
	if last.End != len(head) || afterPrep.MatchString(head[:last.Start]) && !ofKind.MatchString(head[:last.Start]) {
		return "", false
	}
	if n := len(names); n > 1 && head[names[n-2].End:last.Start] == " and " && !afterPrep.MatchString(head[:names[n-2].Start]) {
		return head[names[n-2].Start:last.End], true
	}
	return last.Text, true
}

// antecedent is whom a pronoun at byte at of a sentence means: the nearest name
// that opens a sentence before it, else what the title names. A sentence that
// it is read from becomes support.
func (f *finder) antecedent(p, i, at int, pronoun string) (string, bool) {
	e := f.evidence[p]
	fits := func(name string) bool {
		return strings.HasPrefix(strings.ToLower(pronoun), "it") || personLike(name)
	}
	if names := properNames(e.sentence(i)[:at]); len(names) > 0 && names[0].Start == 0 && fits(names[0].Text) && (strings.Contains(names[0].Text, " ") || strings.Count(e.title+" "+e.text, names[0].Text) > 1) {
		return f.fullName(p, names[0].Text), true
	}
	for j := range e.back(i) {
		if name, ok := opener(e.sentence(j)); ok && fits(name) {
			f.useSentence(p, j)
			return f.fullName(p, name), true
		}
	}
	title := unbracketed(e.title)
	if title != "" && capital(title) && !strings.ContainsAny(title, "/.") && fits(title) {
		return title, true
	}
	return "", false
}

const (
	// maxBack is how many sentences before one may name whom its pronoun stands for, not
	// counting those that go on about somebody by a pronoun; maxGoesOn bounds them all.
	maxBack   = 4
	maxGoesOn = 12
)

// back are the sentences before one, the nearest first, that may name whom a pronoun in
// it stands for.
func (e *evidence) back(sentence int) iter.Seq[int] {
	return func(yield func(int) bool) {
		left := maxBack
		for j := sentence - 1; j >= max(0, sentence-maxGoesOn) && left > 0; j-- {
			if !yield(j) {
				return
			}
			if !standsFor.MatchString(e.sentence(j)) {
				left--
			}
		}
	}
}

// opener is the name that opens a sentence, alone or after a role: "The engineer X".
func opener(s string) (string, bool) {
	names := properNames(s)
	if len(names) == 0 || afterPrep.MatchString(s[:names[0].Start]) || !roleBefore.MatchString(s[:names[0].Start]) {
		return "", false
	}
	if openPronoun.MatchString(s) || owns(s[names[0].End:]) {
		return "", false
	}
	return names[0].Text, true
}

// fullName is the one longer name of the passage that a single word belongs to.
func (f *finder) fullName(p int, name string) string {
	if strings.Contains(name, " ") {
		return name
	}
	var full []string
	e := f.evidence[p]
	for _, n := range append(properNames(e.text), nameSpan{Text: unbracketed(e.title)}) {
		words := strings.Fields(n.Text)
		if len(words) < 2 || len(words) > 3 || !personLike(n.Text) || honorific(words[0]) {
			continue
		}
		if (words[0] == name || words[len(words)-1] == name) && !slices.Contains(full, n.Text) {
			full = append(full, n.Text)
		}
	}
	if len(full) == 1 {
		return full[0]
	}
	return name
}

// notPerson are words that show that a name is a thing's, a place's or an organisation's.
var notPerson = regexp.MustCompile(`(?i)\b(?:board|company|workshop|firm|club|crew|ship|society|university|college|school|academy|museum|library|church|abbey|hospital|institute|island|islands|river|lake|mountain|mount|bay|sea|ocean|street|road|bridge|castle|tower|house|hall|park|station|light|lighthouse|harbou?r|port|city|town|county|province|district|expedition|war|battle|prize|award|medal|press|newspaper|festival|exhibition|north|south|east|west|monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b`)

// personLike tells a name that may be a person's.
func personLike(name string) bool {
	words := strings.Fields(name)
	if len(words) == 0 || len(words) > 6 || words[0] == "The" || notPerson.MatchString(name) || isPlaceName(name) {
		return false
	}
	return actorLike(name)
}

// actorLike tells a name that may be that of somebody who acts: a person or an
// organisation, not a date, a people or a sentence.
func actorLike(name string) bool {
	words := strings.Fields(name)
	if len(words) == 0 || len(words) > 8 || monthWord.FindString(words[0]) == words[0] || countryOf(name) != "" && !isPlaceName(name) {
		return false
	}
	for _, w := range words {
		if !capital(w) && !nameJoin(w) && !ordinal(w) {
			return false
		}
	}
	return !text.IsStop(strings.ToLower(name)) && capital(words[0])
}

// honorific tells a rank or a title before a name.
func honorific(word string) bool {
	switch strings.TrimSuffix(strings.ToLower(word), ".") {
	case "captain", "capt", "doctor", "dr", "professor", "prof", "colonel", "general", "admiral", "major", "lieutenant", "sergeant", "commander":
		return true
	}
	return false
}

// unranked is a name without the rank before it: "Captain Ahab" -> "Ahab".
func unranked(name string) string {
	if first, rest, ok := strings.Cut(name, " "); ok && honorific(first) && rest != "" && capital(rest) {
		return rest
	}
	return name
}

// untitled is a name without a rank or a short title before it: "Mr. Holmes" -> "Holmes".
func untitled(name string) string {
	if first, rest, ok := strings.Cut(name, " "); ok && abbreviation(strings.TrimSuffix(first, ".")) && rest != "" {
		return rest
	}
	return unranked(name)
}
