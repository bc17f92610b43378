package offline

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
)

// subject is a passage and how well its title names the subject.
type subject struct {
	passage int
	match   float64
}

// subjects are the passages about a name, the best first.
func (f *finder) subjects(name string) []subject {
	var out []subject
	for i, e := range f.evidence {
		m := nameMatch(e.title, name)
		// A text that opens with the name is about it whatever its title.
		if m < 0.8 && len(e.sentences) > 0 && strings.HasPrefix(strings.TrimSpace(e.folded[0]), foldName(unbracketed(name))+" ") {
			m = 0.8
		}
		if m >= 0.5 {
			out = append(out, subject{i, m})
		}
	}
	slices.SortStableFunc(out, func(a, b subject) int { return cmp.Compare(b.match, a.match) })
	return out
}

// values are the values of a relation of a name, the surest first, each once:
// from texts about the name, from texts about the value that lead to the name,
// from other sentences with the name.
func (f *finder) values(name, relation string) []finding {
	switch {
	case f.q.Chinese():
		return f.chineseFollow(name, relation)
	case strings.HasPrefix(relation, whose):
		return f.owners(name, strings.TrimPrefix(relation, whose))
	case strings.HasPrefix(relation, DoerOf):
		return f.whoDid(name, strings.TrimPrefix(relation, DoerOf))
	}
	var out []finding
	add := func(v []finding) {
		for _, x := range v {
			if x.text != "" && foldName(x.text) != foldName(name) && !slices.ContainsFunc(out, func(o finding) bool { return foldName(o.text) == foldName(x.text) }) {
				out = append(out, x)
			}
		}
	}
	about := map[int]bool{}
	for _, s := range f.subjects(name) {
		if s.match < 0.6 && len(about) > 0 {
			continue
		}
		about[s.passage] = true
		add(f.ofSubject(s.passage, relation))
		add(f.rowsOf(s.passage, relation))
	}
	if len(out) > 0 && relation != "child" && relation != "sibling" {
		return out
	}
	for _, verb := range deeds[relation] {
		add(f.whoDid(name, verb))
	}
	if len(out) > 0 && deeds[relation] != nil {
		return out
	}
	if relation == "occupation" {
		add(f.callings(name))
		return out
	}
	add(f.inverse(name, relation, about))
	if len(out) == 0 {
		add(f.elsewhere(name, relation, about))
	}
	return out
}

// ofSubject finds the relation's value in a text about the subject.
func (f *finder) ofSubject(passage int, relation string) []finding {
	e := f.evidence[passage]
	switch relation {
	case "date of birth", "date of death":
		birth, death := lifeDates(e.text)
		d := birth
		if relation == "date of death" {
			d = death
		}
		if d != nil {
			return []finding{{e.text[d[0]:d[1]], passage, e.sentenceAt(d[0])}}
		}
	case "nationality", "country":
		return f.countries(passage)
	case "parent":
		if both := append(f.ofSubject(passage, "father"), f.ofSubject(passage, "mother")...); len(both) > 0 {
			return both
		}
	case "mother":
		if v, ok := f.secondParent(passage); ok {
			return []finding{v}
		}
	case "place of birth", "place of death":
		if v, ok := f.bracketPlace(passage, relation == "place of death"); ok {
			return []finding{v}
		}
	}
	fo, known := followers[relation]
	if relation == "origin" {
		return f.origin(passage)
	}
	if !known {
		return f.looseOf(passage, relation)
	}
	return f.scanText(passage, fo, 0, len(e.sentences))
}

// scanText tries a follower's cues on the sentences from..to.
func (f *finder) scanText(passage int, fo follower, from, to int) []finding {
	e := f.evidence[passage]
	var out []finding
	for _, cue := range fo.cues {
		for i := from; i < to; i++ {
			s := e.sentence(i)
			for _, m := range cue.FindAllStringIndex(s, 3) {
				if fo.own && relative.MatchString(s[:m[0]]) || denied(s, m[0]) || f.ofOther(passage, s[:m[0]]) {
					continue
				}
				for _, v := range fo.values(s, m[1]) {
					out = append(out, finding{v, passage, i})
				}
			}
		}
	}
	return out
}

// whichWas ends before a deed done to what a clause is about: ", which was ".
var whichWas = regexp.MustCompile(`,\s+(?:which|who)\s+(?:is|was|are|were)\s*$`)

// emphasis are the marks around a ship's or a work's name.
var emphasis = strings.NewReplacer("*", " ", "_", " ", `"`, " ")

