package retrieve

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"grove/internal/search"
	"grove/internal/text"
)

// TestTerms holds the index to the terms and scores of search by words.
func TestTerms(t *testing.T) {
	texts := []string{
		"Call me Ishmael. Some years ago—never mind how long precisely—having little money.",
		"The whale's 3.14 U.S. teeth, don't ask; naïve œuvre under_score [PERSON#27] e.g. it.",
		"唐三藏西天取经，悟空、八戒同行。A mixed 中文 and English 句子。",
		"カタカナとひらがな、漢字。", "\x00\xff'`\n\t", "", "東 a 西",
	}
	var passages []Passage
	for i, s := range texts {
		passages = append(passages, Passage{ID: string(rune('a' + i)), Document: string(rune('a' + i)), Text: s})
	}
	x := New(passages, nil)
	names := make([]string, len(x.lexicon.terms))
	for term, id := range x.lexicon.terms {
		names[id] = term
	}
	for i, s := range texts {
		var got []string
		for _, id := range x.lexicon.termsOf(nil, x.passages[i].body.tokens) {
			got = append(got, names[id])
		}
		if want := text.Terms(s); !slices.Equal(want, got) {
			t.Errorf("%q:\n got %q\nwant %q", s, got, want)
		}
	}
	for _, q := range []string{"long years of money", "西天取经 English", "whale teeth teeth"} {
		got := x.bag.score(x.ask(q).terms)
		for i := range got {
			got[i] = round(got[i])
		}
		if diff := cmp.Diff(search.RankTexts(q, texts), got); diff != "" {
			t.Errorf("%q: %s", q, diff)
		}
	}
}

func TestWalkLeadsOn(t *testing.T) {
	x := New(library(), nil)
	for question, want := range map[string][]string{
		"When was the director of Winter Harbour born?":            {"p00", "p01"},
		"Where does the director of Summer Road come from?":        {"p04", "p05"},
		"Who was the father of the director of Winter Harbour?":    {"p00", "p01", "p02"},
		"Which was first, the film Summer Road or Winter Harbour?": {"p00", "p04"},
		"What does the DFA keep?":                                  {"p07"},
	} {
		s := x.Study(question)
		for ranker, got := range map[string][]string{"walk": s.Walked(5), "chain": s.Chained(shippedChain(t), 5)} {
			for _, id := range want {
				if !slices.Contains(got, id) {
					t.Errorf("%s: %q found %v, want %v among them", ranker, question, got, want)
				}
			}
		}
	}
}

// TestEntitiesJoinNames checks that what one chunk calls by one name and another
// by another is the same to the walk.
func TestEntitiesJoinNames(t *testing.T) {
	passages, entities := journey()
	question := "孙悟空后来怎样了？"
	if got := New(passages, entities).Study(question).Walked(4); !slices.Contains(got, "c1") {
		t.Errorf("with the entities: %v", got)
	}
	if got := New(passages, nil).Study(question).Walked(4); slices.Contains(got, "c1") {
		t.Errorf("without the entities: %v", got)
	}
}

// TestOrderPlaysNoPart shuffles what the index is made from.
func TestOrderPlaysNoPart(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	chain := shippedChain(t)
	passages := library()
	more, entities := journey()
	passages = append(passages, more...)
	question := "Who was the father of the director of Winter Harbour, 如来?"
	want := New(passages, entities).Study(question).scores(chain)
	for range 5 {
		r.Shuffle(len(passages), func(i, j int) { passages[i], passages[j] = passages[j], passages[i] })
		r.Shuffle(len(entities), func(i, j int) { entities[i], entities[j] = entities[j], entities[i] })
		if diff := cmp.Diff(want, New(passages, entities).Study(question).scores(chain)); diff != "" {
			t.Fatal(diff)
		}
	}
}

func TestEmpty(t *testing.T) {
	chain := shippedChain(t)
	for _, x := range []*Index{New(nil, nil), New([]Passage{{}}, []Entity{{}}), New(library(), nil)} {
		for _, question := range []string{"", "?", "\x00", "zzz"} {
			s := x.Study(question)
			if got := s.Walked(3); len(got) != 0 {
				t.Errorf("%q: the walk finds %v", question, got)
			}
			if got := s.Chained(chain, 3); len(got) != 0 {
				t.Errorf("%q: the chain finds %v", question, got)
			}
		}
	}
}

func FuzzIndex(f *testing.F) {
	f.Add("Summer Road (film)", "Summer Road is a film. J. R. Berg, 3rd Earl of Ribe, (ABC) made it.", "Who made Summer Road?")
	f.Add("", "孙悟空 a 大闹天宫。", "孙悟空?")
	f.Add("\x00", "\xff(,", "`")
	f.Add("A, B of", "of of (", "A B of of")
	chain := shippedChain(f)
	f.Fuzz(func(t *testing.T, title, body, question string) {
		passages := append(library(), Passage{ID: "f", Document: "f", Title: title, Text: body}, Passage{ID: "g", Document: "g", Title: body, Text: title})
		x := New(passages, []Entity{{Names: []string{title, question}}})
		s := x.Study(question)
		got := s.Chained(chain, 5)
		if again := New(passages, []Entity{{Names: []string{title, question}}}).Study(question).Chained(chain, 5); !slices.Equal(got, again) {
			t.Errorf("%v, then %v", got, again)
		}
	})
}
