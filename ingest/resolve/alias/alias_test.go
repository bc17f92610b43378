package alias

import (
	"strings"
	"testing"

	"grove/internal/graph"
	"grove/internal/text"
)

func TestDecide(t *testing.T) {
	for _, c := range []struct {
		typ, a, b string
		want      Verdict
		reason    string
	}{
		{"Person", "Mr. Sherlock Holmes", "Sherlock Holmes", Same, "title dropped"},
		{"Person", "Holmes", "Sherlock Holmes", Same, "family name"},
		{"Person", "Sherlock", "Sherlock Holmes", Same, "given name"},
		{"Person", "S. Holmes", "Sherlock Holmes", Same, "initials"},
		{"Person", "J. K. Rowling", "Joanne Rowling", Same, "middle name dropped"},
		{"Person", "John Smith", "John Quincy Smith", Same, "middle name dropped"},
		{"Person", "Bob Smith", "Robert Smith", Same, "nickname"},
		{"Person", "Holmes, Sherlock", "Sherlock Holmes", Same, "spelling"},
		{"Person", "José Martí", "Jose Marti", Same, "spelling"},
		{"Person", "Elizabeth Bennet", "Elizabeth Bennett", Same, "spelling"},
		{"Person", "King of Hearts", "The King", Same, "by-name dropped"},
		{"Person", "Dr. Watson", "Watson", Same, "title dropped"},
		{"Person", "Dr. Watson", "John Watson", Same, "family name"},
		{"Person", "Miss Bennet", "Elizabeth Bennet", Same, "family name"},
		{"Person", "Mr. Bennet", "Ezra Bennet", Grey, "title open"},
		{"Person", "Mrs. Bennet", "Elizabeth Bennet", Grey, "title open"},
		{"Person", "Bennet", "Mrs. Bennet", Grey, "family name"},
		{"Person", "Walter Elliot", "William Walter Elliot", Grey, "second given name"},
		{"Person", "Henry", "Henry IV", Grey, "number dropped"},
		{"Person", "Jack", "John Watson", Grey, "nickname"},
		{"Person", "Katharina Blum", "Katharine Blum", Grey, "misspelling"},
		{"Person", "Mr. Bennet", "Elizabeth Bennet", Different, "titles clash"},
		{"Person", "Mr. Bennet", "Mrs. Bennet", Different, "titles clash"},
		{"Person", "Captain Morstan", "Miss Morstan", Different, "titles clash"},
		{"Person", "Henry IV", "Henry V", Different, "numbers differ"},
		{"Person", "John Smith Jr.", "John Smith, Sr.", Different, "father and son"},
		{"Person", "King of Hearts", "King of Spades", Different, "qualifiers differ"},
		{"Person", "Jane Bennet", "Mary Bennet", Different, "given names differ"},
		{"Person", "Jane Bennet", "Jane Austen", Different, "family names differ"},
		{"Person", "Alice", "Alice's sister", Unlike, ""},
		{"Person", "Jacqueline", "Jacqueline Kennedy", Same, "given name"},
		{"Person", "Bong Joon- ho", "Bong Joon-ho", Same, "spelling"},
		{"Person", "Al - Ahmed", "Al-Ahmed", Same, "spelling"},
		{"Person", "Klas Fleming", "Klaus Fleming", Different, "given names differ"},
		{"Person", "Joakim Fleming", "Joakim Fleming (1610)", Grey, "number dropped"},
		{"Person", "Tom", "Thomas Gray", Same, "nickname"},
		{"Person", "Bo", "Bob", Unlike, ""},
		{"Person", "王明", "王鸣", Unlike, ""},
		{"Person", "王明女士", "王明先生", Different, "titles clash"},
		{"Person", "王先生", "王", Grey, "family name"},
		{"Person", "王明", "Wang Ming", Unlike, ""},
		{"Person", "[PERSON#27]", "[PERSON#28]", Different, "compared exactly"},
		{"Person", "[PERSON#27]", "Mr. [PERSON#27]", Different, "compared exactly"},
		{"Organization", "Acme Inc", "Acme Incorporated", Same, "spelling"},
		{"Organization", "Acme Trading", "Acme Trading Co., Ltd.", Same, "legal form dropped"},
		{"Organization", "Acme Inc.", "Acme Ltd.", Different, "legal forms differ"},
		{"Organization", "Warner Bros.", "Warner Brothers", Same, "spelling"},
		{"Organization", "Warner", "Warner Bros.", Same, "legal form dropped"},
		{"Organization", "FBI", "Federal Bureau of Investigation", Same, "acronym"},
		{"Organization", "University of Washington", "Washington University", Grey, "word order"},
		{"Organization", "Apollo 11", "Apollo 13", Different, "numbers differ"},
		{"Organization", "第一公司", "第二公司", Unlike, ""},
		{"Location", "Paris", "Paris, France", Same, "qualifier dropped"},
		{"Location", "Paris, Texas", "Paris, France", Different, "qualifiers differ"},
		{"Location", "北京", "北京市", Same, "ending dropped"},
		{"Location", "Orange", "Orange County", Unlike, ""},
		{"Work", "The Hobbit", "Hobbit", Same, "spelling"},
		{"Work", "C.R.A.Z.Y.", "Crazy", Grey, "acronym or word"},
		{"Location", "U.S.", "US", Same, "spelling"},
		{"Work", "Salt Road", "Salt Road (film)", Same, "qualifier dropped"},
		{"Work", "Rocky", "Rocky II", Different, "numbers differ"},
		{"Work", "Alien (1979 film)", "Alien (2004 film)", Different, "qualifiers differ"},
		{"Time", "1914", "1915", Different, "compared exactly"},
		{"", "model", "language model", Unlike, ""},
		{"Product", "Samsung Galaxy S9", "Samsung Galaxy S8", Different, "numbers differ"},
	} {
		for _, pair := range [][2]Profile{{named(c.a, c.typ), named(c.b, c.typ)}, {named(c.b, c.typ), named(c.a, c.typ)}} {
			if got := decide(pair[0], pair[1]); got.Verdict != c.want || got.Reason != c.reason {
				t.Errorf("%q, %q: %s (%s), want %s (%s)", pair[0].Name, pair[1].Name, got.Verdict, got.Reason, c.want, c.reason)
			}
		}
	}
}

