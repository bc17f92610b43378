package eval

import (
	"strings"

	"grove/schema"
)

// link is a relation or attribute of a schema that is equivalent to a gold relation, with
// its ends swapped if reversed.
type link struct {
	name     string
	reversed bool
}

// linksOf returns the equivalents of a gold relation: the relation or attribute of its own
// name, and those of the general schema with the same meaning.
func linksOf(relation string) []link {
	name := schema.RelationName(relation)
	out := []link{{name: name}}
	if key := schema.AttributeName(relation); key != name {
		out = append(out, link{name: key})
	}
	for _, equivalent := range strings.Fields(generalNames[name]) {
		equivalent, reversed := strings.CutPrefix(equivalent, "<")
		if strings.ToUpper(equivalent) != equivalent {
			equivalent = strings.ReplaceAll(equivalent, "_", " ")
		}
		out = append(out, link{equivalent, reversed})
	}
	return out
}

// generalNames maps relations of published data sets (the five of CoNLL04, and those of
// Wikidata in Re-DocRED, REBEL and Text2KGBench) to equivalent relations (upper case)
// and attributes (lower case, _ for a space) of the general schema. < swaps head and
// tail. A relation without an equivalent is not listed and counts as missed.
var generalNames = map[string]string{
	"LIVE_IN":     "LIVED_IN BORN_IN CITIZEN_OF",
	"ORGBASED_IN": "LOCATED_IN", "ORG_BASED_IN": "LOCATED_IN",
	"WORK_FOR": "WORKS_FOR AFFILIATED_WITH LEADER_OF",

	"PLACE_OF_BIRTH": "BORN_IN", "PLACE_OF_DEATH": "DIED_IN", "RESIDENCE": "LIVED_IN", "WORK_LOCATION": "LIVED_IN",
	"COUNTRY_OF_CITIZENSHIP": "CITIZEN_OF nationality", "COUNTRY_FOR_SPORT": "CITIZEN_OF nationality",
	"FATHER": "CHILD_OF <PARENT_OF", "MOTHER": "CHILD_OF <PARENT_OF", "CHILD": "PARENT_OF <CHILD_OF",
	"SIBLING": "SIBLING_OF <SIBLING_OF", "SPOUSE": "SPOUSE_OF <SPOUSE_OF",
	"EMPLOYER": "WORKS_FOR", "MEMBER_OF": "AFFILIATED_WITH", "MEMBER_OF_SPORTS_TEAM": "AFFILIATED_WITH WORKS_FOR",
	"MEMBER_OF_POLITICAL_PARTY": "AFFILIATED_WITH", "MILITARY_BRANCH": "AFFILIATED_WITH WORKS_FOR", "LEAGUE": "AFFILIATED_WITH PART_OF",
	"HEAD_OF_GOVERNMENT": "<LEADER_OF", "HEAD_OF_STATE": "<LEADER_OF", "CHAIRPERSON": "<LEADER_OF", "DIRECTOR_MANAGER": "<LEADER_OF",
	"COACH_OF_SPORTS_TEAM": "LEADER_OF WORKS_FOR", "POSITION_HELD": "occupation title", "MILITARY_RANK": "title occupation",
	"OCCUPATION": "occupation",

	"PARENT_ORGANIZATION": "OWNED_BY PART_OF", "SUBSIDIARY": "<OWNED_BY <PART_OF", "OWNER_OF": "<OWNED_BY",
	"CREATOR": "CREATED_BY WRITTEN_BY", "DEVELOPER": "CREATED_BY PRODUCED_BY", "MANUFACTURER": "CREATED_BY PRODUCED_BY",
	"DISCOVERER_OR_INVENTOR": "CREATED_BY", "DESIGNED_BY": "CREATED_BY", "ARCHITECT": "CREATED_BY", "ILLUSTRATOR": "CREATED_BY",
	"PRODUCT_OR_MATERIAL_PRODUCED": "<CREATED_BY <PRODUCED_BY", "NOTABLE_WORK": "<WRITTEN_BY <CREATED_BY <DIRECTED_BY <PERFORMED_BY <COMPOSED_BY <STARS",
	"AUTHOR": "WRITTEN_BY CREATED_BY", "SCREENWRITER": "WRITTEN_BY", "LYRICS_BY": "WRITTEN_BY",
	"DIRECTOR": "DIRECTED_BY", "PRODUCER": "PRODUCED_BY", "PRODUCTION_COMPANY": "PRODUCED_BY",
	"PERFORMER": "PERFORMED_BY", "COMPOSER": "COMPOSED_BY", "CAST_MEMBER": "STARS",
	"PUBLISHER": "PUBLISHED_BY", "RECORD_LABEL": "PUBLISHED_BY", "DISTRIBUTED_BY": "PUBLISHED_BY", "ORIGINAL_NETWORK": "PUBLISHED_BY",
	"ORIGINAL_BROADCASTER": "PUBLISHED_BY", "DERIVATIVE_WORK": "<BASED_ON",
	"PART_OF_THE_SERIES": "PART_OF", "SERIES": "PART_OF", "HAS_PART": "<PART_OF", "TRACKLIST": "<PART_OF", "MOUNTAIN_RANGE": "PART_OF LOCATED_IN",

	"COUNTRY": "LOCATED_IN PART_OF", "LOCATION": "LOCATED_IN", "CONTINENT": "LOCATED_IN PART_OF",
	"LOCATED_IN_THE_ADMINISTRATIVE_TERRITORIAL_ENTITY": "LOCATED_IN PART_OF", "HEADQUARTERS_LOCATION": "LOCATED_IN",
	"CONTAINS_ADMINISTRATIVE_TERRITORIAL_ENTITY": "<LOCATED_IN <PART_OF", "LOCATED_IN_OR_NEXT_TO_BODY_OF_WATER": "LOCATED_IN",
	"LOCATED_ON_TERRAIN_FEATURE": "LOCATED_IN", "LOCATION_OF_FORMATION": "LOCATED_IN", "NARRATIVE_LOCATION": "LOCATED_IN",
	"BASIN_COUNTRY": "LOCATED_IN", "CAPITAL": "<CAPITAL_OF",
	"PARTICIPANT_IN": "PARTICIPATED_IN", "PARTICIPANT_OF": "PARTICIPATED_IN", "PARTICIPANT": "<PARTICIPATED_IN", "CONFLICT": "PARTICIPATED_IN",
	"ASTRONAUT_MISSION": "PARTICIPATED_IN", "PARTICIPATING_TEAM": "<PARTICIPATED_IN", "AWARD_RECEIVED": "WON", "WINNER": "<WON",

	"PUBLICATION_DATE": "release_date", "INCEPTION": "founding_date", "POINT_IN_TIME": "HAPPENED_ON", "START_TIME": "HAPPENED_ON",
	"LANGUAGE_OF_WORK_OR_NAME": "language", "ORIGINAL_LANGUAGE_OF_WORK": "language", "OFFICIAL_LANGUAGE": "language",
	"LANGUAGES_SPOKEN_WRITTEN_OR_SIGNED": "language", "GENRE": "genre",
}

