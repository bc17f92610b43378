package offline

import "strings"

// maxNounWords is the longest noun phrase, in words.
const maxNounWords = 3

// markWords marks noun phrases, verbs, and words for peoples.
func (p *page) markWords(s *sentence) {
	for i := 0; i < len(s.lex); i++ {
		l := s.lex[i]
		switch {
		case !s.free(i):
		case demonym(l.text):
			p.add(s, peopleSpan, i, i+1, false)
		case s.verbAt(i) && !vocab.EmptyVerbs[l.lower]:
			p.add(s, verbSpan, i, i+1, false)
		case nounWord(l):
			end := i + 1
			for s.free(end) && nounWord(s.lex[end]) && !s.verbAt(end) {
				end++
			}
			p.add(s, nounSpan, max(i, end-maxNounWords), end, false)
			i = end - 1
		}
	}
}

// nounWord tells a lower-case word that may be part of a noun phrase.
func nounWord(l lexeme) bool {
	return l.class == wordLex && !l.capital && len(l.text) > 2 && !vocab.FunctionWords[l.lower] && !vocab.EmptyVerbs[l.lower] &&
		!(strings.HasSuffix(l.lower, "ly") && len(l.text) > 5) && !strings.ContainsAny(l.text, "'’")
}

// isVerb tells a lower-case word that has the form of a verb.
func isVerb(l lexeme) bool {
	ending := len(l.lower) > 4 && (strings.HasSuffix(l.lower, "ed") || strings.HasSuffix(l.lower, "ing"))
	return !l.capital && len(l.text) > 2 && !vocab.NotVerbs[l.lower] && !vocab.FunctionWords[l.lower] &&
		(ending || vocab.VerbForms[strings.TrimPrefix(l.lower, "co-")])
}

// verbAt tells whether lexeme i is a verb where it stands: "recording" or "armed" behind an article or possessive is none.
func (s *sentence) verbAt(i int) bool {
	return isVerb(s.lex[i]) && (i == 0 || s.lex[i-1].class != possessiveLex && !vocab.Determiners[s.lex[i-1].lower])
}
