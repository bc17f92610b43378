package offline

import (
	"slices"
	"strings"
	"unicode/utf8"
)

func (p *page) markTags(s *sentence) {
	for i, l := range s.lex {
		if l.class == tagLex {
			p.add(s, nameSpanKind, i, i+1, false)
		}
	}
}

// sortMarks puts the marks in the order of the sentence.
func sortMarks(s *sentence) {
	slices.SortFunc(s.marks, func(a, b mark) int { return a.first - b.first })
	for i, m := range s.marks {
		for j := m.first; j < m.last; j++ {
			s.at[j] = i
		}
	}
}

// markTitle marks where the title's name stands in the sentence.
func (p *page) markTitle(s *sentence) {
	if utf8.RuneCountInString(p.topic.title) < 3 {
		return
	}
	p.eachPlace(s, p.topic.title, func(first, last int) {
		if s.lex[first].capital {
			p.add(s, nameSpanKind, first, last, false)
		}
	})
}

// eachPlace calls do with the lexemes at which a name, not "", stands in a sentence.
func (p *page) eachPlace(s *sentence, name string, do func(first, last int)) {
	for at := s.start; ; at += len(name) {
		next := strings.Index(p.body[at:s.end], name)
		if next < 0 {
			return
		}
		at += next
		if first, last, ok := s.between(at, at+len(name)); ok {
			do(first, last)
		}
	}
}

// maxTitle is the longest name of a work before "is a film" or in quotes, in lexemes; what is longer in quotes is speech.
const maxTitle = 10

// markWork marks what "The Night of T is a film" begins with as one name: with small words, as no other pattern tells where it ends.
func (p *page) markWork(s *sentence) {
	lead := s.lead()
	end := lead
	for end < len(s.lex) && !s.is(end, "is", "was", "(") {
		end++
	}
	if end-lead < 2 || end-lead > maxTitle || !titleCase(s.lex[lead:end]) {
		return
	}
	copula := s.copulaAfter(end)
	made := s.is(copula+1, "directed", "written", "produced", "composed") && s.is(copula+2, "by")
	if copula >= 0 && (made || s.is(copula+1, "a", "an", "the") && kindOf(s.description(copula+2).noun) == "Work") {
		p.add(s, nameSpanKind, lead, end, false)
	}
}

// between are the lexemes that begin at byte start and end at byte end.
func (s *sentence) between(start, end int) (first, last int, ok bool) {
	first, begins := slices.BinarySearchFunc(s.lex, start, func(l lexeme, at int) int { return l.start - at })
	last, ends := slices.BinarySearchFunc(s.lex, end, func(l lexeme, at int) int { return l.end - at })
	return first, last + 1, begins && ends
}

// markQuoted marks titles in double quotes: every word but the small ones has a capital.
func (p *page) markQuoted(s *sentence) {
	open := -1
	for i, l := range s.lex {
		if l.text != `"` && l.text != "“" && l.text != "”" {
			continue
		}
		if l.text == "“" || open < 0 {
			open = i
			continue
		}
		first, last := open+1, i
		open = -1
		for last > first && strings.Contains(".,;:!?", s.lex[last-1].text) {
			last--
		}
		called := last < i && (last-first < 2 || strings.Contains("!?", s.lex[i-1].text) || vocab.Speaks[s.lexeme(i+1).lower])
		if last > first && last-first <= maxTitle && !called && titleCase(s.lex[first:last]) {
			p.add(s, nameSpanKind, first, last, true)
		}
	}
}

// titleCase tells whether lexemes are written as a title: content words with capitals.
func titleCase(lex []lexeme) bool {
	if !lex[0].capital && lex[0].class != numberLex {
		return false
	}
	content := 0
	for i, l := range lex {
		switch {
		case strings.Contains(".?!;,—", l.text) && i < len(lex)-1:
			return false
		case l.class != wordLex || vocab.FunctionWords[l.lower]:
		case l.capital:
			content++
		case !vocab.Joiners[l.lower]:
			return false
		}
	}
	return content > 0
}

// markNames marks the runs of capital words.
func (p *page) markNames(s *sentence) {
	lead := s.lead()
	fields := fieldsOf(len(s.lex), func(i int) string { return s.lex[i].lower })
	for i := 0; i < len(s.lex); i++ {
		if s.at[i] >= 0 || s.lex[i].class != wordLex || !startsName(s, i, lead) {
			continue
		}
		end := i + 1
		for last := i; last < end && end < len(s.lex) && !p.apart(s.lex[end-1], s.lex[end]); {
			last, end = end, s.continues(i, end)
		}
		opens := i == lead || strings.Contains("“‘:—", s.lex[i-1].text) || s.lex[i-1].text == `"` && s.lex[i-1].end == s.lex[i].start
		first, last := p.trimRun(s, i, end, opens)
		named := slices.ContainsFunc(fields, func(f field) bool { // its name, or "Office chair" as its value
			return first >= f.from && first < f.colon || first == f.colon+1 && last == first+1 && nounWord(s.lexeme(last)) && !isVerb(s.lexeme(last))
		})
		if first < last && !named {
			p.add(s, nameSpanKind, first, last, false)
		}
		i = end - 1
	}
}

