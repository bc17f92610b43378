package offline

import "strings"

// markDates marks whole dates, years, decades, centuries and weekdays.
func (p *page) markDates(s *sentence) {
	for i := 0; i < len(s.lex); {
		end := i
		if s.at[i] < 0 {
			end = s.dateEnd(i)
		}
		if end == i {
			i++
			continue
		}
		p.add(s, Time, i, end, false)
		i = end
	}
}

// dateEnd is the end of the date that begins at lexeme i, or i.
func (s *sentence) dateEnd(i int) int {
	l := s.lex[i]
	switch {
	case l.class == numberLex && dayNumber(l.text):
		j := i + 1
		if s.is(j, "of") {
			j++
		}
		if s.isMonth(j) {
			return s.yearAfter(j + 1)
		}
	case l.class == wordLex && s.isMonth(i):
		j := i + 1
		if j < len(s.lex) && dayNumber(s.lex[j].text) {
			return s.yearAfter(j + 1)
		}
		if end := s.yearAfter(j); end > j {
			return end
		}
		if l.text == "May" || l.text == "March" || len(l.text) < 4 || !monthCue(s, i) {
			return i
		}
		return j
	case l.class == wordLex && weekdays[l.text] && len(l.text) > 3:
		return i + 1
	}
	if l.class != numberLex {
		return i
	}
	return s.yearEnd(i)
}

// yearEnd is the end of a year, decade or century at lexeme i, or i.
func (s *sentence) yearEnd(i int) int {
	t := s.lex[i].text
	next := ""
	if i+1 < len(s.lex) {
		next = s.lex[i+1].lower
	}
	switch {
	case next == "century" || next == "centuries":
		return i + 2
	case yearNumber(strings.TrimSuffix(t, "s")) && len(t) >= 4:
		if units[next] && !strings.HasSuffix(t, "s") {
			return i
		}
		return i + 1
	case (next == "bc" || next == "ad" || next == "bce" || next == "ce") && strings.Trim(t, "0123456789") == "":
		return i + 2
	}
	return i
}

// yearAfter is the end of "[,] year" at lexeme i, or i.
func (s *sentence) yearAfter(i int) int {
	j := i
	if s.is(j, ",") {
		j++
	}
	if j < len(s.lex) && (yearNumber(s.lex[j].text) || len(s.lex[j].text) == 3 && strings.Trim(s.lex[j].text, "0123456789") == "") {
		return j + 1
	}
	return i
}

func (s *sentence) isMonth(i int) bool { return i < len(s.lex) && monthNames[s.lex[i].text] }

// monthCue tells whether the word before lexeme i calls for a time.
func monthCue(s *sentence, i int) bool {
	if i == 0 {
		return false
	}
	switch s.lex[i-1].lower {
	case "in", "of", "since", "until", "by", "last", "next", "early", "late", "mid", "to", "and", "from", "this":
		return true
	}
	return false
}

// dayNumber tells a day of a month, with or without its ending.
func dayNumber(t string) bool {
	digits := strings.TrimRight(t, "stndrh")
	return (len(digits) == 1 || len(digits) == 2 && digits <= "31") && strings.Trim(digits, "0123456789") == "" && digits != "0"
}

// yearNumber tells a year of four digits, 1000 to 2100.
func yearNumber(t string) bool {
	return len(t) == 4 && strings.Trim(t, "0123456789") == "" && t >= "1000" && t <= "2100"
}

// markNumbers marks numbers, with "million" and the like and a unit behind them.
func (p *page) markNumbers(s *sentence) {
	for i := 0; i < len(s.lex); i++ {
		if s.lex[i].class != numberLex || s.at[i] >= 0 {
			continue
		}
		end := i + 1
		for end < len(s.lex) && s.at[end] < 0 && (units[s.lex[end].lower] || scaleWord(s.lex[end].lower)) {
			end++
		}
		if i > 0 && s.glued(i) && s.at[i-1] < 0 && strings.Contains("£€¥$", s.lex[i-1].text) {
			p.add(s, Number, i-1, end, false)
			continue
		}
		p.add(s, Number, i, end, false)
	}
}

func scaleWord(w string) bool {
	switch w {
	case "hundred", "thousand", "million", "billion", "trillion", "square", "cubic", "dozen":
		return true
	}
	return false
}
