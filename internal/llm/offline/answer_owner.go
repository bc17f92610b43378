package offline

import (
	"regexp"
	"strings"
)

// Whose X somebody is: the relation "whose X" leads from Y to the owner.

const whose = "whose "

// converse is the relation that leads back: of whom somebody is a daughter is a parent.
var converse = map[string]string{"daughter": "parent", "son": "parent", "child": "parent", "wife": "spouse", "husband": "spouse",
	"father": "child", "mother": "child", "sister": "sibling", "brother": "sibling"}

var (
	possessive  = regexp.MustCompile(`(?i)(?:\b(his|her|its|their)|['’]s|s['’])\s+(?:[a-z-]+\s+)?$`)
	ownerOf     = regexp.MustCompile(`^,?\s*(?:is |was |became |had been )?(?:the |an? )?(?:[a-z-]+ )?$`)
	ofOwner     = regexp.MustCompile(`^\s+(?:of|to)\s+(?:the\s+)?`)
	namedBefore = regexp.MustCompile(`^(?:,?\s+(?:named|called)|,)?\s+$`)
)

// owners gives whose something a name is, from sentences that say so.
func (f *finder) owners(name, relation string) []finding {
	var out []finding
	for p, e := range f.evidence {
		for i := range e.sentences {
			if !e.mentions(i, name) {
				continue
			}
			if v, ok := f.owner(p, i, name, relation); ok && personOrThing(v) {
				out = append(out, finding{f.fullName(p, v), p, i})
			}
		}
	}
	if back := converse[relation]; len(out) == 0 && back != "" {
		return f.values(name, back)
	}
	return out
}

func personOrThing(name string) bool { return name != "" && actorLike(name) }

// owner reads one sentence: "A's X, B", "her X B", "B was A's X", "B, the X of A".
func (f *finder) owner(p, i int, name, relation string) (string, bool) {
	s := f.evidence[p].sentence(i)
	rel, at := indexWord(s, relation), indexWord(s, strings.ToLower(name))
	if rel < 0 || at < 0 {
		return "", false
	}
	relEnd, nameEnd := rel+len(relation), at+len(name)
	direct := relEnd < at && namedBefore.MatchString(s[relEnd:at])
	if !direct && (nameEnd > rel || !ownerOf.MatchString(withoutOwner(s[nameEnd:rel]))) {
		return "", false
	}
	if m := possessive.FindStringSubmatchIndex(s[:rel]); m != nil {
		if m[2] >= 0 {
			return f.antecedent(p, i, m[2], s[m[2]:m[3]])
		}
		return nameAtEnd(s[:m[0]])
	}
	if m := ofOwner.FindString(s[relEnd:]); m != "" && !direct {
		if start, end, _, ok := nameFrom(s, tokensOf(s, relEnd+len(m)), 0); ok {
			return s[start:end], true
		}
	}
	return "", false
}

// withoutOwner leaves away an owner before a relation: " was Odile Renner's ".
func withoutOwner(s string) string {
	if m := possessive.FindStringIndex(s); m != nil {
		if names := properNames(s[:m[0]]); len(names) > 0 {
			return s[:names[0].Start]
		}
		return s[:m[0]]
	}
	return s
}
