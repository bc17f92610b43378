package offline

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// markDates marks whole dates, years, decades, centuries and weekdays.
func (p *page) markDates(s *sentence) {
	for i := 0; i < len(s.lex); i++ {
		if end := s.dateEnd(i); s.at[i] < 0 && end > i {
			p.add(s, dateSpan, i, end, false)
			i = end - 1
		}
	}
}

// dateEnd is the end of the date that begins at lexeme i, or i.
func (s *sentence) dateEnd(i int) int {
	switch l := s.lex[i]; {
	case dayNumber(l.text):
		j := i + 1
		if s.is(j, "of") {
			j++
		}
		if vocab.MonthNames[s.lexeme(j).text] {
			return s.yearAfter(j + 1)
		}
	case vocab.MonthNames[l.text]:
		j := i + 1
		if dayNumber(s.lexeme(j).text) {
			return s.yearAfter(j + 1)
		}
		// "In March" is a month, but not "in March Madness"; "her faith in May" cannot be told from "the trip in May".
		next := s.lexeme(j)
		named := (l.text == "May" || l.text == "March") && (next.capital || next.class == possessiveLex || next.lower == "of" ||
			!s.is(i-1, "in", "since", "until", "early", "late", "last", "next", "every", "each"))
		if end := s.yearAfter(j); end > j || !named {
			return end
		}
	case len(l.text) > 4 && vocab.Weekdays[strings.TrimSuffix(l.text, "s")]: // "Thus" is no "Thu"
		return i + 1
	}
	return s.yearEnd(i)
}

// yearEnd is the end of a year, decade or century at lexeme i, or i.
func (s *sentence) yearEnd(i int) int {
	switch l := s.lex[i]; {
	case l.class != numberLex:
	case s.is(i+1, "century", "centuries"):
		return i + 2
	case i+4 < len(s.lex) && yearNumber(l.text) && s.is(i+1, "-") && s.is(i+3, "-") && s.lex[i+4].end-l.start == len("2006-01-02"):
		return i + 5
	case yearNumber(strings.TrimSuffix(l.text, "s")):
		return i + 1
	case s.is(i+1, "bc", "ad", "bce", "ce") && plainNumber(l.text):
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
	if yearNumber(s.lexeme(j).text) {
		return j + 1
	}
	return i
}

// dayNumber tells a day of a month, with or without its ending.
func dayNumber(t string) bool {
	digits := strings.TrimRight(t, "stndrh")
	return (len(digits) == 1 || len(digits) == 2 && digits <= "31") && plainNumber(digits) && digits != "0"
}

// yearNumber tells a year of four digits, 1000 to 2100.
func yearNumber(t string) bool {
	return len(t) == 4 && plainNumber(t) && t >= "1000" && t <= "2100"
}

func plainNumber(t string) bool { return strings.Trim(t, "0123456789") == "" }

// markNumbers marks numbers, with "million" and the like and a unit behind them; groups of digits are one: +44 20 555 0188, 10-12.
func (p *page) markNumbers(s *sentence) {
	for i := 0; i < len(s.lex); i++ {
		first, end := i, s.numberWordsEnd(i)
		if s.lex[i].class == numberLex && !(i == s.lead() && s.numbersItem(i)) {
			end = s.groupsEnd(i)
		}
		if end == i || s.at[i] >= 0 {
			continue
		}
		if s.is(i-1, "+") && s.lex[i-1].end == s.lex[i].start {
			first--
		}
		for s.free(end) && vocab.Units[s.lex[end].lower] {
			end++
		}
		if s.is(end, "per") && s.is(end+1, "cent") {
			end += 2
		}
		p.add(s, numberSpan, first, end, false)
		i = end - 1
	}
}

// numberWordsEnd is the end of the number in words that begins at lexeme i, or i: "twenty-five", "a hundred and ten" from "hundred" on.
func (s *sentence) numberWordsEnd(i int) int {
	word := func(j int) bool {
		return s.free(j) && !slices.ContainsFunc(strings.Split(s.lex[j].lower, "-"), func(w string) bool { return !vocab.NumberWords[w] })
	}
	end := i
	for word(end) || end > i && s.is(end-1, "hundred", "thousand") && s.is(end, "and") && word(end+1) {
		end++
	}
	if end == i+1 && s.is(i, "one") && !nounWord(s.lexeme(end)) {
		return i
	}
	return end
}

// numbersItem tells whether the number at lexeme i is that of an item of a list or of a clause.
func (s *sentence) numbersItem(i int) bool {
	next := s.lexeme(i + 1) // of "5.3 The tenant", but not of "2.5 GB" and "2.5 Million"
	return s.is(i+1, ".", ")") || strings.Contains(s.lex[i].text, ".") && next.capital && !vocab.Units[next.lower] &&
		(vocab.FunctionWords[next.lower] || next.text != strings.ToUpper(next.text))
}

// groupsEnd is the end of the groups of digits from lexeme i on: with a hyphen between two, or a space.
func (s *sentence) groupsEnd(i int) int {
	for end := i + 1; ; {
		next := end
		if s.is(end, "-", "–") && s.lex[end].start == s.lex[end-1].end {
			next++
		}
		if !s.free(next) || s.lex[next].class != numberLex || next > end && s.lex[next].start != s.lex[end].end ||
			next == end && !(plainNumber(s.lex[end-1].text) && plainNumber(s.lex[next].text)) {
			return end
		}
		end = next + 1
	}
}

// dateKey orders dates: year, month and day as one number; 0 if there is no year.
func dateKey(date string) int {
	year, month, day, sign := 0, 0, 0, 1
	words := strings.FieldsFunc(date, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) || isHan(r) })
	for _, w := range words {
		digits := strings.TrimRightFunc(w, unicode.IsLetter)
		n, err := strconv.Atoi(digits)
		switch {
		case err != nil && len(w) >= 3 && vocab.MonthNames[w]:
			month = strings.Index("janfebmaraprmayjunjulaugsepoctnovdec", strings.ToLower(w[:3]))/3 + 1
		case w == "BC" || w == "BCE":
			sign = -1
		case err != nil || n > 9999:
		case year == 0 && (n > 31 || len(words) == 1):
			year = n
		case year != 0 && month == 0 && n <= 12: // year first
			month = n
		case day == 0 && n <= 31:
			day = n
		}
	}
	return sign * (year*10000 + month*100 + day)
}
