package tree

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"grove/internal/embed"
	"grove/internal/graph"
	"grove/internal/llm"
	"grove/internal/llm/offline"
	"grove/internal/search"
	"grove/internal/storetest"
	"grove/internal/text"
	"grove/query"
	"grove/query/querytest"
)

// world is a small graph in a store, with its index.
type world struct {
	graph.Store
	index *search.Index
}

// page is a document of one chunk: sentences "text | Name, Name", each a fact
// about these names, relations "Head / RELATION / Tail" and attributes
// "Entity / key / value".
type page struct {
	title      string
	sentences  []string
	relations  []string
	types      map[string]string
	attributes []string
}

// bundle makes a page what a store takes.
func (p page) bundle() graph.Bundle {
	piece := storetest.Piece{}
	named := map[string]bool{}
	name := func(n string) string {
		n = strings.TrimSpace(n)
		if !named[n] {
			named[n] = true
			piece.Mentions = append(piece.Mentions, storetest.Named{Surface: n, Norm: text.Normalise(n), Type: p.types[n]})
		}
		return text.Normalise(n)
	}
	var said []string
	for _, s := range p.sentences {
		body, names, _ := strings.Cut(s, " | ")
		said = append(said, body)
		var about []string
		for n := range strings.SplitSeq(names, ",") {
			about = append(about, name(n))
		}
		piece.Facts = append(piece.Facts, storetest.Said{Text: body, About: about})
	}
	for _, r := range p.relations {
		head, rest, _ := strings.Cut(r, " / ")
		relation, tail, _ := strings.Cut(rest, " / ")
		piece.Relations = append(piece.Relations, storetest.Link{Head: name(head), Relation: relation, Tail: name(tail), HeadText: head, TailText: tail})
	}
	for _, a := range p.attributes {
		entity, rest, _ := strings.Cut(a, " / ")
		key, value, _ := strings.Cut(rest, " / ")
		piece.Attributes = append(piece.Attributes, storetest.Has{Entity: name(entity), Key: key, Value: value})
	}
	piece.Text = strings.Join(said, " ")
	return storetest.Bundle(p.title, p.title, piece)
}

// open puts pages into a store of their own.
func open(t testing.TB, pages ...page) *world {
	t.Helper()
	store := storetest.Open(t)
	return fill(t, store, pages...)
}

// fill puts pages into a store and indexes them.
func fill(t testing.TB, store graph.Store, pages ...page) *world {
	t.Helper()
	var c graph.Change
	for _, p := range pages {
		c.Add = append(c.Add, p.bundle())
	}
	if _, err := store.Apply(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	index, err := search.Open(t.Context(), search.Options{Dir: filepath.Join(t.TempDir(), "index"), Store: "test"}, store)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { index.Close() })
	return &world{store, index}
}

// group is a community of level 0 to make.
type group struct {
	title, summary string
	members        []string
}

// plant makes communities and one above them all, each member its keyword.
func (w *world) plant(t testing.TB, groups ...group) {
	t.Helper()
	var all []graph.ID
	for _, g := range groups {
		all = append(all, elements(g.members)...)
	}
	above := graph.Community{ID: graph.CommunityID(1, all), Level: 1, Title: "Film, painting and the sea", Summary: "All of it.", Size: len(all), Digest: "top"}
	tree := []graph.CommunityState{{Community: above}}
	for _, g := range groups {
		members := elements(g.members)
		c := graph.CommunityState{Community: graph.Community{ID: graph.CommunityID(0, members), Parent: above.ID, Title: g.title,
			Summary: g.summary, Size: len(members), Digest: g.title}, Members: members}
		c.Keywords = []graph.Keyword{{ID: graph.KeywordID(c.ID, members[0]), Community: c.ID, Entity: members[0], Name: g.members[0], Rank: 1}}
		tree = append(tree, c)
	}
	if err := w.PutTree(t.Context(), tree); err != nil {
		t.Fatal(err)
	}
}

func elements(names []string) []graph.ID {
	var out []graph.ID
	for _, n := range names {
		out = append(out, graph.KeyElementID(text.Normalise(n), ""))
	}
	slices.Sort(out)
	return out
}

