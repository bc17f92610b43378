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

var (
	// votings are the nouns of events that are written in lower case.
	votings = wordSet("election elections by-election by-elections referendum primaries primary")
	// ballots are the words between a country and such a noun.
	ballots = wordSet("general presidential federal parliamentary legislative local municipal state regional provincial gubernatorial mayoral senatorial congressional leadership special snap midterm constitutional independence party assembly")
	// eventOrdinals are words that begin a name where capitals stand on both sides.
	eventOrdinals = wordSet("first second third great old")
	// causes are words of bodies behind which "for" goes on with the name.
	causes = wordSet(`Institute Center Centre Campaign Association Committee Council Foundation Agency Society Movement Coalition Commission Conference Academy
Alliance Union Fund Organization Organisation Department Ministry Front Network Authority Board Executives Citizens Program Programme Project Prize Award Market Partnership`)
	// bodyHeads are words of bodies behind which "of" goes on with the name.
	bodyHeads = wordSet(`Party Association Council Commission Committee Assembly Parliament Senate Congress Organization Organisation Authority Agency Foundation Movement Front
Alliance Conference Confederation Corps Army Navy Guard Union Socialist Democracy Crown Colony Duchy Empire Republics Legislature Hospital Orchestra Companion Companions Government`)
)
