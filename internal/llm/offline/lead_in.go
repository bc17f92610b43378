package offline

import (
	"regexp"
	"slices"
	"strings"

	"grove/internal/text"
)

var (
	// standsFor opens a sentence, behind a time at most, with a word for what was named before.
	standsFor   = regexp.MustCompile(`(?i)^[\s"“*_-]*(?:(?:in|on|by|since|until|after|from) [^,.;A-Z]{0,24},? |(?:on|in) (?:\d{1,2} )?[A-Z][a-z]+ (?:\d{1,2}, )?\d{4},? |(?:later|then|there|soon|afterwards|also),? )?(?:he|she|it|they|his|her|its|their|this|these|the (?:company|firm|city|town|village|river|ship|film|book|novel|song|band|school|university|building|bridge))\b`)
	standsForZh = regexp.MustCompile(`^[\s“]*(?:[^，。]{0,12}，)?(?:他|她|它|其|该|本[厂校院司县市]|现任|首任)`)
)

// leadInReach is how many sentences before one may name what it speaks of.
const leadInReach = 6

// LeadIn is the sentence before the one at a span that names what that speaks of only
// as "she", "it" or 该厂: the nearest that opens with a name, else the first of the
// passage. ok is false for a sentence that needs none, or whose passage has a title that
// says it.
func (k *Kit) LeadIn(p Passage, at text.Span) (lead text.Span, ok bool) {
	e := newEvidence(Passage{Text: p.Text})
	i := slices.IndexFunc(e.sentences, func(s text.Span) bool { return e.offsets.Rune(s.Start) == at.Start })
	if i < 1 {
		return text.Span{}, false
	}
	s := e.sentence(i)
	chinese := hasHan(s)
	if chinese && !standsForZh.MatchString(s) || !chinese && !standsFor.MatchString(s) {
		return text.Span{}, false
	}
	found, name := 0, ""
	for j := i - 1; j >= max(0, i-leadInReach) && name == ""; j-- {
		switch {
		case !chinese:
			if n, opens := opener(strings.TrimLeft(e.sentence(j), " \n\t")); opens {
				found, name = j, n
			}
		case len(e.names(j)) > 0 && e.names(j)[0].start == 0:
			found, name = j, e.sentence(j)[:e.names(j)[0].end]
		}
	}
	for name == "" && found < i-1 && strings.HasPrefix(strings.TrimSpace(e.sentence(found)), "#") {
		found++
	}
	if p.Title != "" && (name == "" || nameMatch(p.Title, name) >= 0.5) {
		return text.Span{}, false
	}
	b := e.sentences[found]
	return text.Span{Start: e.offsets.Rune(b.Start), End: e.offsets.Rune(b.End)}, true
}
