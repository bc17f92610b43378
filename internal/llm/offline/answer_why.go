package offline

import (
	"regexp"
	"slices"
	"strings"

	"grove/internal/text"
)

// Why: only a sentence that gives a cause answers it.

var (
	causeCue = regexp.MustCompile(`(?i)\b(?:because|due to|owing to|thanks to|in order (?:to|that)|on account of|so (?:that|as to)|for (?:fear|want|lack) of|(?:be)?caused?|led to|leads to|reasons?|therefore|thus|hence|as a result|in revenge|in protest|in memory of|in honou?r of|out of [a-z]+)\b|(?:^|, )(?:since|as) (?:[a-z]|the\b|it\b|he\b|she\b|they\b)|^(?:Since|As) |\bto (?:make|stop|avoid|prevent|protect|save|keep|help|study|find|escape|get|become|join|earn|raise|reduce|improve|allow|meet|see|mark|celebrate|honou?r|replace|warn|ensure)\b`)
	causeZh  = regexp.MustCompile(`因|由于|为了|所以|故此|故而|导致|致使|使得|以便|以免|缘于|源于|出于|鉴于|原因|之所以|目的|理由`)
)

var (
	// noCauseZh are words with 因 that give no cause: 因故 is "for some reason".
	noCauseZh = regexp.MustCompile(`因故|基因|因素|因特网|因果`)
	// resultZh and resultCue lead, in the first clause of a sentence, to what came of the
	// sentence before.
	resultZh  = regexp.MustCompile(`^([^，。；,;]*?)(?:因此|因而|故此|故而|所以|为此|由此)`)
	resultCue = regexp.MustCompile(`(?i)^([^,;:]*?)\b(?:therefore|thus|hence|as a result|consequently)\b`)
	resultOf  = regexp.MustCompile(`(?i)^ of\b`)
)

// tellsWhy tells whether a sentence gives a cause, where the question asks for one.
func (f *finder) tellsWhy(sentence string) bool {
	return f.q.Type != Why || f.gives(sentence) && !f.tellsResult(sentence)
}

// gives tells whether a sentence speaks of a cause, its own or that of the next.
func (f *finder) gives(sentence string) bool {
	if f.q.Chinese() {
		return causeZh.MatchString(noCauseZh.ReplaceAllString(sentence, ""))
	}
	return causeCue.MatchString(sentence)
}

// tellsResult tells a sentence that says what came of the one before and gives no cause
// of its own: "The works therefore closed."
func (f *finder) tellsResult(sentence string) bool {
	sentence = strings.TrimSpace(sentence)
	cue := resultCue
	if f.q.Chinese() {
		cue = resultZh
	}
	m := cue.FindStringSubmatchIndex(sentence)
	if m == nil || resultOf.MatchString(sentence[m[1]:]) || strings.HasSuffix(sentence[:m[3]], "之") {
		return false
	}
	return !f.gives(sentence[:m[3]] + " " + sentence[m[1]:])
}

// withoutEffect cuts off a Chinese cause what the question says already: for "为什么关闭",
// "洪水关闭" is "洪水".
func (f *finder) withoutEffect(cause string) string {
	for {
		cause = strings.TrimRight(cause, "，, ")
		r := []rune(cause)
		from := 0
		for from < len(r) && !strings.Contains(f.q.Text, string(r[from:])) {
			from++
		}
		if from == 0 || len(r)-from < 2 {
			return cause
		}
		cause = string(r[:from])
	}
}

// causeBefore is, for a sentence that says only what came of it, the sentence before in
// its paragraph; else -1.
func (f *finder) causeBefore(s scored) int {
	e := f.evidence[s.passage]
	if f.q.Type != Why || !f.tellsResult(e.sentence(s.sentence)) || s.sentence == 0 {
		return -1
	}
	before := s.sentence - 1
	if strings.Contains(e.text[e.sentences[before].End:e.sentences[s.sentence].Start], "\n\n") || notStatement.MatchString(e.sentence(before)) {
		return -1
	}
	return before
}

// pronounShare is what a pronoun for the question's name adds to the share of the
// question's words in its sentence.
const pronounShare = 0.2

// pronounFor is, for a question after a cause or a number, the sentence before one that
// opens with a pronoun, where that names what is asked about; else -1. For "it" only the
// sentence right before counts.
func (f *finder) pronounFor(s scored) int {
	e := f.evidence[s.passage]
	if f.q.Type != Why && f.q.Type != HowMany || s.sentence == 0 {
		return -1
	}
	if !f.saysMore(e.sentence(s.sentence)) {
		return -1
	}
	pronoun := openPronoun.FindString(strings.TrimSpace(e.sentence(s.sentence)))
	if pronoun == "" {
		return -1
	}
	it := strings.HasPrefix(strings.ToLower(pronoun), "it")
	for _, n := range f.q.Names {
		if e.mentions(s.sentence, n) {
			return -1
		}
	}
	for _, n := range f.q.Names {
		for j := range e.back(s.sentence) {
			if e.mentions(j, n) {
				return j
			}
			if _, opens := opener(e.sentence(j)); opens || it {
				break // it is that which the pronoun stands for
			}
		}
	}
	return -1
}

// saysMore tells whether a sentence has a word of the question beside its names.
func (f *finder) saysMore(sentence string) bool {
	names := text.Terms(strings.Join(f.q.Names, " "))
	said := termSet(sentence)
	return slices.ContainsFunc(f.q.Terms, func(t string) bool { return said[t] && !slices.Contains(names, t) })
}
