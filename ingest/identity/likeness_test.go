package identity

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"grove/internal/graph"
)

// TestTexts: what is compared has neither the names nor what is said of both.
func TestTexts(t *testing.T) {
	for name, c := range map[string]struct {
		a, b         Summary
		wantA, wantB string
	}{
		"words of names": {Summary{Name: "Dr. Ann Lee", Type: "Person", Facts: []string{"Ann Lee's boat sank."}}, Summary{Name: "Lee", Type: "Person", Facts: []string{"LEE sailed."}},
			"Person\nboat sank.", "Person\nsailed."},
		"aliases":           {Summary{Name: "Ann", Aliases: []string{"the Captain"}, Facts: []string{"The Captain sailed"}}, Summary{Name: "Anne", Facts: []string{"Anne and a captain slept"}}, "\nsailed", "\nand a slept"},
		"facts of both":     {Summary{Name: "Ann", Facts: []string{"Ann met Anne.", "Ann sailed."}}, Summary{Name: "Anne", Facts: []string{"Ann met Anne."}}, "\nsailed.", ""},
		"description first": {Summary{Name: "Ann", Description: "a sailor", Facts: []string{"Ann sailed"}}, Summary{Name: "Anne"}, "\na sailor\nsailed", ""},
		"Han":               {Summary{Name: "王明", Facts: []string{"王明住在北京"}}, Summary{Name: "王先生", Facts: []string{"王先生教书"}}, "\n住在北京", "\n教书"},
		"on one line":       {Summary{Name: "Ann", Facts: []string{"Ann\nsailed\x00 `far`"}}, Summary{Name: "Anne", Facts: []string{"..."}}, "\nsailed\x00 `far`", ""},
		"nothing but names": {Summary{Name: "Ann Lee", Type: "Person", Facts: []string{"Ann Lee.", "(Lee)"}}, Summary{}, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			d := Duplicate{A: Candidate{Own: graph.Name{Norm: "a"}}, B: Candidate{Own: graph.Name{Norm: "b"}}}
			a, b := Summaries{d.A.Own: c.a, d.B.Own: c.b}.Texts(d)
			if diff := cmp.Diff([]string{c.wantA, c.wantB}, []string{a, b}); diff != "" {
				t.Error(diff)
			}
		})
	}
	long := Summary{Name: "Ann", Description: strings.Repeat("长", 9000)}
	for i := range 40 {
		long.Facts = append(long.Facts, strings.Repeat("x", 400+i))
	}
	d := Duplicate{A: Candidate{Own: graph.Name{Norm: "a"}}, B: Candidate{Own: graph.Name{Norm: "b"}}}
	if a, _ := (Summaries{d.A.Own: long, d.B.Own: {}}).Texts(d); strings.Count(a, "\n") != 1+comparedFacts || utf8.RuneCountInString(a) > 14*(sideRunes+1) {
		t.Errorf("%d lines, %d runes", strings.Count(a, "\n"), utf8.RuneCountInString(a))
	}
}

// TestRank: the order is by the sum of both, and the same whatever it was before.
func TestRank(t *testing.T) {
	pair := func(a, b string, score, similarity float64) Duplicate {
		return Duplicate{A: Candidate{Own: graph.Name{Norm: a}}, B: Candidate{Own: graph.Name{Norm: b}}, Score: score, Similarity: similarity}
	}
	want := []Duplicate{pair("e", "f", 0.5, 0.9), pair("a", "c", 0.9, 0.1), pair("a", "d", 0.1, 0.9), pair("b", "c", 0.7, 0.3), pair("a", "b", 0.9, -0.2)}
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		got := append([]Duplicate{}, want...)
		rnd.Shuffle(len(got), func(i, j int) { got[i], got[j] = got[j], got[i] })
		if Rank(got); !cmp.Equal(got, want) {
			t.Fatal(cmp.Diff(want, got))
		}
	}
}