// ofOther tells that a relative clause speaks of another name than the text: in a text
// about a voyage, "aboard the Petrel, which was commanded by X" tells of the Petrel.
func (f *finder) ofOther(passage int, before string) bool {
	at := whichWas.FindStringIndex(before)
	if at == nil {
		return false
	}
	head := strings.TrimRight(emphasis.Replace(before[:at[0]]), " ")
	names := properNames(head)
	if len(names) == 0 {
		return false
	}
	last := names[len(names)-1]
	return last.Start > 0 && last.End == len(head) && nameMatch(f.evidence[passage].title, last.Text) < 0.5
}

var andMore = regexp.MustCompile(`^(?:,| and|, and)\s+`)

// values are the value after a cue and, for a relation to persons, up to two
// more names that "and" or a comma join to it.
func (fo follower) values(s string, from int) []string {
	v, ok := fo.value(s, from)
	if !ok {
		return nil
	}
	out := []string{v}
	if !fo.several {
		return out
	}
	_, end, _ := fo.scan(s, from)
	for len(out) < 3 {
		m := andMore.FindString(s[end:])
		if m == "" {
			break
		}
		start, e, _, ok := nameFrom(s, tokensOf(s, end+len(m)), 0)
		if !ok || start != end+len(m) {
			break
		}
		out, end = append(out, s[start:e]), e
	}
	return out
}

// value reads the value after a cue that ends at byte from.
func (fo follower) value(s string, from int) (string, bool) {
	if fo.date {
		rest := clauseAfter(s, from)
		for _, d := range findDates(rest, false) {
			return rest[d[0]:d[1]], true
		}
		return "", false
	}
	start, end, ok := fo.scan(s, from)
	if !ok {
		return "", false
	}
	return s[start:end], true
}

// sentenceAt is the sentence that holds the byte.
func (e *evidence) sentenceAt(at int) int {
	for i, s := range e.sentences {
		if at < s.End {
			return i
		}
	}
	return max(len(e.sentences)-1, 0)
}

var (
	placeText = regexp.MustCompile(`(?i)\b(?:village|town|city|river|lake|located|situated|district|province|county|school|college|airport|university|mountain|municipality|island|commune|locality|suburb|neighbou?rhood|stadium|station|building|creek|settlement|castle|church|park|bay|mansion|manor|museum|headquartered|region)\b`)
	fromIn    = regexp.MustCompile(`\b(?:from|in|of|for)\s+(?:the\s+)?$`)
)

// countries finds the country that a passage's subject belongs to: for a place
// the last one that the first sentence with any names, for others the first,
// where a word for people weighs more than a place.
func (f *finder) countries(passage int) []finding {
	e := f.evidence[passage]
	for i := range e.sentences {
		s := e.sentence(i)
		outside := brackets.ReplaceAllStringFunc(s, func(b string) string { return strings.Repeat(" ", len(b)) })
		found := findCountries(outside)
		if len(found) == 0 {
			found = findCountries(s)
		}
		if len(found) == 0 {
			continue
		}
		var places []nameSpan
		for _, c := range found {
			if isPlaceName(c.Text) {
				places = append(places, c)
			}
		}
		pick := found[0]
		is := copula.FindStringIndex(outside)
		if is != nil {
			for _, c := range found {
				if c.Start >= is[1] {
					pick = c
					break
				}
			}
			place := placeText.MatchString(outside[is[1]:min(len(outside), is[1]+120)])
			if place && len(places) > 0 {
				pick = places[len(places)-1]
			} else if isPlaceName(pick.Text) && !fromIn.MatchString(outside[:pick.Start]) {
				for _, c := range found {
					if !isPlaceName(c.Text) && c.Start >= is[1] {
						pick = c
						break
					}
				}
			}
		}
		return []finding{{pick.Text, passage, i}}
	}
	return nil
}

var copula = regexp.MustCompile(`\b(?:is|was|are|were)\b`)

var (
	twoParents = regexp.MustCompile(`\b(?:[Ss]on|[Dd]aughter|[Cc]hild|[Cc]hildren|sons|daughters|[Bb]orn(?: in [^.;]{0,40}?)?) (?:of|to)\b`)
	secondCue  = regexp.MustCompile(`^[^.;]{0,60}?\b(?:and|by|with)\b(?: (?:his|the) [a-z ]{0,30}?(?:wife|consort|mistress|concubine|queen))?`)
	femaleCue  = regexp.MustCompile(`\b(?:actress|Queen|Lady|Princess|Duchess|Countess|Empress|wife|songstress|[Ss]ultana|Mrs\.?)\b`)
)

// secondParent reads the mother from "son of A and B": B, or A where A is
// called by a woman's title.
func (f *finder) secondParent(passage int) (finding, bool) {
	e := f.evidence[passage]
	for i := range e.sentences {
		s := e.sentence(i)
		for _, m := range twoParents.FindAllStringIndex(s, 3) {
			start, end, ok := personAfter(s, m[1])
			if !ok {
				continue
			}
			if femaleCue.MatchString(s[m[1]:end]) {
				return finding{s[start:end], passage, i}, true
			}
			if cue := secondCue.FindStringIndex(s[end:]); cue != nil {
				if a, b, ok := personAfter(s, end+cue[1]); ok {
					return finding{s[a:b], passage, i}, true
				}
			}
		}
	}
	return finding{}, false
}