// films is a world for questions of two hops; its typed names are in types.
func films() []page {
	types := map[string]string{"Iron Harbour": "Work", "Glass Meadow": "Work", "Walter Lind": "Person", "Greta Moss": "Person", "Ann Petrie": "Person",
		"Boston": "Location", "Uppsala": "Location", "Sweden": "Location", "Oslo": "Location", "Leeds": "Location", "Kalmar Line": "Organization",
		"Mira Holt": "Person", "Jon Vass": "Person", "Silver Reel": "Concept"}
	return []page{
		{"Iron Harbour", []string{"Iron Harbour is a 1931 American drama film directed by Walter Lind and starring Greta Moss. | Iron Harbour, Walter Lind, Greta Moss",
			"It was shot in Boston. | Iron Harbour, Boston"},
			[]string{"Iron Harbour / DIRECTED_BY / Walter Lind", "Iron Harbour / STARS / Greta Moss", "Iron Harbour / LOCATED_IN / Boston"}, types, nil},
		{"Walter Lind", []string{"Walter Lind (4 May 1890 – 2 June 1961) was a Swedish film director. | Walter Lind",
			"Walter Lind was born in Uppsala and died in Oslo of pneumonia. | Walter Lind, Uppsala, Oslo"},
			[]string{"Walter Lind / BORN_IN / Uppsala", "Walter Lind / DIED_IN / Oslo"}, types, []string{"Walter Lind / date of birth / 4 May 1890"}},
		{"Uppsala", []string{"Uppsala is a town in Sweden. | Uppsala, Sweden"}, []string{"Uppsala / LOCATED_IN / Sweden"}, types, nil},
		{"Kalmar Line", []string{"The Kalmar Line has its seat in Sweden. | Kalmar Line, Sweden"}, []string{"Kalmar Line / LOCATED_IN / Sweden"}, types, nil},
		{"Glass Meadow", []string{"Glass Meadow is a 1950 British comedy film directed by Ann Petrie. | Glass Meadow, Ann Petrie"},
			[]string{"Glass Meadow / DIRECTED_BY / Ann Petrie"}, types, nil},
		{"Ann Petrie", []string{"Ann Petrie (born 1 March 1911 in Leeds) is an English film director. | Ann Petrie, Leeds"}, []string{"Ann Petrie / BORN_IN / Leeds"}, types, nil},
		{"Prizes of 1932", []string{"In 1932 the Silver Reel went to a star. | Silver Reel"}, []string{"Greta Moss / WON / Silver Reel"}, types, nil},
		{"Mira Holt", []string{"Mira Holt ground her own pigments from slate. | Mira Holt"}, nil, types, nil},
		{"Jon Vass", []string{"Jon Vass never used any colour but grey. | Jon Vass"}, nil, types, nil},
	}
}

// groups are the communities of films.
func groups() []group {
	return []group{
		{"Iron Harbour and its makers", "A drama film, its director and its star.", []string{"Iron Harbour", "Walter Lind", "Greta Moss", "Boston", "Uppsala", "Oslo", "Sweden", "Kalmar Line", "Silver Reel"}},
		{"Glass Meadow and its makers", "A comedy film and its director.", []string{"Glass Meadow", "Ann Petrie", "Leeds"}},
		{"Northern school of painters", "Artists who shared a palette.", []string{"Mira Holt", "Jon Vass"}},
	}
}

// planted is films with its communities.
func planted(t testing.TB) *world {
	t.Helper()
	w := open(t, films()...)
	w.plant(t, groups()...)
	return w
}

// client is a client that asks the model, or the offline kit where model is nil.
func client(t testing.TB, model llm.Model) *llm.Client {
	t.Helper()
	counter, err := text.NewCounter()
	if err != nil {
		t.Fatal(err)
	}
	return &llm.Client{Model: model, Kit: offline.New(), Counter: counter}
}

func agent(t testing.TB, w *world, model llm.Model) querytest.Agent {
	return querytest.Agent{Agent: Agent(), Deps: query.Deps{Graph: w, Index: w.index, LLM: client(t, model), Embedder: embed.Builtin{}, Workspace: "test"}}
}

// steps are the steps of an action.
func steps(a query.Answer, action string) []query.Step {
	var out []query.Step
	for _, s := range a.Trace {
		if s.Action == action {
			out = append(out, s)
		}
	}
	return out
}

// foundBy are the ids that the routes found, by route.
func foundBy(a query.Answer) map[string][]string {
	out := map[string][]string{}
	for _, s := range steps(a, "found") {
		way := s.Args["route"].(string)
		out[way] = append(out[way], s.IDs...)
	}
	for way := range out {
		slices.SortFunc(out[way], cmp.Compare)
	}
	return out
}
