package alias

import "strings"

// kind is a family of types whose names are built alike.
type kind int8

const (
	// other names are compared as they stand: concepts, events, products.
	other kind = iota
	person
	organization
	place
	work
	// exact names are never compared but for equality: dates, numbers, tags.
	exact
)

// kinds sorts the usual words for types, singular and lower case. A type is
// looked up whole, then by its last word: "MilitaryPerson" is a person.
var kinds = map[string]kind{
	"person": person, "per": person, "people": person, "human": person, "character": person, "actor": person, "人物": person, "人": person,
	"organization": organization, "organisation": organization, "org": organization, "company": organization, "institution": organization,
	"university": organization, "team": organization, "club": organization, "band": organization, "party": organization, "组织": organization,
	"公司": organization, "机构": organization,
	"location": place, "loc": place, "place": place, "gpe": place, "country": place, "city": place, "town": place, "facility": place,
	"地点": place, "城市": place,
	"work": work, "book": work, "film": work, "movie": work, "song": work, "album": work, "novel": work, "作品": work,
	"time": exact, "date": exact, "number": exact, "num": exact, "year": exact, "quantity": exact, "时间": exact, "日期": exact,
}

// kindOf returns the kind of a schema type's names; other for "" and unknown ones.
func kindOf(typ string) kind {
	words := strings.FieldsFunc(camelWords(typ), func(r rune) bool { return r == '_' || r == ' ' })
	if k, ok := kinds[strings.ToLower(typ)]; ok || len(words) == 0 {
		return k
	}
	return kinds[strings.ToLower(words[len(words)-1])]
}

// Person reports whether names of a schema type are those of people.
func Person(typ string) bool { return kindOf(typ) == person }

// camelWords puts a space before every capital.
func camelWords(s string) string {
	var out strings.Builder
	for _, r := range s {
		if 'A' <= r && r <= 'Z' {
			out.WriteByte(' ')
		}
		out.WriteRune(r)
	}
	return out.String()
}
