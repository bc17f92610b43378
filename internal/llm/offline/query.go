package offline

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"grove/internal/lists"
	"grove/internal/segment"
	"grove/internal/text"
)

// query is a question as the answerer reads it. Sets of its terms are bit masks.
type query struct {
	Question
	page *page
	bits masks
	// near are the terms of texts that go with terms of the question, such as "directed" with "director".
	near masks
	// names, focus are the terms of names and of the noun behind which, what or how many.
	names, focus mask
	// noun is that noun, typ the type of entity that it names; "" for none.
	noun, typ string
	// measure is what the amount asked for measures: "money"; "" if none is asked for or the question does not tell.
	measure string
	// slot has the words before and after the question word and the last ones of the question, each nearest first. A Chinese text
	// that answers a question often has its words on both sides of the answer; an English one has its last word, a verb, before it.
	slot [3][]string
	// offers is true if the question may hold the answer itself, "A or B"; several if several things are asked for.
	offers, several bool
	folded          string
	// weights are by term; total is their sum.
	weights []float64
	total   float64
}

// mask is a set of a question's terms.
type mask uint64

// masks are the terms of the question that each term stands for.
type masks map[string]mask

// mostTerms is the most distinct terms of a question that are looked for.
const mostTerms = 64

// newQuery reads a question for the answerer.
func newQuery(q Question) *query {
	a := &query{Question: q, page: read("", q.Text, q.Language), bits: masks{}, near: masks{}, folded: " " + foldName(q.Text) + " "}
	for _, t := range q.Terms[:min(len(q.Terms), mostTerms)] {
		a.bits[t] = 1 << len(a.bits)
	}
	a.offers = strings.Contains(a.folded, " or ") || strings.Contains(q.Text, "还是")
	if q.Chinese() {
		a.readChinese()
	} else {
		a.Type = What
		a.readEnglish()
		a.measure = a.englishMeasure()
	}
	for t, m := range a.bits {
		for _, n := range relations[t] {
			if a.bits[n] == 0 {
				a.near[n] |= m
			}
		}
	}
	return a
}

// of returns the set of the question's terms that a list stands for.
func (of masks) of(terms []string) (m mask) {
	for _, t := range terms {
		m |= of[t]
	}
	return m
}

func (a *query) readEnglish() {
	found := false
	for _, s := range a.page.sentences {
		for _, m := range s.marks {
			if m.kind == nameSpanKind && !(m.first == s.lead() && m.last-m.first == 1) {
				a.names |= a.bits.of(text.Terms(m.text))
			}
		}
		for i, l := range s.lex {
			wants, asks := whWords[l.lower]
			if found || !asks {
				continue
			}
			found, a.Type = true, wants
			switch {
			case l.lower == "how" && s.asksDegree(i+1):
				a.Type = HowMany
				if n, ok := s.nounAsked(i + 2); ok && s.is(i+1, "many", "much") {
					a.noun, a.focus = n.lower, a.bits.of(text.Terms(n.text))
				}
			case wants == Who && s.is(i+1, "is", "was", "are", "were") && s.isMark(i+2, nameSpanKind) && s.marks[s.at[i+2]].last == s.tail():
				a.Type = Noun // "who is Ann Reed" asks for what she is
			case wants != What:
			case !vocab.OpensYesNo[s.lexeme(i+1).lower] || vocab.Copulas[s.lexeme(i+1).lower]:
				if n, ok := s.nounAsked(i + 1); ok {
					a.setNoun(n)
				}
			case vocab.MeasureVerbs[s.lex[s.tail()-1].lower]: // at the end, behind a subject: "what does a room cost"
				a.Type = HowMany
			}
			a.readSlot(l.start, l.end)
		}
	}
	for _, plural := range []string{"who are ", "who were ", "what are ", "what were ", "which are ", "which were "} {
		a.several = a.several || strings.HasPrefix(strings.ToLower(a.Text), plural)
	}
	if words := a.words(); !found && len(words) > 0 && vocab.OpensYesNo[words[0]] {
		a.Type = YesNo
	}
	a.names &^= a.focus
}

// columnMeasures are what a column of a table measures, by a term of its head.
var columnMeasures = readColumnMeasures()

func readColumnMeasures() map[string]string {
	m := map[string]string{}
	for _, table := range []kindTable{vocab.UnitMeasures, vocab.WordMeasures} {
		for _, w := range slices.Sorted(maps.Keys(table)) {
			if terms := text.Terms(w); len(terms) == 1 {
				m[terms[0]] = cmp.Or(m[terms[0]], table[w])
			}
		}
	}
	return m
}

// measureOf returns what an amount measures: "money" of "40 euros" and "€ 40"; "" if it does not tell.
func measureOf(amount string) string {
	switch {
	case strings.Contains(amount, "%"), strings.Contains(amount, "per cent"), strings.HasPrefix(amount, "百分之"):
		return "share"
	case strings.ContainsAny(amount, "$£€¥"):
		return "money"
	}
	number := false
	for _, w := range strings.FieldsFunc(strings.ToLower(amount), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		unit := strings.TrimFunc(w, unicode.IsDigit) // "kg" of "5kg"
		number = number || unit != w || vocab.NumberWords[w]
		if m := vocab.UnitMeasures[unit]; m != "" && number && !hasHan(unit) {
			return m
		}
	}
	for i := range amount {
		before, _ := utf8.DecodeLastRuneInString(amount[:i])
		if m := vocab.UnitMeasures[amount[i:]]; m != "" && (unicode.IsDigit(before) || strings.ContainsRune(zhNumerals+"个多余", before)) {
			return m
		}
	}
	return ""
}

