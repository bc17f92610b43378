package offline

import "strings"

// relationNames maps the words of questions to the names of relations that the
// kit can follow.
var relationNames = map[string]string{
	"director": "director", "film director": "director",
	"performer": "performer", "singer": "performer", "artist": "performer",
	"composer": "composer", "producer": "producer",
	"author": "author", "writer": "author", "screenwriter": "author", "lyricist": "author",
	"founder": "founder", "co-founder": "founder", "creator": "creator", "inventor": "creator",
	"publisher": "publisher", "designer": "designer", "architect": "designer",
	"leader": "leader", "commander": "leader", "editor": "editor", "presenter": "presenter",
	"star": "star", "lead actor": "star",
	"date of birth": "date of birth", "birth date": "date of birth", "birthday": "date of birth", "birthdate": "date of birth", "year of birth": "date of birth",
	"place of birth": "place of birth", "birthplace": "place of birth", "birth place": "place of birth", "hometown": "place of birth",
	"date of death": "date of death", "death date": "date of death", "year of death": "date of death",
	"place of death": "place of death", "death place": "place of death",
	"cause of death": "cause of death",
	"burial place":   "place of burial", "place of burial": "place of burial", "place of interment": "place of burial",
	"nationality": "nationality", "country of citizenship": "nationality", "citizenship": "nationality",
	"country": "country", "country of origin": "country",
	"father": "father", "mother": "mother", "parent": "parent", "parents": "parent",
	"husband": "spouse", "wife": "spouse", "spouse": "spouse", "consort": "spouse",
	"child": "child", "son": "child", "daughter": "child", "children": "child",
	"brother": "sibling", "sister": "sibling", "sibling": "sibling", "siblings": "sibling",
	"paternal grandfather": "paternal grandfather", "paternal grandmother": "paternal grandmother",
	"maternal grandfather": "maternal grandfather", "maternal grandmother": "maternal grandmother",
	"grandfather": "grandfather", "grandmother": "grandmother",
	"father-in-law": "father-in-law", "mother-in-law": "mother-in-law",
	"sibling-in-law": "sibling-in-law", "brother-in-law": "sibling-in-law", "sister-in-law": "sibling-in-law",
	"child-in-law": "child-in-law", "son-in-law": "child-in-law", "daughter-in-law": "child-in-law",
	"stepmother": "stepmother", "stepfather": "stepfather", "aunt": "aunt", "uncle": "uncle",
	"grandchild": "grandchild", "grandson": "grandchild", "granddaughter": "grandchild",
	"alma mater": "education", "school": "education", "education": "education",
	"employer": "employer", "award": "award", "awards": "award",
	"release date": "date of release", "publication date": "date of release", "date of release": "date of release",
	"location": "location", "occupation": "occupation", "profession": "occupation", "job": "occupation", "calling": "occupation", "trade": "occupation",
}

// relationOf is the relation that a word or two of a question name, in the singular or
// the plural, or "".
func relationOf(words string) string {
	name := strings.ToLower(strings.TrimSpace(words))
	if r := relationNames[name]; r != "" {
		return r
	}
	return relationNames[strings.TrimSuffix(name, "s")]
}

// expand gives a relation as the relations it is made of: a paternal
// grandfather is a father's father.
func expand(relation string) []string {
	switch relation {
	case "paternal grandfather":
		return []string{"father", "father"}
	case "paternal grandmother":
		return []string{"father", "mother"}
	case "maternal grandfather":
		return []string{"mother", "father"}
	case "maternal grandmother":
		return []string{"mother", "mother"}
	case "grandfather":
		return []string{"parent", "father"}
	case "grandmother":
		return []string{"parent", "mother"}
	case "father-in-law":
		return []string{"spouse", "father"}
	case "mother-in-law":
		return []string{"spouse", "mother"}
	case "sibling-in-law":
		return []string{"spouse", "sibling"}
	case "child-in-law":
		return []string{"child", "spouse"}
	case "stepmother":
		return []string{"father", "spouse"}
	case "stepfather":
		return []string{"mother", "spouse"}
	case "aunt", "uncle":
		return []string{"parent", "sibling"}
	case "grandchild":
		return []string{"child", "child"}
	}
	return []string{relation}
}
