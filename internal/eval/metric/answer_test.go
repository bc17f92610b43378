package metric

import (
	"math"
	"testing"
)

// The figures are worked out by hand.
func TestAnswers(t *testing.T) {
	for _, c := range []struct {
		answer string
		gold   []string
		em, f1 float64
	}{
		{"The Prairie King", []string{"prairie king"}, 1, 1},
		{"captain Ahab", []string{"Ahab"}, 0, 2. / 3},
		{"Barack Hussein Obama", []string{"Barack Obama"}, 0, 4. / 5},
		{"Paris, Paris", []string{"Paris"}, 0, 2. / 3},
		{"in the U.S.", []string{"US", "the US."}, 0, 2. / 3},
		{"U.S.", []string{"France", "US"}, 1, 1},
		{"an apple a day", []string{"Apple day!"}, 1, 1},
		{"well-known", []string{"wellknown"}, 1, 1},
		{"沈若岚。", []string{"沈若岚"}, 1, 1},
		{"站长沈若岚", []string{"沈若岚"}, 0, 6. / 8},
		{"2008年", []string{"2008"}, 0, 2. / 3},
		{"“Moby Dick”", []string{"moby dick"}, 1, 1},
		{"no", []string{"yes"}, 0, 0},
		{"", []string{"yes"}, 0, 0},
		{"", []string{"the"}, 1, 1},
		{"yes", nil, 0, 0},
		{"x\x00\xffy", []string{"x"}, 0, 0},
	} {
		if em := ExactMatch(c.answer, c.gold); em != c.em {
			t.Errorf("ExactMatch(%q, %q) = %v, want %v", c.answer, c.gold, em, c.em)
		}
		if f1 := F1(c.answer, c.gold); math.Abs(f1-c.f1) > 1e-12 {
			t.Errorf("F1(%q, %q) = %v, want %v", c.answer, c.gold, f1, c.f1)
		}
	}
}

// An exact match has F1 1, F1 is a fraction, and neither side is special.
func FuzzAnswers(f *testing.F) {
	f.Add("the cat", "a cat")
	f.Add("站长 the", "站\xff长")
	f.Fuzz(func(t *testing.T, a, b string) {
		f1 := F1(a, []string{b})
		if f1 < 0 || f1 > 1 || f1 != F1(b, []string{a}) {
			t.Errorf("F1(%q, %q) = %v, turned round %v", a, b, f1, F1(b, []string{a}))
		}
		if ExactMatch(a, []string{b}) == 1 && f1 != 1 {
			t.Errorf("%q matches %q, but F1 is %v", a, b, f1)
		}
		if ExactMatch(a, []string{a}) != 1 {
			t.Errorf("%q does not match itself", a)
		}
	})
}
