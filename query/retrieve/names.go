package retrieve

import "slices"

// The weights of the forms of names in titles and at the beginning of texts: an estimate
// of how often the form refers to this entity and no other, checked by cross-validated
// recall.
const (
	fullTitle      = 1.0
	withoutBracket = 0.9
	withoutArticle = 0.85
	leadName       = 0.8
	leadBare       = 0.75
	rankedFull     = 0.8 // "Henry, King of France": King Henry of France
	rankedShort    = 0.6 // Henry of France
	beforeComma    = 0.6
	alsoKnown      = 0.6
	alsoKnownWord  = 0.3
	acronym        = 0.6
	firstAndLast   = 0.5
	rankAlone      = 0.4 // "A, 2nd Duke of B": Duke of B
	entityName     = 0.8 // a name of an entity of the graph
)

// The bounds of the search for names at the beginning of a text, in words.
const (
	leadWords    = 8
	knownWithin  = 70
	acronymAfter = 12
)

// named calls add for every name of the document's subject in the title and at the
// beginning of the text. The lead name replaces a missing title.
func (x *Index) named(title, body []token, add func(words []token, weight float64)) {
	x.titleNames(title, add)
	lead := x.leadName(body)
	if len(lead) > 0 && (len(title) == 0 || shareWord(lead, title)) {
		add(lead, leadName)
		add(x.bare(lead), leadBare)
		if len(title) == 0 {
			x.shortName(lead, add)
		}
	}
	x.acronymOf(body, add)
	x.alsoKnownAs(body, add)
}

func (x *Index) titleNames(title []token, add func([]token, float64)) {
	if len(title) == 0 {
		return
	}
	add(title, fullTitle)
	core := title
	for i, t := range title {
		if i > 0 && t.gap == openGap {
			core = title[:i]
			add(core, withoutBracket)
			break
		}
	}
	if len(core) > 2 && articles[x.lexicon.folded[core[0].lower]] {
		add(core[1:], withoutArticle)
	}
	comma := 1 + slices.IndexFunc(core[1:], func(t token) bool { return t.gap == commaGap })
	if comma == 0 {
		x.shortName(core, add)
		return
	}
	add(core[:comma], beforeComma)
	x.ranked(core[:comma], core[comma:], add)
}

// ranked parses names of the form "NAME, RANK of PLACE".
func (x *Index) ranked(name, rank []token, add func([]token, float64)) {
	of := slices.IndexFunc(rank, func(t token) bool { return x.lexicon.folded[t.lower] == "of" })
	if of < 1 || of == len(rank)-1 {
		return
	}
	place := rank[of:]
	if rank[0].is(digit) { // "2nd Duke of B"
		add(rank[1:], rankAlone)
		rank, of = rank[1:], of-1
	}
	add(slices.Concat(rank[:of], name, place), rankedFull)
	add(slices.Concat(name, place), rankedShort)
}

// shortName adds the first and the last word of a name of three or more words.
func (x *Index) shortName(name []token, add func([]token, float64)) {
	if len(name) < 3 {
		return
	}
	for _, t := range name {
		if t.is(joiner) || !t.is(upper) {
			return
		}
	}
	add([]token{name[0], name[len(name)-1]}, firstAndLast)
}

func shareWord(a, b []token) bool {
	return slices.ContainsFunc(a, func(s token) bool {
		return !s.is(hollow) && slices.ContainsFunc(b, func(t token) bool { return s.lower == t.lower })
	})
}

// leadName returns the name at the beginning of a text, up to a bracket, a comma or "is".
func (x *Index) leadName(body []token) []token {
	for i, t := range body {
		switch {
		case i > leadWords:
			return nil
		case i > 0 && (t.gap == openGap || t.gap == commaGap || copulas[x.lexicon.folded[t.lower]]):
			return capitalised(body[:i])
		case i > 0 && (t.gap == startGap || t.gap == closeGap):
			return nil
		}
	}
	return nil
}

// capitalised returns words if they include a capitalised word that is not hollow, else nil.
func capitalised(words []token) []token {
	if slices.ContainsFunc(words, func(t token) bool { return t.is(upper) && !t.is(hollow) }) {
		return words
	}
	return nil
}

// bare returns a name without its leading article, nil if it has none.
func (x *Index) bare(name []token) []token {
	if len(name) > 1 && articles[x.lexicon.folded[name[0].lower]] {
		return name[1:]
	}
	return nil
}

// acronymOf adds the acronym in the first brackets: "... (BBC) is".
func (x *Index) acronymOf(body []token, add func([]token, float64)) {
	for i := 1; i+1 < len(body) && i < acronymAfter; i++ {
		if body[i].gap == openGap {
			if body[i].is(shout) && (body[i+1].gap == closeGap || body[i+1].gap == commaGap) {
				add(body[i:i+1], acronym)
			}
			return
		}
	}
}

// alsoKnownAs adds the names after "known as", "born", "née" and similar words.
func (x *Index) alsoKnownAs(body []token, add func([]token, float64)) {
	for i := 1; i < len(body) && i < knownWithin; i++ {
		from := x.announces(body, i)
		if from < 0 {
			continue
		}
		end := x.spanEnd(body, from)
		switch {
		case end-from >= 2:
			add(body[from:end], alsoKnown)
		case end-from == 1:
			add(body[from:end], alsoKnownWord)
		}
	}
}

// announces returns the beginning of a name that the word at i introduces, or -1.
func (x *Index) announces(body []token, i int) int {
	folded := func(j int) string {
		if j < 0 || j >= len(body) {
			return ""
		}
		return x.lexicon.folded[body[j].lower]
	}
	from := -1
	switch folded(i) {
	case "as":
		if folded(i-1) == "known" {
			from = i + 1
		}
	case "professionally", "formerly", "born", "nee", "originally", "nicknamed", "aka":
		from = i + 1
	case "name":
		if prev := folded(i - 1); prev == "stage" || prev == "pen" || prev == "birth" {
			from = i + 1
		}
	}
	if from >= 0 && articles[folded(from)] {
		from++
	}
	if from < 0 || from >= len(body) || !body[from].is(upper) || body[from].is(hollow) {
		return -1
	}
	return from
}
