package offline

import "strings"

// occupation tells a capital word for what a person does or stands for: "Linguist".
func occupation(l lexeme) bool {
	return l.capital && (kinds[l.lower] == "Person" || partisans[l.text]) && !honours[l.text] && !givenNames[l.text] && !kin[l.lower]
}

// acronym tells two to six capitals, with or without full stops.
func acronym(w string) bool {
	letters := strings.ReplaceAll(w, ".", "")
	return len(letters) >= 2 && len(letters) <= 6 && strings.Trim(letters, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == "" && !notNames[w] && !romanNumeral(w)
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
