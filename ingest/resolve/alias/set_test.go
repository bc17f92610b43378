package alias

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"grove/internal/graph"
)

func TestClusters(t *testing.T) {
	for _, c := range []struct {
		name     string
		profiles []Profile
		want     []string
	}{
		{"short forms", all("Person", "Mr. Sherlock Holmes", "Sherlock Holmes", "Holmes", "Sherlock", "Dr. Watson"), []string{"Holmes = Mr. Sherlock Holmes = Sherlock = Sherlock Holmes"}},
		{"an ambiguous name joins neither", all("Person", "John Smith", "Ezra Smith", "Smith"), nil},
		{"an ambiguous initial joins neither", all("Person", "John Smith", "James Smith", "J. Smith"), nil},
		{"a family", all("Person", "Mr. Bennet", "Mrs. Bennet", "Miss Elizabeth Bennet", "Elizabeth", "Lizzy", "Bennet"), []string{"Elizabeth = Lizzy = Miss Elizabeth Bennet"}},
		{"the title decides", all("Person", "Mr. Sholto", "Mr. Thaddeus Sholto", "Bartholomew Sholto"), []string{"Mr. Sholto = Mr. Thaddeus Sholto"}},
		{"a chain of contradictions", all("Person", "Mr. Ezra Smith", "Ezra Smith", "Mrs. Ezra Smith"), nil},
		{"tags are atomic", all("Person", "[PERSON#27]", "[PERSON#2]", "[PERSON#272]", "Mr. [PERSON#27]", "[PERSON#27] Smith"), nil},
		{"dates are exact", all("Time", "1914", "1915", "May 1914", "14 May 1914"), nil},
		{"kings", all("Person", "Henry IV", "Henry V", "King Henry IV", "Henry"), []string{"Henry IV = King Henry IV"}},
		{"companies", all("Organization", "IBM", "International Business Machines", "IBM Corp.", "Acme Trading, Inc.", "Acme Trading", "Acme Trading Ltd"), []string{"IBM = IBM Corp. = International Business Machines"}},
		{"places", all("Location", "Paris, France", "Paris, Texas", "Paris", "Springfield", "Springfield, Ohio", "Mount Fuji", "Fuji Mount"), []string{"Fuji Mount = Mount Fuji", "Springfield = Springfield, Ohio"}},
		{"works", all("Work", "Moby-Dick; or, The Whale", "Moby-Dick", "Rocky", "Rocky II", "Alien (1979 film)", "Alien (comics)", "Alien"), []string{"Moby-Dick = Moby-Dick; or, The Whale"}},
		{"Chinese people", all("Person", "王明先生", "王明", "王鸣", "林黛玉", "黛玉", "贝拉克·奥巴马", "奥巴马总统", "奥巴马", "王先生"), []string{"奥巴马 = 奥巴马总统 = 贝拉克·奥巴马", "林黛玉 = 黛玉", "王明 = 王明先生"}},
		{"scripts stay apart", all("Person", "Alice Cooper", "\u0410lice Cooper", "爱丽丝"), nil},
		{"concepts are not cut", all("Concept", "model", "language model", "Model Theory"), nil},
		{"hostile", all("", "`MATCH (n)`", "a\x00b", "'; DROP", "((", "[PERSON#", "王\x00明"), nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, groups(NewSet(c.profiles, nil, nil))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestDocuments: a short name stays with the fuller one of its documents.
func TestDocuments(t *testing.T) {
	full := []Profile{named("John Smith", "Person", "a"), named("Mary Smith", "Person", "b"), named("Mr. John Smith", "Person", "c")}
	for _, c := range []struct {
		in   []graph.ID
		want []string
	}{
		{[]graph.ID{"a"}, []string{"John Smith = Mr. John Smith = Smith"}},
		{[]graph.ID{"b"}, []string{"John Smith = Mr. John Smith", "Mary Smith = Smith"}},
		{[]graph.ID{"a", "c"}, []string{"John Smith = Mr. John Smith = Smith"}},
		{[]graph.ID{"a", "b"}, []string{"John Smith = Mr. John Smith"}},
		{[]graph.ID{"a", "d"}, []string{"John Smith = Mr. John Smith"}},
		{[]graph.ID{"d"}, []string{"John Smith = Mr. John Smith"}},
	} {
		if diff := cmp.Diff(c.want, groups(NewSet(append(full, named("Smith", "Person", c.in...)), nil, nil))); diff != "" {
			t.Errorf("%v: %s", c.in, diff)
		}
	}
}

// TestFirstNames: a first name alone is a fuller name only where its documents have one bearer of it, whichever comes first.
func TestFirstNames(t *testing.T) {
	adams, berg, inverted := named("Erik Adams", "Person", "a"), named("Erik Berg", "Person", "b"), named("Adams , Erik", "Person", "c")
	for _, c := range []struct {
		in   []graph.ID
		want []string
	}{
		{[]graph.ID{"a"}, []string{"Adams , Erik = Erik = Erik Adams"}},
		{[]graph.ID{"c"}, []string{"Adams , Erik = Erik = Erik Adams"}},
		{[]graph.ID{"b"}, []string{"Adams , Erik = Erik Adams", "Erik = Erik Berg"}},
		{[]graph.ID{"a", "b"}, []string{"Adams , Erik = Erik Adams"}},
		{[]graph.ID{"d"}, []string{"Adams , Erik = Erik Adams"}},
	} {
		if diff := cmp.Diff(c.want, groups(NewSet([]Profile{named("Erik", "Person", c.in...), adams, berg, inverted}, nil, nil))); diff != "" {
			t.Errorf("%v: %s", c.in, diff)
		}
	}
}

// TestOrder: the clusters do not depend on the order of the profiles, and none
// holds two names that are Different.
func TestOrder(t *testing.T) {
	for seed := range uint64(30) {
		rnd := rand.New(rand.NewPCG(seed, 1))
		profiles := unique(invent(rnd, 60))
		want := NewSet(profiles, nil, nil)
		for _, c := range want.Clusters() {
			for i, a := range c {
				for _, b := range c[:i] {
					if p, q := want.profiles[a], want.profiles[b]; decide(p, q).Verdict == Different {
						t.Fatalf("seed %d: %q and %q in one cluster: %+v", seed, p.Name, q.Name, decide(p, q))
					}
				}
			}
		}
		rnd.Shuffle(len(profiles), func(i, j int) { profiles[i], profiles[j] = profiles[j], profiles[i] })
		got := NewSet(profiles, nil, nil)
		if diff := cmp.Diff(want.Clusters(), got.Clusters()); diff != "" {
			t.Fatalf("seed %d: %s", seed, diff)
		}
		if diff := cmp.Diff(want.Grey(1000), got.Grey(1000)); diff != "" {
			t.Fatalf("seed %d: grey: %s", seed, diff)
		}
	}
}

// unique keeps the first profile of each id.
func unique(profiles []Profile) []Profile {
	seen := map[graph.ID]bool{}
	return slices.DeleteFunc(profiles, func(p Profile) bool {
		had := seen[p.ID]
		seen[p.ID] = true
		return had
	})
}
