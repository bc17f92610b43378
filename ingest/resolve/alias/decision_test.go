package alias

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"grove/internal/graph"
)

// idsOf are the ids of names.
func idsOf(names ...string) []graph.ID {
	var out []graph.ID
	for _, n := range names {
		out = append(out, named(n, "").ID)
	}
	return out
}

func TestDecisions(t *testing.T) {
	merge := func(seq int64, names ...string) Decision { return Decision{seq, MergeNames, idsOf(names...)} }
	split := func(seq int64, names ...string) Decision { return Decision{seq, SplitNames, idsOf(names...)} }
	profiles := all("Person", "Sherlock Holmes", "Mr. Sherlock Holmes", "Holmes", "Ezra Small", "Tonga", "Toby", "Mary")
	const holmes = "Holmes = Mr. Sherlock Holmes = Sherlock Holmes"
	for _, c := range []struct {
		name string
		do   []Decision
		want []string
	}{
		{"none", nil, []string{holmes}},
		{"merge", []Decision{merge(1, "Tonga", "Toby")}, []string{holmes, "Toby = Tonga"}},
		{"merge with a cluster", []Decision{merge(1, "Tonga", "Holmes")}, []string{holmes + " = Tonga"}},
		{"merge of a merge", []Decision{merge(1, "Tonga", "Toby"), merge(2, "Toby", "Mary")}, []string{holmes, "Mary = Toby = Tonga"}},
		{"the older merge undone", []Decision{merge(2, "Toby", "Mary")}, []string{holmes, "Mary = Toby"}},
		{"merge what is Different", []Decision{merge(1, "Ezra Small", "Sherlock Holmes")}, []string{"Ezra Small = " + holmes}},
		{"merge by way of a name that is gone", []Decision{merge(1, "Tonga", "gone"), merge(2, "gone", "Toby")}, []string{holmes, "Toby = Tonga"}},
		{"split a pair", []Decision{split(1, "Holmes", "Sherlock Holmes"), split(2, "Holmes", "Mr. Sherlock Holmes")}, []string{"Mr. Sherlock Holmes = Sherlock Holmes"}},
		{"split all", []Decision{split(1, "Holmes", "Sherlock Holmes", "Mr. Sherlock Holmes")}, nil},
		{"split one", []Decision{split(1, "Sherlock Holmes")}, []string{"Holmes = Mr. Sherlock Holmes"}},
		{"split a merge", []Decision{merge(1, "Tonga", "Toby", "Mary"), split(2, "Tonga", "Toby")}, nil},
		{"merge a split", []Decision{split(1, "Tonga", "Toby"), merge(2, "Tonga", "Toby")}, []string{holmes, "Toby = Tonga"}},
		{"split stays through another merge", []Decision{split(3, "Tonga", "Toby"), merge(1, "Tonga", "Mary"), merge(2, "Mary", "Toby")}, nil},
		{"merge after split one", []Decision{split(1, "Holmes"), merge(2, "Holmes", "Toby")}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := NewSet(profiles, nil, c.do)
			got := groups(s)
			if c.want == nil { // by what must hold, since the rest goes by ids
				checkSplits(t, s, c.do)
				return
			}
			slices.Sort(c.want)
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// checkSplits finds split pairs that are together and latest merges that are not.
func checkSplits(t *testing.T, s *Set, decisions []Decision) {
	t.Helper()
	last := latest(decisions)[0]
	for i, a := range last.IDs {
		for _, b := range last.IDs[:i] {
			if together := s.Representative(a) == s.Representative(b); together != (last.Action == MergeNames) {
				t.Errorf("%s: %s and %s together: %v", last.Action, a, b, together)
			}
		}
	}
}

// TestDecisionsProperty: the latest decision holds, the outcome depends neither
// on the order in which decisions are given nor on the way they came about.
func TestDecisionsProperty(t *testing.T) {
	for seed := range uint64(40) {
		rnd := rand.New(rand.NewPCG(seed, 3))
		profiles := unique(invent(rnd, 30))
		var decisions []Decision
		for seq := range 12 {
			d := Decision{Seq: int64(seq), Action: []Action{MergeNames, SplitNames}[rnd.IntN(2)]}
			for range 2 + rnd.IntN(3) {
				d.IDs = append(d.IDs, profiles[rnd.IntN(len(profiles))].ID)
			}
			slices.Sort(d.IDs)
			if d.IDs = slices.Compact(d.IDs); len(d.IDs) < 2 {
				continue
			}
			if decisions = append(decisions, d); len(decisions) > 3 && rnd.IntN(3) == 0 {
				decisions = slices.Delete(decisions, 1, 2) // undo an old one
			}
			s := NewSet(profiles, nil, decisions)
			checkSplits(t, s, decisions)
			shuffled := slices.Clone(decisions)
			rnd.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
			if diff := cmp.Diff(NewSet(profiles, nil, shuffled).Clusters(), s.Clusters()); diff != "" {
				t.Fatalf("seed %d: %s", seed, diff)
			}
		}
	}
}

// TestClaims: what documents say of two names overrides the rules, and decisions override it.
func TestClaims(t *testing.T) {
	id := func(name string) graph.ID { return named(name, "").ID }
	apart := func(a, b string) Claim { return Claim{Name: id(a), Other: id(b)} }
	same := func(a, b string) Claim { return Claim{id(a), id(b), true} }
	profiles := []Profile{named("J. Parise", "Person", "a"), named("Jordan Parise", "Person", "a"), named("Parise", "Person", "a"),
		named("Tip", "Person", "a", "b"), named("Old Tip", "Person", "b"), named("Ann", "Person", "a")}
	both := []graph.ID{id("J. Parise"), id("Jordan Parise")}
	for name, c := range map[string]struct {
		claims    []Claim
		decisions []Decision
		want      []string
	}{
		"rules":                     {nil, nil, []string{"J. Parise = Jordan Parise = Parise"}},
		"apart":                     {[]Claim{apart("J. Parise", "Jordan Parise")}, nil, []string{"Jordan Parise = Parise"}},
		"apart, the other way":      {[]Claim{apart("Jordan Parise", "J. Parise")}, nil, []string{"Jordan Parise = Parise"}},
		"a person says one":         {[]Claim{apart("J. Parise", "Jordan Parise")}, []Decision{{1, MergeNames, both}}, []string{"J. Parise = Jordan Parise = Parise"}},
		"another name":              {[]Claim{same("Jordan Parise", "Old Tip")}, nil, []string{"J. Parise = Jordan Parise = Old Tip = Parise"}},
		"a person says two":         {[]Claim{same("Ann", "Old Tip")}, []Decision{{1, SplitNames, []graph.ID{id("Ann"), id("Old Tip")}}}, []string{"J. Parise = Jordan Parise = Parise"}},
		"one word elsewhere":        {[]Claim{same("Jordan Parise", "Tip")}, nil, []string{"J. Parise = Jordan Parise = Parise"}},
		"one word in its documents": {[]Claim{same("Jordan Parise", "Ann")}, nil, []string{"Ann = J. Parise = Jordan Parise = Parise"}},
		"of two":                    {[]Claim{same("Jordan Parise", "Old Tip"), same("Ann", "Old Tip")}, nil, []string{"J. Parise = Jordan Parise = Parise"}},
		"of two names of one":       {[]Claim{same("Jordan Parise", "Old Tip"), same("Parise", "Old Tip")}, nil, []string{"J. Parise = Jordan Parise = Old Tip = Parise"}},
		"both":                      {[]Claim{same("Ann", "Old Tip"), apart("Old Tip", "Ann")}, nil, []string{"J. Parise = Jordan Parise = Parise"}},
		"of no name":                {[]Claim{same("Ann", "nobody"), apart("nobody", "Tip"), same("nobody", "Tip")}, nil, []string{"J. Parise = Jordan Parise = Parise"}},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, groups(NewSet(profiles, c.claims, c.decisions))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestGrey(t *testing.T) {
	profiles := all("Person", "Katharina Blum", "Katharine Blum", "Mr. Bennet", "Ezra Bennet", "Jane Bennet")
	s := NewSet(profiles, nil, nil)
	grey := s.Grey(10)
	var reasons []string
	for _, p := range grey {
		reasons = append(reasons, p.Reason)
	}
	if diff := cmp.Diff([]string{"misspelling", "title open"}, reasons); diff != "" {
		t.Fatal(diff)
	}
	if got := s.Grey(1); len(got) != 1 || got[0] != grey[0] {
		t.Errorf("the best one: %v", got)
	}
	pair := []graph.ID{grey[0].A, grey[0].B}
	s = NewSet(profiles, nil, []Decision{{1, MergeNames, pair}})
	if diff := cmp.Diff([]string{"Katharina Blum = Katharine Blum"}, groups(s)); diff != "" {
		t.Error(diff)
	}
	if got := s.Grey(10); len(got) != 1 || got[0].Reason != "title open" {
		t.Errorf("what is left: %v", got)
	}
	s = NewSet(profiles, nil, []Decision{{1, MergeNames, pair}, {2, SplitNames, pair}})
	if got := groups(s); got != nil {
		t.Errorf("split: %v", got)
	}
	if got := s.Grey(10); len(got) != 1 {
		t.Errorf("a split pair is offered again: %v", got)
	}
}

// TestContained: a name that begins or ends one longer name is offered, if only one thing has it.
func TestContained(t *testing.T) {
	for name, c := range map[string]struct {
		profiles []Profile
		split    []string
		want     []string
	}{
		"of a ship":              {profiles: []Profile{named("Fulmar", "Vessel", "a"), named("RV Fulmar", "Vessel", "b")}, want: []string{"Fulmar | RV Fulmar: part of the name"}},
		"beside another type":    {profiles: []Profile{named("Fulmar", "Bird", "a"), named("RV Fulmar", "Vessel", "b")}},
		"family name":            {profiles: []Profile{named("Dr. Marsh", "Person", "a"), named("Helena Marsh", "Person", "b"), named("Dr. Helena Marsh", "Person", "b")}, want: []string{"Dr. Marsh | Helena Marsh: part of the name"}},
		"given name":             {profiles: []Profile{named("Tomas", "Person", "a"), named("Tomas Brevik", "Person", "b")}, want: []string{"Tomas | Tomas Brevik: part of the name"}},
		"of two":                 {profiles: []Profile{named("Marsh", "Person", "a"), named("Helena Marsh", "Person", "b"), named("Peter Marsh", "Person", "c")}},
		"in the middle":          {profiles: []Profile{named("Fulmar", "Vessel", "a"), named("RV Fulmar Two", "Vessel", "b")}},
		"titles that clash":      {profiles: []Profile{named("Mr. Bennet", "Person", "a"), named("Elizabeth Bennet", "Person", "b")}},
		"numbers":                {profiles: []Profile{named("1995", "Quantity", "a"), named("May 1995", "Quantity", "b")}},
		"joined already":         {profiles: []Profile{named("Marsh", "Person", "a"), named("Helena Marsh", "Person", "a")}},
		"kept apart by a person": {profiles: []Profile{named("Fulmar", "Vessel", "a"), named("RV Fulmar", "Vessel", "b")}, split: []string{"Fulmar", "RV Fulmar"}},
		"kept apart by another name of the thing": {profiles: []Profile{named("Dr. Marsh", "Person", "a"), named("Helena Marsh", "Person", "b"), named("Dr. Helena Marsh", "Person", "b")},
			split: []string{"Dr. Marsh", "Dr. Helena Marsh"}},
	} {
		t.Run(name, func(t *testing.T) {
			var decisions []Decision
			if len(c.split) > 0 {
				d := Decision{Seq: 1, Action: SplitNames}
				for _, n := range c.split {
					d.IDs = append(d.IDs, named(n, "").ID)
				}
				decisions = append(decisions, d)
			}
			s := NewSet(c.profiles, nil, decisions)
			var got []string
			for _, p := range s.Grey(10) {
				names := []string{s.profiles[p.A].Name, s.profiles[p.B].Name}
				slices.Sort(names)
				if got = append(got, strings.Join(names, " | ")+": "+p.Reason); p.Score > 500 {
					t.Errorf("%v has score %d", names, p.Score)
				}
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}
