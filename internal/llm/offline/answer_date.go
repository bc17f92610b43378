package offline

import (
	"regexp"
	"strconv"
	"strings"
)

const months = `(?:January|February|March|April|May|June|July|August|September|October|November|December|Jan\.?|Feb\.?|Mar\.?|Apr\.?|Jun\.?|Jul\.?|Aug\.?|Sept?\.?|Oct\.?|Nov\.?|Dec\.?)`

var (
	// anyDate finds dates, whole dates before bare years.
	anyDate    = regexp.MustCompile(`\d{2,4}年(?:\d{1,2}月(?:\d{1,2}[日号])?)?(?:\d{1,2}时(?:许|\d{1,2}分)?)?|\b\d{1,2}(?:st|nd|rd|th)?\s+(?:of\s+)?` + months + `,?\s+\d{3,4}|\b` + months + `\s+\d{1,2}(?:st|nd|rd|th)?,?\s+\d{3,4}|\b` + months + `,?\s+\d{3,4}|\b\d{4}-\d{2}-\d{2}\b|\b\d{3,4}(?:\s*(?:BC|BCE|AD|CE)\b|s\b)?`)
	monthWord  = regexp.MustCompile(months)
	dateNumber = regexp.MustCompile(`\d+`)
	rangeDash  = regexp.MustCompile(`\s*(?:–|—|\s-\s|-)\s*`)
	brackets   = regexp.MustCompile(`[(（][^()（）]*[)）]`)
)

// findDates are the byte spans of the dates in s. A bare number counts as a
// year only from 1000 to 2199, or with three digits where loose is set.
func findDates(s string, loose bool) [][]int {
	var out [][]int
	for _, m := range anyDate.FindAllStringIndex(s, -1) {
		d := s[m[0]:m[1]]
		if n, err := strconv.Atoi(d); err == nil {
			if n < 1000 && !loose || n >= 2200 || m[0] > 0 && strings.ContainsRune("$£€#,.", rune(s[m[0]-1])) {
				continue
			}
			if m[1]+1 < len(s) && (s[m[1]] == ',' || s[m[1]] == '.') && s[m[1]+1] >= '0' && s[m[1]+1] <= '9' {
				continue // part of a larger number
			}
		}
		out = append(out, m)
	}
	return out
}

// dateKey orders dates: year, month and day as one number; 0 if there is no year.
func dateKey(date string) int {
	month := 0
	if m := monthWord.FindString(date); m != "" {
		month = strings.Index("janfebmaraprmayjunjulaugsepoctnovdec", strings.ToLower(m[:3]))/3 + 1
	}
	year, day := 0, 0
	var numbers []int
	for _, d := range dateNumber.FindAllString(date, -1) {
		n, err := strconv.Atoi(d)
		if err != nil {
			return 0
		}
		numbers = append(numbers, n)
	}
	if strings.Contains(date, "年") || strings.Count(date, "-") == 2 { // year first
		for len(numbers) < 3 {
			numbers = append(numbers, 0)
		}
		return numbers[0]*10000 + numbers[1]*100 + numbers[2]
	}
	for _, n := range numbers {
		if n > 31 || len(numbers) == 1 {
			year = n
		} else {
			day = n
		}
	}
	if strings.Contains(date, "BC") {
		year = -year
	}
	return year*10000 + month*100 + day
}

// lifeDates finds birth and death in the first bracket with dates near the
// start of a text about a person: "(1 May 1900 – 2 June 1960)". Spans are in
// bytes, nil where there is none.
func lifeDates(s string) (birth, death []int) {
	for _, b := range brackets.FindAllStringIndex(s[:min(len(s), 600)], 3) {
		inside := s[b[0]:b[1]]
		dates := findDates(inside, true)
		if len(dates) == 0 {
			continue
		}
		at := func(d []int) []int { return []int{b[0] + d[0], b[0] + d[1]} }
		lower := strings.ToLower(inside)
		if i := strings.Index(lower, "born"); i >= 0 {
			for _, d := range dates {
				if d[0] > i {
					birth = at(d)
					break
				}
			}
		}
		if i := strings.Index(lower, "died"); i >= 0 {
			for _, d := range dates {
				if d[0] > i {
					death = at(d)
					break
				}
			}
			if birth == nil && dates[0][0] < i {
				birth = at(dates[0])
			}
			return birth, death
		}
		for i, d := range dates[:len(dates)-1] {
			next := dates[i+1]
			if dash := rangeDash.FindStringIndex(inside[d[1]:next[0]]); dash != nil || len(dates) == 2 && len(strings.TrimSpace(inside[d[1]:next[0]])) == 0 {
				if birth == nil {
					birth = at(dates[0])
				}
				return birth, at(next)
			}
		}
		if birth == nil && diedMark.MatchString(inside) {
			return nil, at(dates[0])
		}
		if birth == nil && monthWord.MatchString(inside[dates[0][0]:dates[0][1]]) {
			birth = at(dates[0])
		}
		if birth != nil {
			return birth, nil
		}
	}
	return nil, nil
}

var diedMark = regexp.MustCompile(`(?i)\b(?:d\.|died|until)\b|^\((?:–|—|-)`)
