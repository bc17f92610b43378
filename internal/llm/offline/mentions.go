package offline

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"grove/internal/lists"
	"grove/internal/segment"
)

// Mention is a name in a short text such as a question or an answer.
type Mention struct {
	Text string
	// Type is the type of the entity, "" if it is unknown.
	Type string
}

// Mentions are the names of a short text, each once, in its order and without what persons are called by: 工程师林远 names 林远.
func (k *Kit) Mentions(s string) (out []Mention) {
	s = strings.TrimSpace(s)
	if !hasHan(s) {
		p := read("", s, "en")
		for _, n := range p.names {
			typ := cmp.Or(kindOf(strings.ToLower(n[strings.LastIndexByte(n, ' ')+1:])), p.typeOf(n))
			if typ == "" && strings.Contains(n, " ") && p.personLike(n) {
				typ = "Person"
			}
			out = append(out, Mention{n, typ})
		}
		if len(out) == 0 && plainName(s) { // one word, which opens a sentence
			return []Mention{{Text: s}}
		}
		return out
	}
	p := read("", s, "zh")
	out = lists.Map(p.marked(), func(n string) Mention { return Mention{n, p.typeOf(n)} })
	for _, word := range lists.Filter(strings.Fields(s), zhWholeName) {
		out = append(out, Mention{word, "Person"})
	}
	return lists.OnceBy(out, func(m Mention) string { return m.Text })
}

// zhWholeName tells a text that is one Chinese name and nothing else.
func zhWholeName(s string) bool {
	if len(s) > 4*utf8.UTFMax { // longer than two letters of a surname and two of a given name
		return false
	}
	r := []rune(s)
	return zhPersonName(r) && (len(r) < 3 || !vocab.ZhPlaceSuffixes[r[len(r)-1]]) && !vocab.ZhOrgs[s] && !zhPlace(s)
}

// zhPersonName tells whether letters may be the name of a person: a surname and one or two characters more, none of which no name
// holds, and no other word at the beginning.
func zhPersonName(r []rune) bool {
	if len(r) < 2 {
		return false
	}
	two := string(r[:2])
	n := surname(r[0], two)
	given := r[n:]
	return n > 0 && (len(given) == 1 || len(given) == 2) && !vocab.ZhNotNames[two] &&
		!slices.ContainsFunc(given, func(r rune) bool { return !isHan(r) || vocab.ZhNever[r] }) &&
		(!zhOtherWord(two) || strings.HasPrefix(segment.Tag(string(r)), "nr"))
}

// zhOtherWord tells an everyday word of the dictionary (rarity below 12) that is no person.
func zhOtherWord(s string) bool {
	tag := segment.Tag(s)
	return tag != "" && !strings.HasPrefix(tag, "nr") && segment.Rarity(s) < 12 && !vocab.ZhCompound[s]
}