// englishMeasure returns what the amount asked for measures. How long something is may be its length.
func (a *query) englishMeasure() string {
	words := a.words()
	at := slices.IndexFunc(words, func(w string) bool { return whWords[w] != "" })
	if at < 0 || len(words) < at+3 {
		return ""
	}
	first, second := words[at+1], words[at+2]
	switch {
	case words[at] != "how" && a.noun != "", first == "many", first == "much" && second == a.noun:
		return cmp.Or(vocab.UnitMeasures[a.noun], vocab.WordMeasures[a.noun])
	case a.Type != HowMany || first == "much" && second == "of":
		return ""
	case vocab.DegreeMeasures[first] != "" && !(first == "long" && vocab.Copulas[second]):
		return vocab.DegreeMeasures[first]
	}
	return cmp.Or(lists.Map(words[at+1:], func(w string) string { return vocab.WordMeasures[w] })...)
}

// chineseMeasure returns what the amount asked for by a question word measures, by that word and the words beside it.
func (a *query) chineseMeasure(asked, before string) string {
	words := slices.DeleteFunc(segment.Words(before), func(w string) bool { return strings.Contains(zhTurns, w) })
	last := strings.Join(words[max(0, len(words)-1):], "") // "" without words
	return cmp.Or(vocab.UnitMeasures[a.noun], vocab.WordMeasures[a.noun], vocab.WordMeasures[asked], vocab.WordMeasures[last])
}

// whWords are the question words of English with what they ask for.
var whWords = map[string]AnswerType{"who": Who, "whom": Who, "whose": Who, "when": When, "where": Where,
	"why": Why, "how": Why, "which": What, "what": What}

// asksDegree reports whether the word behind "how" asks for a degree: "many", "often", "tight".
func (s *sentence) asksDegree(i int) bool {
	l := s.lexeme(i)
	return l.class == wordLex && (vocab.AmountWords[l.lower] || !vocab.FunctionWords[l.lower] && (s.free(i) || s.isMark(i, nounSpan)))
}

// nounAsked returns the noun behind which, what or how many, which stand before lexeme from.
func (s *sentence) nounAsked(from int) (noun lexeme, ok bool) {
	for i := from; i < len(s.lex) && i < from+8; i++ {
		l := s.lex[i]
		switch {
		case l.class == signLex, s.isMark(i, verbSpan) && !vocab.Copulas[l.lower] && i > from:
			return noun, false
		case s.isMark(i, nounSpan):
			i = s.marks[s.at[i]].last - 1
			if l = s.lex[i]; !vocab.HollowNouns[l.lower] {
				return l, true
			}
		case vocab.NounAsks[l.lower] != "", kindOf(l.lower) != "": // although it is not marked as a noun
			return l, true
		}
	}
	return noun, false
}

func (a *query) setNoun(l lexeme) {
	a.noun, a.focus = l.lower, a.bits.of(text.Terms(l.text))
	a.several = a.several || strings.HasSuffix(l.lower, "s") && !strings.HasSuffix(l.lower, "ss") || vocab.PluralNouns[l.lower]
	a.typ = kindOf(l.lower)
	asks := map[string]AnswerType{"Location": Where, "Person": Who, "": Noun}
	a.Type = cmp.Or(AnswerType(vocab.NounAsks[l.lower]), asks[a.typ], Named)
	if a.Type == People || a.Type == Where {
		a.typ = "Location"
	}
}

func (a *query) readChinese() {
	a.several = strings.Contains(a.Text, "哪些") || strings.Contains(a.Text, "哪几")
	a.names = a.bits.of(lists.Flat(a.Names, text.Terms))
	for _, w := range zhAsks {
		if at := strings.Index(a.Text, w); at >= 0 {
			behind := at + len(w)
			rest := strings.TrimPrefix(a.Text[behind:], "个")
			if words := segment.Words(rest); len(words) > 0 && hasHan(words[0]) && !strings.Contains(zhTurns, words[0]) {
				a.noun = words[0] // 哪个法院, 多少天
			}
			if a.Type == Named {
				behind = len(a.Text) - len(rest) + len(a.noun)
			}
			a.readSlot(at, behind)
			if a.Type == HowMany {
				a.measure = a.chineseMeasure(w, a.Text[:at])
			}
			last, _ := utf8.DecodeLastRuneInString(a.noun)
			switch {
			case a.Type != Named:
			case vocab.ZhOrgSuffixes.has(a.noun) || vocab.ZhOrgSuffixes.has(string(last)):
				a.typ = "Organization"
			case vocab.ZhPlaceSuffixes[last]:
				a.Type, a.typ = Where, "Location"
			}
			return
		}
	}
}

// share returns the weight of a set of terms as a share of the question's.
func (a *query) share(m mask) float64 {
	sum := 0.0
	for b, w := range a.weights {
		if m&(1<<b) != 0 {
			sum += w
		}
	}
	return sum / max(a.total, 1e-9) // a question may have no terms
}

// among returns the share of whole, by weight, that is in a set; 1 of an empty whole.
func (a *query) among(m, whole mask) float64 {
	if all := a.share(whole); all > 0 {
		return a.share(m&whole) / all
	}
	return 1
}

// rest returns the terms outside of the names and of the noun asked for: what is asked of them.
func (a *query) rest() mask { return (mask(1)<<len(a.bits) - 1) &^ a.names &^ a.focus }