// origin finds where a text's subject comes from: what says so, else the place
// of birth, else the country.
func (f *finder) origin(passage int) []finding {
	e := f.evidence[passage]
	if out := f.scanText(passage, followers["origin"], 0, len(e.sentences)); len(out) > 0 {
		return out
	}
	if out := f.ofSubject(passage, "place of birth"); len(out) > 0 {
		return out
	}
	return f.countries(passage)
}

// bracketPlace reads a place beside the life dates: "(1 May 1900, Berlin – 2 June 1960, Rome)".
func (f *finder) bracketPlace(passage int, death bool) (finding, bool) {
	e := f.evidence[passage]
	for _, b := range brackets.FindAllStringIndex(e.text[:min(len(e.text), 600)], 3) {
		birthAt, deathAt := lifeDates(e.text)
		at := birthAt
		if death {
			at = deathAt
		}
		if at == nil || at[0] < b[0] || at[1] > b[1] {
			continue
		}
		end := b[1] - 1
		if !death && deathAt != nil && deathAt[0] > at[0] && deathAt[0] < end {
			end = deathAt[0]
		}
		if m := afterDate.FindString(e.text[at[1]:end]); m != "" {
			if s, t, ok := placeAt(e.text[:end], at[1]+len(m)); ok && !strings.ContainsAny(e.text[s:t], "–—") {
				return finding{e.text[s:t], passage, e.sentenceAt(s)}, true
			}
		}
	}
	return finding{}, false
}

// inverse finds texts about the value: a text not about the name, with a
// sentence that holds the name and a cue, gives its own title.
func (f *finder) inverse(name, relation string, about map[int]bool) []finding {
	cue := followers[relation].inverse
	if cue == nil {
		return nil
	}
	var out []finding
	for p, e := range f.evidence {
		title := unbracketed(e.title)
		if about[p] || title == "" || followers[relation].scan == nil {
			continue
		}
		for i := range e.sentences {
			if !e.mentions(i, name) {
				continue
			}
			if cue.MatchString(e.sentence(i)) && near(e.sentence(i), name, cue) {
				out = append(out, finding{title, p, i})
				break
			}
		}
	}
	return out
}

// near tells whether a cue stands within 80 bytes before the name.
func near(s, name string, cue *regexp.Regexp) bool {
	at := strings.Index(strings.ToLower(s), strings.ToLower(unbracketed(name)))
	if at < 0 {
		at = len(s)
	}
	from := max(0, min(at, len(s))-80)
	return cue.MatchString(s[from:min(at, len(s))])
}

// elsewhere reads the relation from sentences with the name in other texts.
func (f *finder) elsewhere(name, relation string, about map[int]bool) []finding {
	var out []finding
	for p, e := range f.evidence {
		for i := range e.sentences {
			fo, known := followers[relation]
			if known && fo.own && !about[p] && f.continues(p, i, name) {
				out = append(out, f.scanText(p, fo, i, i+1)...)
			}
			if known && about[p] || !e.mentions(i, name) {
				continue
			}
			if known {
				out = append(out, f.afterName(p, i, name, fo)...)
			} else {
				out = append(out, f.loose(p, i, name, relation)...)
			}
		}
	}
	if _, known := followers[relation]; !known && len(out) == 0 {
		return f.looseHere(name, relation)
	}
	return out
}

// continues tells a sentence that opens with "he" or "she" for a name.
func (f *finder) continues(p, i int, name string) bool {
	m := openPronoun.FindString(f.evidence[p].sentence(i))
	if len(m) < 2 || strings.HasPrefix(strings.ToLower(m), "it") {
		return false
	}
	kept := f.support
	if who, ok := f.antecedent(p, i, 0, m); ok && sameOne(who, name) {
		return true
	}
	f.support = kept
	return false
}

// afterName reads a follower's value from what follows the name in a sentence.
func (f *finder) afterName(passage, sentence int, name string, fo follower) []finding {
	s := f.evidence[passage].sentence(sentence)
	at := strings.Index(strings.ToLower(s), strings.ToLower(unbracketed(name)))
	if at < 0 || at > len(s) {
		return nil
	}
	for _, cue := range fo.cues {
		if cue.String() == `\bby\b` || cue.String() == `\b(?:is|was) an? ` {
			continue
		}
		if m := cue.FindStringIndex(s[at:]); m != nil && m[0] < 100 && !denied(s, at+m[0]) {
			if v, ok := fo.value(s, at+m[1]); ok {
				return []finding{{v, passage, sentence}}
			}
		}
	}
	return nil
}
