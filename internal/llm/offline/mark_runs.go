package offline

import "strings"

// addRun marks a run of capital words as a name, or as two where an office
// stands inside it: "BART Director Nello Bianco" is a body and a person.
func (p *page) addRun(s *sentence, first, last int) {
	for k := first + 1; k+1 < last; k++ {
		if !s.splits(k, last) {
			continue
		}
		end := k
		for end > first && (offices[s.lex[end-1].text] || officeAreas[s.lex[end-1].text]) {
			end--
		}
		if end > first && !(end-first == 1 && (demonym(s.lex[first].text) || functionWords[s.lex[first].lower])) {
			p.add(s, Name, first, end, false)
		}
		if !honours[s.lex[k].text] {
			k++
		}
		p.add(s, Name, k, last, false)
		return
	}
	if first < last {
		p.add(s, Name, first, last, false)
	}
}

// splits tells whether lexeme k is the office of the person whose name follows
// and ends at last.
func (s *sentence) splits(k, last int) bool {
	w := s.lex[k].text
	rest := s.lex[k+1 : last]
	if !givenNames[rest[0].text] && !honours[rest[0].text] && !initials(rest[0].text) {
		return false
	}
	return offices[w] || occupation(s.lex[k]) || honours[w] && (strings.HasSuffix(w, ".") || w == "Judge")
}

// initials tells "J." and "J.R."
func initials(w string) bool {
	return len(w) >= 2 && w[len(w)-1] == '.' && strings.Trim(w, "ABCDEFGHIJKLMNOPQRSTUVWXYZ.") == "" && len(w) <= 6
}

// occupation tells a capital word for what a person does or stands for: "Linguist".
func occupation(l lexeme) bool {
	return l.capital && (kinds[l.lower] == "Person" || partisans[l.text]) && !honours[l.text] && !givenNames[l.text] && !kin[l.lower]
}

// verbOpens tells whether the capital word at lexeme i is a participle or an
// adverb before a name: "Presently Tom", "Welcoming Mr. Hale".
func (p *page) verbOpens(s *sentence, i int) bool {
	w, next := s.lex[i].lower, s.lex[i+1].text
	return len(w) > 4 && (strings.HasSuffix(w, "ing") || strings.HasSuffix(w, "ly")) && !p.inner[s.lex[i].text] &&
		(givenNames[next] || honours[next] || cityOrCountry(next) || p.inner[next])
}

// acronym tells two to six capitals, with or without full stops.
func acronym(w string) bool {
	letters := strings.ReplaceAll(w, ".", "")
	return len(letters) >= 2 && len(letters) <= 6 && strings.Trim(letters, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == "" && !notNames[w] && !romanNumeral(w)
}

// maxPlaceWords is the longest name of a place looked for in a line of capitals.
const maxPlaceWords = 3

// markCapitalPlaces marks the known places in a line that is all in capitals,
// such as a dateline: nothing else tells a name there.
func (p *page) markCapitalPlaces(s *sentence) {
	for i := range s.lex {
		for n := min(maxPlaceWords, len(s.lex)-i); n > 0; n-- {
			if s.lex[i].class == wordLex && s.lex[i+n-1].class == wordLex && cityOrCountry(fromCapitals(p.body[s.lex[i].start:s.lex[i+n-1].end])) && p.add(s, Name, i, i+n, false) {
				break
			}
		}
	}
}

// fromCapitals writes a name in capitals as names are written: "NEW YORK" as
// "New York". Any other text stays.
func fromCapitals(name string) string {
	if len(name) < 4 || name != strings.ToUpper(name) {
		return name
	}
	words := strings.Fields(strings.ToLower(name))
	for i, w := range words {
		words[i] = strings.ToUpper(w[:1]) + w[1:]
	}
	return strings.Join(words, " ")
}
