package offline

import (
	"regexp"
	"strings"
)

// Why: only a sentence that gives a cause answers it.

var (
	causeCue = regexp.MustCompile(`(?i)\b(?:because|due to|owing to|thanks to|in order (?:to|that)|on account of|so (?:that|as to)|for (?:fear|want|lack) of|(?:be)?caused?|led to|leads to|reasons?|therefore|thus|hence|as a result|in revenge|in protest|in memory of|in honou?r of|out of [a-z]+)\b|(?:^|, )(?:since|as) (?:[a-z]|the\b|it\b|he\b|she\b|they\b)|^(?:Since|As) |\bto (?:make|stop|avoid|prevent|protect|save|keep|help|study|find|escape|get|become|join|earn|raise|reduce|improve|allow|meet|see|mark|celebrate|honou?r|replace|warn|ensure)\b`)
	causeZh  = regexp.MustCompile(`因|由于|为了|所以|故此|故而|导致|致使|使得|以便|以免|缘于|源于|出于|鉴于|原因|之所以|目的|理由`)
)

// tellsWhy tells whether a sentence gives a cause, where the question asks for one.
func (f *finder) tellsWhy(sentence string) bool {
	if f.q.Type != Why {
		return true
	}
	if f.q.Chinese() {
		return causeZh.MatchString(sentence)
	}
	return causeCue.MatchString(sentence)
}

// pronounFor is, for a question after a cause, the sentence before one that opens with
// a pronoun, where that sentence names what is asked about; else -1.
func (f *finder) pronounFor(s scored) int {
	e := f.evidence[s.passage]
	if f.q.Type != Why || s.sentence == 0 || !openPronoun.MatchString(strings.TrimSpace(e.sentence(s.sentence))) {
		return -1
	}
	for _, n := range f.q.Names {
		if e.mentions(s.sentence-1, n) {
			return s.sentence - 1
		}
	}
	return -1
}
