package offline

import "testing"

func TestNames(t *testing.T) {
	for _, c := range []stated{
		{name: "a party of a country", body: "He left the Harmony Party of Estavia in May.", entities: []string{"Harmony Party of Estavia: Organization"}},
		{name: "a body for a cause", body: "She joined the Campaign for Clean Rivers.", entities: []string{"Campaign for Clean Rivers: Organization"}},
		{name: "an election", body: "They lost the 1997 Norwegian general election badly.", entities: []string{"1997 Norwegian general election: Event"}},
		{name: "games with their year", body: "He ran at the 1988 Winter Olympics in Calgary.", entities: []string{"1988 Winter Olympics: Event"}},
		{name: "an ordinal is part of the name", body: "It was lost in the Second World War.", entities: []string{"Second World War: Event"}},
		{name: "what is left of an office", body: "The Prime Minister of Greece spoke.", entities: []string{"Greece: Location"}},
		{name: "a party is no office", body: "He left the Liberal Party for the Republican Party.", entities: []string{"Liberal Party: Organization", "Republican Party: Organization"}},
		{name: "a state", body: "She was born in Harrowgate, Calif., and died there.", entities: []string{"Harrowgate: Location", "Calif.: Location"},
			triples: []row{{"Harrowgate", "LOCATED_IN", "Calif."}}},
		{name: "a plural country", body: "Rain fell on the Philippines today.", entities: []string{"Philippines: Location"}},
		{name: "a place that nothing else tells", body: "Anna Lind was born in Oologah.", entities: []string{"Oologah: Location"}},
		{name: "a name without a cue", body: "We met Cranly there, and Cranly's arm was hurt.", entities: []string{"Cranly: Person"}},
		{name: "a technical name", body: "They ran it on WaveRunner for weeks.", entities: []string{"WaveRunner: Product"}},
		{
			name: "a name over the end of a line", entities: []string{"Peter Coffin: Person"},
			body: "In the small hours of that night we met the landlord, old Peter\nCoffin, there by the door.",
		},
		{
			name: "an adverb before a name", entities: []string{"Cranly: Person"},
			body: "He told Cranly to go. Instantly\nCranly went, and Cranly's arm was hurt.",
		},
		{name: "a person by an honour and a noun", body: "The cat is afraid. Her vet is Dr Leonie Farquhar in Mill Road.", entities: []string{"Dr Leonie Farquhar: Person"}},
		{name: "a person by a given name", body: "We visited Sunniva Hagen in May.", entities: []string{"Sunniva Hagen: Person"}},
		{name: "a firm by its last word", body: "Harbour Clinic is closed.", entities: []string{"Harbour Clinic: Organization"}},
		{name: "names in columns", body: "We met here in May.\nAda Brown     Tom Wood\nAnn Reed\tLiv Hart",
			entities: []string{"Ada Brown: Person", "Tom Wood: Person", "Ann Reed: Person", "Liv Hart: Person"}},
		{name: "two spaces in a name", body: "He went to St.  Louis with Herman  Melville.", entities: []string{"St.  Louis: Location", "Herman  Melville: Person"}},
		{name: "an old house", body: "We met at the Old Brewery.", entities: []string{"Old Brewery: Organization"}},
		{name: "a place, no given name", body: "He visited Petra.", entities: []string{"Petra: Location"}},
		{name: "a title before a foreign name", lang: "zh", body: "昨天，州长威尔逊在会上致辞。", entities: []string{"威尔逊: Person"}},
		{name: "a part of a body", lang: "zh", body: "中国共产党中央委员会向大会致电。", entities: []string{"中国共产党中央委员会: Organization"}},
	} {
		t.Run(c.name, func(t *testing.T) { c.check(t) })
	}
}

func TestRoles(t *testing.T) {
	for _, c := range []stated{
		{name: "a body's employee", body: "BCD spokesman Allan Finch declined.", triples: []row{{"Allan Finch", "WORKS_FOR", "BCD"}}},
		{name: "at a body", body: "It is old, said David Marsh, an ecologist at Harrow University.", triples: []row{{"David Marsh", "WORKS_FOR", "Harrow University"}}},
		{name: "of a place", body: "Chicago mayor Tom Reed spoke.", triples: []row{{"Tom Reed", "LEADER_OF", "Chicago"}}},
		{name: "a native", body: "Mary Vance, a Chicago native, sings.", triples: []row{{"Mary Vance", "LIVED_IN", "Chicago"}}},
		{name: "the founder", body: "Mary Vance, the founder of Harrow College, died in 1901.", triples: []row{{"Harrow College", "FOUNDED_BY", "Mary Vance"}}},
		{name: "a people", body: "It honours the French physician Luc Blanc.", attrs: []row{{"Luc Blanc", "nationality", "French"}}},
		{name: "games", body: "Anna Lind won a medal at the 1988 Winter Olympics.", triples: []row{{"Anna Lind", "PARTICIPATED_IN", "1988 Winter Olympics"}}},
		{name: "a cast with parts", title: "Low Tide (film)", body: "Low Tide is a 1950 film. The film stars Anna Lind as Eve, and co-stars Mark Stone and Tom Reed.",
			triples: []row{{"Low Tide", "STARS", "Anna Lind"}, {"Low Tide", "STARS", "Mark Stone"}, {"Low Tide", "STARS", "Tom Reed"}},
			never:   []row{{"Low Tide", "STARS", "Eve"}}},
		{name: "about another", body: "Low Tide is a 2012 documentary film about The Bell Ringers written and directed by Anna Lind.",
			triples: []row{{"Low Tide", "DIRECTED_BY", "Anna Lind"}}, never: []row{{"The Bell Ringers", "DIRECTED_BY", "Anna Lind"}}},
		{name: "several teams", title: "Mark Stone", body: "Mark Stone is a footballer. He played for Harrow United, Leeds Rovers and Kent City.",
			triples: []row{{"Mark Stone", "AFFILIATED_WITH", "Harrow United"}, {"Mark Stone", "AFFILIATED_WITH", "Leeds Rovers"}}},
		{name: "when", body: "The Battle of Harrow took place on 3 May 1645.", triples: []row{{"Battle of Harrow", "HAPPENED_ON", "3 May 1645"}}},
		{name: "a remake", title: "Low Tide (film)", body: "Low Tide is a 1950 film. It is a remake of the film \"Far Shore\".", triples: []row{{"Low Tide", "BASED_ON", "Far Shore"}}},
	} {
		t.Run(c.name, func(t *testing.T) { c.check(t) })
	}
}

