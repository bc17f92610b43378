package offline

import (
	"strconv"
	"strings"
	"unicode"
)

// dateKey orders dates: year, month and day as one number; 0 if there is no year.
func dateKey(date string) int {
	year, month, day, sign := 0, 0, 0, 1
	words := strings.FieldsFunc(date, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) || isHan(r) })
	for _, w := range words {
		digits := strings.TrimRightFunc(w, unicode.IsLetter)
		n, err := strconv.Atoi(digits)
		switch {
		case err != nil && len(w) >= 3 && monthNames[w]:
			month = strings.Index("janfebmaraprmayjunjulaugsepoctnovdec", strings.ToLower(w[:3]))/3 + 1
		case w == "BC" || w == "BCE":
			sign = -1
		case err != nil || n < 0 || n > 9999:
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
