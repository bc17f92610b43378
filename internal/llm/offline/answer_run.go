package offline

import (
	"regexp"
	"slices"
	"strings"
)

// Several: where a text names several together, "founded by A and B", none of them
// alone is the answer.

var (
	// severalAsked asks for more than one.
	severalAsked = regexp.MustCompile(`(?i)^(?:who|what|where|whom)(?: are| were|['’]re) |^(?:(?:in|at|to|from|by) )?(?:which|what) (?:[a-z]+ )?(?:people|men|women|children|cities|countries|[a-z]{3,}[^s\W]s) |\b(?:names|children|parents|siblings) of\b|['’]s (?:names|children|parents|siblings)\b`)
	// doneBy ends before those who did something together.
	doneBy  = regexp.MustCompile(`\bby (?:the )?(?:[a-z]+ )?$`)
	nextOne = regexp.MustCompile(`^(?: \([^()]{1,20}\))?(,? and |, )(?:the )?`)
	// severalZh are the Chinese words and signs that join names, and those that ask for several.
	nextOneZh      = regexp.MustCompile(`^[、和与及]`)
	severalAskedZh = regexp.MustCompile(`哪些|哪几|们|有谁|都是谁|分别`)
)

// maxRun is the most names given together.
const maxRun = 12

// together widens an answer that is a name to the run of names in which its sentence
// puts it: all of them where the question asks for several, and those that did
// something together where it asks for one.
func (f *finder) together(a Answer) Answer {
	if f.q.Choice != "" || f.q.Type == YesNo || f.q.Type == When || f.q.Type == HowMany || f.q.Type == Why {
		return a
	}
	for _, s := range slices.Backward(a.Support) {
		e := f.evidence[s.Passage]
		sentence := e.text[e.offsets.Byte(s.Start):e.offsets.Byte(s.End)]
		at := strings.Index(sentence, a.Text)
		if at < 0 {
			continue
		}
		end := at + len(a.Text)
		switch {
		case f.q.Chinese():
			if severalAskedZh.MatchString(f.q.Text) {
				end = runEndZh(e, e.sentenceAt(e.offsets.Byte(s.Start)), end)
			}
		case !capital(a.Text):
		case severalAsked.MatchString(f.q.Text), doneBy.MatchString(sentence[:at]) && f.q.Type == Who:
			end = runEnd(sentence, end)
		}
		if run := sentence[at:end]; len(run) > len(a.Text) && !f.inQuestion(run[len(a.Text):]) {
			a.Text = run
		}
		return a
	}
	return a
}

// runEnd is where the run of names that goes on at byte at ends: at its last name,
// which "and" joins to the others; at itself where there is no such run.
func runEnd(s string, at int) int {
	last := at
	for n, end := 0, at; n < maxRun; n++ {
		m := nextOne.FindStringSubmatch(s[end:])
		if m == nil {
			break
		}
		t := tokensOf(s, end+len(m[0]))
		start, stop, _, ok := nameFrom(s, t, 0)
		if !ok || start != end+len(m[0]) || owns(s[stop:]) || doesNext(s[stop:]) {
			break
		}
		end = stop
		if strings.Contains(m[1], "and") {
			if b := bracketed.FindString(s[end:]); b != "" && strings.Contains(s[at:end], "(") {
				end += len(b)
			}
			last = end
			break
		}
	}
	return last
}

var (
	bracketed = regexp.MustCompile(`^ \([^()]{1,20}\)`)
	wordNext  = regexp.MustCompile(`^,? ([a-z]+)`)
)

// doesNext tells that a verb follows: with the name before it begins another clause.
func doesNext(after string) bool {
	m := wordNext.FindStringSubmatch(after)
	return m != nil && !strings.HasPrefix(after, ",") && (pastForm(m[1]) || lightVerb(m[1]) || verbOf[m[1]] != "")
}

// runEndZh is the same in a Chinese sentence, whose names the extraction knows.
func runEndZh(e *evidence, sentence, at int) int {
	s := e.sentence(sentence)
	for range maxRun {
		join := nextOneZh.FindString(s[at:])
		i := slices.IndexFunc(e.names(sentence), func(n zhName) bool { return n.start == at+len(join) })
		if join == "" || i < 0 {
			break
		}
		at = e.names(sentence)[i].end
	}
	return at
}
