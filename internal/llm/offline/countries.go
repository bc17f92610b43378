package offline

import (
	_ "embed"
	"strings"
)

// countries lists countries with the words for their people and the names of
// their regions, each line "country: people, ...; region, ...".
//
//go:embed countries.txt
var countries string

var countryNames = readCountries(countries)

// countryName is what a name of a country, region or people stands for.
type countryName struct {
	country string
	place   bool
}

func readCountries(lines string) map[string]countryName {
	names := map[string]countryName{}
	for line := range strings.Lines(lines) {
		country, rest, _ := strings.Cut(strings.TrimSpace(line), ": ")
		peoples, regions, _ := strings.Cut(rest, "; ")
		names[country] = countryName{country, true}
		for name := range strings.SplitSeq(peoples, ", ") {
			names[name] = countryName{country, false}
		}
		for name := range strings.SplitSeq(regions, ", ") {
			names[name] = countryName{country, true}
		}
	}
	delete(names, "")
	return names
}

// countryOf is the country that a name of a country, region or people belongs to, or "".
func countryOf(name string) string { return countryNames[name].country }

// isPlaceName tells the name of a country or region from a word for its people.
func isPlaceName(name string) bool { return countryNames[name].place }
