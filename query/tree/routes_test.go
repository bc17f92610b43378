package tree

import (
	"context"
	"slices"
	"strings"
	"testing"

	"grove/internal/llm"
	"grove/query"
)

// asking decomposes into these sub-queries and has enough at once.
func asking(queries string) *scripted {
	return &scripted{Reply: func(stage string, r llm.Request) (string, error) {
		switch stage {
		case "decompose":
			return `{"queries":` + queries + `}`, nil
		case "reflect":
			return `{"enough":true}`, nil
		}
		return `{"answer":"","abstained":true}`, nil
	}}
}

// Each route alone finds what the others do not, each on the sub-query made for it.
func TestWhatEachRouteContributes(t *testing.T) {
	w := planted(t)
	for _, c := range []struct {
		way      route
		question string
		queries  string
		// only is what this route finds and no other.
		only string
	}{
		{byEntity, "When was Walter Lind alive?",
			`[{"kind":"node","head":"Walter Lind","relation":"date of birth"}]`,
			"Walter Lind, date of birth: 4 May 1890"},
		{byTriple, "What did Greta Moss receive?",
			`[{"kind":"triple","head":"Greta Moss","relation":"WON","tail":""}]`,
			"Greta Moss WON Silver Reel"},
		{byCommunity, "What do the artists of the northern school share?",
			`[{"kind":"community","head":"northern school of artists"}]`,
			"Northern school of painters: Artists who shared a palette."},
		{byPath, "How are Iron Harbour and the Kalmar Line connected?",
			`[{"kind":"triple","question":"Iron Harbour and the Kalmar Line","head":"Iron Harbour","relation":"RELATED_TO","tail":"Kalmar Line"}]`,
			"Walter Lind BORN_IN Uppsala"},
	} {
		t.Run(string(c.way), func(t *testing.T) {
			for _, way := range allRoutes() {
				m := asking(c.queries)
				a, err := agent(t, w, m).Answer(context.Background(), query.Question{Text: c.question}, alone(way))
				if err != nil {
					t.Fatal(err)
				}
				fused := steps(a, "fuse")[0].Args["items"].([]string)
				if got := slices.Contains(fused, c.only); got != (way == c.way) {
					t.Errorf("by %s alone: %q found %v among\n%s", way, c.only, got, strings.Join(fused, "\n"))
				}
			}
		})
	}
}

// The way down goes through every level, and what is not kept is not entered.
func TestCommunitiesAreFilteredTopDown(t *testing.T) {
	w := planted(t)
	a, err := agent(t, w, asking(`[{"kind":"community","head":"northern school of painters"}]`)).Answer(context.Background(),
		query.Question{Text: "What do the painters of the northern school share?"}, alone(byCommunity))
	if err != nil {
		t.Fatal(err)
	}
	filters := steps(a, "filter")
	if len(filters) != 2 || filters[0].Rows != 1 || filters[1].Args["kept"].([]string)[0] != "Northern school of painters" {
		t.Fatalf("filters %+v", filters)
	}
	reads := steps(a, "communities")
	if len(reads) != 2 || reads[0].Args["top"] != true {
		t.Errorf("%d reads of communities", len(reads))
	}
	found := steps(a, "found")[0].Args["items"].([]string)
	if !slices.Contains(found, "Mira Holt ground her own pigments from slate.") || !slices.Contains(found, "Jon Vass never used any colour but grey.") {
		t.Errorf("the members' facts are not found: %q", found)
	}
}

// Paths are searched to five relations and not further.
func TestPathsGoFiveRelationsDeep(t *testing.T) {
	chain := page{title: "Chain"}
	names := []string{"Alpha", "Bravo", "Charlie", "Delta", "Echo", "Foxtrot", "Golf"}
	types := map[string]string{}
	for i, n := range names {
		types[n] = "Person"
		chain.sentences = append(chain.sentences, n+" is a person. | "+n)
		if i > 0 {
			chain.relations = append(chain.relations, names[i-1]+" / KNOWS / "+n)
		}
	}
	chain.types = types
	w := open(t, chain)
	for to, want := range map[string]int{"Foxtrot": 5, "Golf": 0} {
		m := asking(`[{"kind":"triple","head":"Alpha","relation":"KNOWS","tail":"` + to + `"}]`)
		a, err := agent(t, w, m).Answer(context.Background(), query.Question{Text: "How does Alpha know " + to + "?"}, alone(byPath))
		if err != nil {
			t.Fatal(err)
		}
		deepest := 0
		for _, s := range steps(a, "paths") {
			if s.Args["max_hops"] != 5 {
				t.Errorf("%v hops", s.Args["max_hops"])
			}
			ends := []any{s.Args["from"], s.Args["to"]}
			if slices.Contains(ends, any(elements([]string{"Alpha"})[0])) && slices.Contains(ends, any(elements([]string{to})[0])) {
				deepest = s.Rows
			}
		}
		if (deepest > 0) != (want > 0) {
			t.Errorf("to %s: %d paths", to, deepest)
		}
	}
}

// alone leaves one route to search by.
func alone(way route) query.Options {
	return query.Options{Without: slices.DeleteFunc([]string{Communities, Entities, Triples, Paths}, func(part string) bool { return part == way.part() })}
}
