package offline

import (
	"cmp"
	"slices"
	"strings"

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
	add := func(name, typ string) {
		if !slices.ContainsFunc(out, func(m Mention) bool { return m.Text == name }) {
			out = append(out, Mention{name, typ})
		}
	}
	if !hasHan(s) {
		p := read("", s, "en")
		for _, n := range p.names {
			typ := cmp.Or(kindOf(strings.ToLower(n[strings.LastIndexByte(n, ' ')+1:])), p.typeOf(n))
			if typ == "" && strings.Contains(n, " ") && p.personLike(n) {
				typ = "Person"
			}
			add(n, typ)
		}
		if len(out) == 0 && plainName(s) { // one word, which opens a sentence
			add(s, "")
		}
		return out
	}
	page := read("", s, "zh")
	for _, n := range page.marked() {
		add(n, page.typeOf(n))
	}
	for _, word := range strings.Fields(s) {
		if zhWholeName(word) {
			add(word, "Person")
		}
	}
	return out
}

// zhWholeName tells a text that is one Chinese name and nothing else.
func zhWholeName(s string) bool {
	r := []rune(s)
	return !zhPlace(s) && !zhOrgs[s] && (len(r) < 3 || !zhPlaceSuffixes[r[len(r)-1]]) && zhPersonName(r)
}

// zhPersonName tells whether letters may be the name of a person: a surname and one or two characters more, none of which no name
// holds, and no other word at the beginning.
func zhPersonName(r []rune) bool {
	if len(r) < 2 || zhNotNames[string(r[:2])] || zhOtherWord(string(r[:2])) && !strings.HasPrefix(segment.Tag(string(r)), "nr") {
		return false
	}
	n := surname(r[0], string(r[:2]))
	given := r[n:]
	return n > 0 && (len(given) == 1 || len(given) == 2) &&
		!slices.ContainsFunc(given, func(r rune) bool { return !isHan(r) || zhNever[r] })
}

// zhOtherWord tells an everyday word of the dictionary (rarity below 12) that is no person.
func zhOtherWord(s string) bool {
	tag := segment.Tag(s)
	return tag != "" && !strings.HasPrefix(tag, "nr") && segment.Rarity(s) < 12 && !zhCompound[s]
}