// TestKin: who is whose parent, whichever of the two the sentence begins with.
func TestKin(t *testing.T) {
	for _, c := range []stated{
		{name: "a mother", body: "Wendel Karr was a smith. His mother, Dora Karr, owned two mills.",
			triples: []row{{"Wendel Karr", "CHILD_OF", "Dora Karr"}}, never: []row{{"Wendel Karr", "PARENT_OF", "Dora Karr"}}},
		{name: "a father", body: "Wendel Karr was a smith. His father, Aldo Karr, sang.",
			triples: []row{{"Wendel Karr", "CHILD_OF", "Aldo Karr"}}, never: []row{{"Wendel Karr", "PARENT_OF", "Aldo Karr"}}},
		{name: "a son", body: "Dora Karr lived in Leeds. Her son, Wendel Karr, became a doctor.",
			triples: []row{{"Dora Karr", "PARENT_OF", "Wendel Karr"}}, never: []row{{"Dora Karr", "CHILD_OF", "Wendel Karr"}}},
		{name: "a daughter", body: "Aldo Karr lived in Leeds. His daughter, Ines Karr, taught music.",
			triples: []row{{"Aldo Karr", "PARENT_OF", "Ines Karr"}}, never: []row{{"Aldo Karr", "CHILD_OF", "Ines Karr"}}},
	} {
		t.Run(c.name, func(t *testing.T) { c.check(t) })
	}
}

func TestPlaces(t *testing.T) {
	for _, c := range []stated{
		{name: "a chain", body: "Harrow College is in Leeds, Yorkshire, England.",
			triples: []row{{"Harrow College", "LOCATED_IN", "Leeds"}, {"Harrow College", "LOCATED_IN", "England"}, {"Leeds", "LOCATED_IN", "Yorkshire"}}},
		{name: "a list is no chain", body: "They sold it to France, Spain and Italy.", never: []row{{"France", "LOCATED_IN", "Spain"}, {"France", "LOCATED_IN", "Italy"}, {"Spain", "LOCATED_IN", "Italy"}}},
		{name: "based", body: "It was bought by Dallas-based Harrow Airlines.", triples: []row{{"Harrow Airlines", "LOCATED_IN", "Dallas"}}},
		{name: "an address", body: "Harrow Training Center, Petaluma, Calif., was closed.", triples: []row{{"Harrow Training Center", "LOCATED_IN", "Petaluma"}}},
		{name: "an event", body: "He ran at the 1988 Winter Olympics in Calgary, Canada.", triples: []row{{"1988 Winter Olympics", "LOCATED_IN", "Calgary"}}},
		{name: "no conclusion from two", body: "Aldermoor is a village in Kent. Kent is a county in England.", triples: []row{{"Aldermoor", "LOCATED_IN", "Kent"}, {"Kent", "LOCATED_IN", "England"}}, never: []row{{"Aldermoor", "LOCATED_IN", "England"}}},
	} {
		t.Run(c.name, func(t *testing.T) { c.check(t) })
	}
}

// TestUnlisted: without lists a name has inputs of its words and its place alone, so that "Clinic" has none of its kind.
func TestUnlisted(t *testing.T) {
	names, features, unlisted := NamedFeatures("", "We met Ann Reed at Harbour Clinic.")
	for i, name := range names {
		if len(unlisted[i]) >= len(features[i]) || len(unlisted[i]) == 0 {
			t.Errorf("%s: %d inputs, without lists %d", name, len(features[i]), len(unlisted[i]))
		}
	}
	if len(names) != 2 {
		t.Errorf("names: %q", names)
	}
}

// TestUnsureTypes: an answer takes the likeliest type of a name, though relations do not rely on it.
func TestUnsureTypes(t *testing.T) {
	p := &page{types: map[string]typed{"Orsa Tind": {best: 0, lead: sureLead - 1}}}
	if x := p.spanOf(mark{kind: nameSpanKind, text: "Orsa Tind"}); x.typ != typeOrder[0] || p.typeOf("Orsa Tind") != "" {
		t.Errorf("%q, relied on as %q", x.typ, p.typeOf("Orsa Tind"))
	}
}