// apart tells whether a tab or three spaces on one line stand between two lexemes, as between columns and signatures. Two may be a typist's, behind a full stop or in
// lines set to one width.
func (p *page) apart(a, b lexeme) bool {
	gap := p.body[a.end:b.start]
	return (strings.Contains(gap, "   ") || strings.Contains(gap, "\t")) && !strings.ContainsAny(gap, "\r\n")
}

// startsName tells whether a name may begin at lexeme i.
func startsName(s *sentence, i, lead int) bool {
	l, next := s.lex[i], s.lexeme(i+1)
	ordinal := vocab.EventOrdinals[l.lower] && !vocab.FunctionWords[next.lower] // "the Second World War"
	return l.capital && (!vocab.FunctionWords[l.lower] || l.text == "New" || l.text == "US" ||
		i > lead && next.capital && (l.text == "The" || ordinal))
}

// continues is the lexeme after what goes on with a run at end, or end.
func (s *sentence) continues(first, end int) int {
	l, prev := s.lex[end], s.lex[end-1]
	capitalWord := func(i int) bool {
		l := s.lexeme(i)
		return s.free(i) && l.class == wordLex && l.capital &&
			(!vocab.FunctionWords[l.lower] || strings.Trim(l.text, "IVX") == "" || len(l.text) == 2)
	}
	switch {
	case !s.free(end):
		return end
	case capitalWord(end), len(l.text) <= 3 && plainNumber(l.text) && prev.class == wordLex:
		return end + 1
	case vocab.Joiners[l.text] && l.text != "the" && (l.text != "of" || vocab.OfHeads[prev.text] || s.lex[first].text == "The"),
		(l.text == "for" || l.text == "on" || l.text == "against") && vocab.Causes[prev.text]:
		j := end + 1
		if vocab.Joiners[s.lexeme(j).text] {
			j++
		}
		if capitalWord(j) {
			return j + 1
		}
	}
	return end
}

// trimRun drops from a run what is no part of the name: a sentence's first word that is only a word, or an adverb before a name that the
// text has inside of a sentence, and offices. An empty range says there is no name.
func (p *page) trimRun(s *sentence, first, last int, initial bool) (int, int) {
	l := s.lex[first]
	adverb := last-first > 1 && strings.HasSuffix(l.lower, "ly") && !p.inner[l.text] && p.inner[s.lex[first+1].text]
	if initial && last-first > 1 && (adverb || vocab.Openers[l.lower] || vocab.FunctionWords[l.lower] || p.lower[l.lower]) {
		first++
		initial = false
	}
	for last-first > 1 && (vocab.Offices[s.lex[first].text] || s.is(first, "of", "the", "and", "for", "&")) {
		first++ // "Prime Minister of Greece" leaves Greece
	}
	switch l = s.lex[first]; {
	case last-first > 1:
	case demonym(l.text) || demonym(strings.TrimSuffix(l.text, "s")) && !cityOrCountry(l.text) || vocab.Offices[l.text] || vocab.Honours[l.text],
		vocab.Weekdays[l.text] || vocab.NotNames[l.text] || utf8.RuneCountInString(l.text) < 2 || len(l.text) == 2 && l.text[1] == '.',
		vocab.FunctionWords[l.lower] && l.text != "US",
		initial && !p.singleInitial(s, first):
		return first, first
	}
	return first, last
}

// singleInitial tells whether the single capital word that begins a sentence is a name.
func (p *page) singleInitial(s *sentence, i int) bool {
	l := s.lex[i]
	switch {
	case vocab.Openers[l.lower] || p.lower[l.lower]:
		return false
	case p.inner[l.text] || vocab.GivenNames[l.text] || cityOrCountry(l.text):
		return true
	case i+1 == len(s.lex) || vocab.VerbForms[l.lower] || strings.HasSuffix(l.lower, "ing") || strings.HasSuffix(l.lower, "ed") ||
		strings.HasSuffix(l.lower, "ly"):
		return false
	}
	next := s.lex[i+1]
	return next.class == possessiveLex || next.text == "," || next.text == "(" || vocab.Auxiliaries[next.lower] || isVerb(next) ||
		!next.capital && l.text == strings.ToUpper(l.text) // "CBS newsman"
}

// markEvents marks events with their year: "1997 Harrow general election" and "1988 Winter Olympics".
func (p *page) markEvents(s *sentence) {
	for i, l := range s.lex {
		if !yearNumber(l.text) || vocab.MonthNames[s.lexeme(i-1).text] {
			continue
		}
		if end := s.eventEnd(i + 1); end > 0 {
			p.add(s, nameSpanKind, i, end, false)
		}
	}
}

// eventEnd is the end of the event whose words begin at lexeme i behind its year, or 0: capital words, "general" and the like, the noun.
func (s *sentence) eventEnd(i int) (end int) {
	if first := s.lexeme(i); !first.capital || first.class != wordLex {
		return end
	}
	for j, l := range s.lex[i:] {
		switch {
		case vocab.Votings[l.lower]:
			return i + j + 1
		case !l.capital && !vocab.Ballots[l.lower] && l.lower != "of" && l.lower != "the":
			return end
		case vocab.LastWords[l.text] == "Event":
			end = i + j + 1
		}
	}
	return end
}
