package offline

// maxEventWords is how many words may stand between the year and the noun of an event.
const maxEventWords = 9

// markEvents marks events that are named by their year, "1997 Harrow general
// election" and "1988 Winter Olympics", with the year as part of the name.
func (p *page) markEvents(s *sentence) {
	for i, l := range s.lex {
		if l.class != numberLex || s.at[i] >= 0 || !yearNumber(l.text) || i > 0 && monthNames[s.lex[i-1].text] {
			continue
		}
		if end := s.eventEnd(i + 1); end > 0 {
			p.add(s, Name, i, end, false)
		}
	}
}

// eventEnd is the end of the event whose words begin at lexeme i behind its
// year, or 0: capital words, words such as "general", and the noun.
func (s *sentence) eventEnd(i int) int {
	if i >= len(s.lex) || !s.lex[i].capital || s.lex[i].class != wordLex {
		return 0
	}
	end := 0
	for j := i; j < len(s.lex) && j < i+maxEventWords; j++ {
		l := s.lex[j]
		switch {
		case s.at[j] >= 0:
			return end
		case votings[l.lower]:
			return j + 1
		case l.class != wordLex && l.text != "-" && l.text != "–" || !l.capital && !ballots[l.lower] && l.lower != "of" && l.lower != "the":
			return end
		case l.capital && lastWords[l.text] == "Event":
			end = j + 1
		}
	}
	return end
}
