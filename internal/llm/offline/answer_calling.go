package offline

import (
	"regexp"
	"strings"
)

// What somebody does for a living, where a text says so beside the name.

var (
	callingIs    = regexp.MustCompile(`^,? (?:is|was|became|worked as|works as|served as|trained as) (?:an? )((?:[a-z][a-z-]*[ -])*[a-z]+)`)
	callingAfter = regexp.MustCompile(`^, (?:an? )((?:[a-z][a-z-]* )*[a-z]+)(?:[,.;]| (?:of|from|in|at|who)\b)`)
	callingVerb  = regexp.MustCompile(`^,? ((?:taught|teaches|ran|runs|kept|keeps|sold|sells|built|builds|repaired|repairs|painted|paints|drove|drives) (?:an? |the )?[a-z]+(?: [a-z]+)?)(?:[,.;]| (?:in|at|for|and)\b)`)
	callingAhead = regexp.MustCompile(`\b(?:the|an?) ((?:[a-z]+ )?[a-z]+(?:er|or|ist|ian|man|woman|smith|wright|nurse|cook|priest|judge|poet|clerk|guide|pilot|surgeon|monk|nun|artist|chemist)) $`)
	callingEnd   = regexp.MustCompile(` (?:of|from|in|at|on|to|and|but|who|which|that|when|while|with|for|by|as)\b.*$`)
	noCalling    = regexp.MustCompile(`\b(?:father|mother|brother|sister|son|daughter|wife|husband|uncle|aunt|cousin|friend|member|native|widow|widower|child|boy|girl|man|woman|person|former|other|first|one)$`)
)

// callings are what sentences that name somebody say that he or she does: "X is a cook",
// "X, a teacher", "the painter X", "X taught music".
func (f *finder) callings(name string) []finding {
	var out []finding
	for p, e := range f.evidence {
		for i := range e.sentences {
			s := e.sentence(i)
			at := strings.Index(s, name)
			if at < 0 || denied(s, at) {
				continue
			}
			if v := callingBeside(s[:at], s[at+len(name):]); v != "" {
				out = append(out, finding{v, p, i})
			}
		}
	}
	return out
}

func callingBeside(before, after string) string {
	for _, re := range []*regexp.Regexp{callingIs, callingAfter} {
		if m := re.FindStringSubmatch(after); m != nil {
			if v := callingEnd.ReplaceAllString(m[1], ""); v != "" && !noCalling.MatchString(v) {
				return v
			}
		}
	}
	if m := callingAhead.FindStringSubmatch(before); m != nil && !noCalling.MatchString(m[1]) {
		return m[1]
	}
	if m := callingVerb.FindStringSubmatch(after); m != nil {
		return m[1]
	}
	return ""
}