func TestDecideByWhatIsKnown(t *testing.T) {
	holmes, full := named("Holmes", "Person", "a", "b"), named("Sherlock Holmes", "Person", "a")
	part := named("Holmes", "Person")
	part.Part = "2"
	for _, c := range []struct {
		name string
		a, b Profile
		want Verdict
	}{
		{"some documents", holmes, full, Grey},
		{"all documents", named("Holmes", "Person", "a"), full, Same},
		{"no document", named("Holmes", "Person", "c"), full, Unlike},
		{"documents unknown", named("Holmes", "Person"), full, Same},
		{"a full name needs none", named("Mr. Sherlock Holmes", "Person", "z"), full, Same},
		{"types", named("Holmes", "Work"), named("Sherlock Holmes", "Person"), Different},
		{"types of one kind", named("Paris", "City"), named("Paris, France", "Location"), Same},
		{"a doubled letter elsewhere", named("Kirill Gerasimov", "Person", "a"), named("Kiril Gerasimov", "Person", "b"), Unlike},
		{"an acronym is no given name", named("FFA", "Person"), named("FFA Leaders", "Person"), Unlike},
		{"a language and a company", named("Venetian", "Concept"), named("Venetian Resort", "Organization"), Different},
		{"a qualifier elsewhere", named("Salt Road", "Work", "a"), named("Salt Road (film)", "Work", "b"), Unlike},
		{"one untyped", named("Jose Marti", ""), named("José Martí", "Person"), Same},
		{"one untyped, short", named("Holmes", ""), full, Unlike},
		{"parted", holmes, part, Different},
	} {
		if got := decide(c.a, c.b); got.Verdict != c.want {
			t.Errorf("%s: %s (%s), want %s", c.name, got.Verdict, got.Reason, c.want)
		}
	}
}

// FuzzDecide: whatever the names, judgements are symmetric, a name is the Same
// as itself, a tag as nothing else, and clustering does not fail.
func FuzzDecide(f *testing.F) {
	for _, s := range []string{"Mr. Holmes|Sherlock Holmes|Person", "[PERSON#27]|[PERSON#28]|Person", "王明先生|王明|人物", "Acme, Inc.|ACME|Organization",
		"(|)|Location", "Paris, France|Paris (city)|GPE", "a\x00b|\xff|", "X of|the|Person", "'s|J.|Person", "M:|;|Work", "Jr.|Sr.|Person", "·|王·|Person"} {
		parts := strings.Split(s, "|")
		f.Add(parts[0], parts[1], parts[2])
	}
	f.Fuzz(func(t *testing.T, x, y, typ string) {
		a, b := named(x, typ), named(y, typ)
		if got, back := decide(a, b), decide(b, a); got != back {
			t.Errorf("%q, %q: %+v, and %+v the other way round", x, y, got, back)
		}
		if got := decide(a, a); got.Verdict != Same {
			t.Errorf("%q: %+v with itself", x, got)
		}
		tagged := named("[PERSON#27]", typ)
		if got := decide(a, tagged); got.Verdict == Same && a.Norm != tagged.Norm {
			t.Errorf("%q: %+v with a tag", x, got)
		}
		ids := map[graph.ID]bool{}
		for _, c := range NewSet([]Profile{a, b, tagged}, nil, nil).Clusters() {
			for _, id := range c {
				ids[id] = true
			}
		}
		if !ids[a.ID] || !ids[b.ID] || text.Normalise(x) == text.Normalise(y) != (a.ID == b.ID) {
			t.Errorf("%q, %q: a name is missing", x, y)
		}
	})
}

// decide judges two names by their profiles alone. It is symmetric.
//
// A short form is Same only if it is mentioned nowhere without the fuller form;
// where the two share some documents only it is Grey, where none, Unlike.
func decide(a, b Profile) Judgement {
	x, y := newForm(a), newForm(b)
	j := relate(x, y)
	if j.Verdict == Same && j.short {
		shorter, fuller := a, b
		if before(x, y) {
			shorter, fuller = b, a
		}
		switch some, all := overlap(shorter.Documents, fuller.Documents); {
		case !some:
			return Judgement{}
		case !all:
			return Judgement{Verdict: Grey, Reason: j.Reason, short: true}
		}
	}
	return j
}