// typeNames maps types of published data sets, in lower case, to equivalent types of the
// general schema. Mixed types, such as "misc", are not listed.
var typeNames = map[string]string{
	"per": "Person", "peop": "Person", "person": "Person", "researcher": "Person", "writer": "Person",
	"musicalartist": "Person", "politician": "Person", "scientist": "Person",
	"org": "Organization", "organisation": "Organization", "organization": "Organization", "university": "Organization",
	"band": "Organization", "politicalparty": "Organization",
	"loc": "Location", "location": "Location", "gpe": "Location", "fac": "Location", "country": "Location",
	"book": "Work", "poem": "Work", "album": "Work", "song": "Work", "magazine": "Work", "academicjournal": "Work",
	"event": "Event", "election": "Event", "conference": "Event",
	"product": "Product", "veh": "Product", "programlang": "Product", "musicalinstrument": "Product",
	"time":  "Time",
	"award": "Concept", "literarygenre": "Concept", "musicgenre": "Concept", "field": "Concept", "discipline": "Concept",
	"theory": "Concept", "algorithm": "Concept", "task": "Concept", "metrics": "Concept", "method": "Concept", "metric": "Concept",
}

// TypeOf returns the type of the general schema for a gold type, or "".
func TypeOf(gold string) string { return typeNames[strings.ToLower(gold)] }
