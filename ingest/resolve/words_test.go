package resolve

import (
	"testing"

	"grove/ingest/extract"
	"grove/internal/graph"
	"grove/schema"
)

// A name is found where the text writes it with other spaces, hyphens, quotes, accents or
// endings, and only there; a person's fuller name is a mention of the part that the text has.
func TestNamesByWords(t *testing.T) {
	for _, c := range []struct{ typ, name, body, want string }{
		{"Person", "Bong Joon-ho", "A film by Bong Joon- ho of 2019.", "Bong Joon- ho"},
		{"Person", "Bong Joon- ho", "A film by Bong Joon-ho of 2019.", "Bong Joon-ho"},
		{"Person", "Al-Ahmed", "The minister Al - Ahmed resigned.", "Al - Ahmed"},
		{"Organization", "5-star hotel", "It is a 5- star hotel.", "5- star hotel"},
		{"Person", `"Weird Al" Yankovic`, "A song by “Weird Al” Yankovic.", "Weird Al” Yankovic"},
		{"Person", "Conan O'Brien", "A show of Conan O’Brien.", "Conan O’Brien"},
		{"Person", "Jose Marti", "The poet José Martí died.", "José Martí"},
		{"Work", "Paris–Brest", "The race Paris-Brest began.", "Paris-Brest"},
		{"", "found", "She was founding a school.", "founding"},
		{"", "school", "She founded schools.", "schools"},
		{"Organization", "Beatles", "The last Beatle spoke.", "Beatle"},
		{"Organization", "Panthers", "A Panther of the team.", "Panther"},
		{"Person", "Jacqueline Kennedy", "He came with his wife, Jacqueline, by air.", "Jacqueline"},
		{"Person", "Miles Parise", "The player Parise scored.", "Parise"},
		{"Person", "Erik Adams", "Adams , Erik ( January 7 , 2014 ) . Erik Berg came.", "Adams , Erik"},
		{"Person", "Johan van Gogh", "See van Gogh, Johan, 1952.", "van Gogh, Johan"},
		{"Person", "Erik Adams", "Adams; Erik", "Erik"},
		{"Organization", "Harvard University", "He left the University.", ""},
		{"Person", "Barack Obama", "Michelle Obama spoke.", ""},
		{"Person", "John Smith", "They called John. Smith came.", "John"},
		{"Person", "John Smith", "They called john.", ""},
		{"Person", "Mr. Darcy", "Then Mr. Bingley spoke.", ""},
		{"Person", "Dr. John Watson", "Then Dr. Jones came.", ""},
		{"Person", "Captain Ahab", "The Captain spoke.", ""},
		{"Person", "Captain Ahab", "So spoke Ahab.", "Ahab"},
		{"Person", "The Baker", "The miller came.", ""},
		{"Person", "River", "The rivers rose.", ""},
		{"Person", "亚哈", "亚 哈船长。", ""},
		{"", "12", "A 1 2.", ""},
	} {
		e, dropped := resolveText("", c.body, 0, 0, extract.Extraction{Entities: []extract.Entity{{Name: c.name, Type: c.typ}}})
		got := ""
		for _, m := range e.Mentions {
			got = m.Surface
		}
		if got != c.want || (dropped.NotInText == 1) != (c.want == "") {
			t.Errorf("%q in %q: %q, %d dropped, want %q", c.name, c.body, got, dropped.NotInText, c.want)
		}
	}
}

// The triples, facts and attributes of such names are kept and rest on their sentences.
func TestItemsOfNamesByWords(t *testing.T) {
	e, dropped := resolveText("", "Parasite opened in May. It is a film by Bong Joon- ho.", 0, 0, extract.Extraction{
		Facts:    []extract.Fact{{Text: "Parasite is a film by Bong Joon-ho.", Elements: []string{"Parasite", "Bong Joon-ho", "films"}}},
		Entities: []extract.Entity{{Name: "Parasite", Type: "Work"}, {Name: "Bong Joon-ho", Type: "Person"}},
		Triples:  []extract.Triple{{Head: "Parasite", Relation: "DIRECTED_BY", Tail: "Bong Joon-ho"}},
	})
	if len(e.Triples) != 1 || len(e.Facts) != 1 || len(e.Facts[0].About) != 3 || dropped.NotInText != 0 {
		t.Fatalf("%d triples, %+v, dropped %+v", len(e.Triples), e.Facts, dropped)
	}
	if got := e.Triples[0]; got.Surface != "It is a film by Bong Joon- ho." || got.TailText != "Bong Joon- ho" {
		t.Errorf("the triple: %+v", got)
	}
	ids := map[graph.ID]bool{}
	for _, m := range e.Mentions {
		ids[m.Element] = true
	}
	if len(ids) != 3 {
		t.Errorf("%d key elements, want Parasite, Bong Joon- ho and film", len(ids))
	}
}

// A part of a fuller name that the text does not have is the name of its one bearer in the chunk: others who are called so keep it.
func TestPartsOfNamesHaveOneBearer(t *testing.T) {
	const body = "The brothers Erik and Carl met Erik Berg and Mr. Adams."
	for others, want := range map[string]string{"": "Erik", "Carl Adams": "Erik", "Erik": "Erik", "Erik Berg": "Adams", "Erik Adams Jr.": "Erik"} {
		entities := []extract.Entity{{Name: "Erik Adams", Type: "Person"}}
		if others != "" {
			entities = append(entities, extract.Entity{Name: others, Type: "Person"})
		}
		r := newResolver(Input{Chunk: graph.Chunk{ID: "c", Text: body}, Extraction: extract.Extraction{Entities: entities}, Schema: schema.General()})
		if span, _ := r.find("Erik Adams"); span.Surface != want {
			t.Errorf("beside %q: %q, want %q", others, span.Surface, want)
		}
	}
}
