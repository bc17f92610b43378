package metric

import (
	"encoding/json"
	"math"
	"os"
	"strconv"
	"testing"

	"grove/community"
)

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

// The scores equal those of the reference implementations.
func TestGolden(t *testing.T) {
	var golden struct {
		Answers []struct {
			Answer, Gold, Keywords string
			EM, F1                 float64
			F1Star                 float64 `json:"f1_star"`
			Rouge1, Rouge2, RougeL float64
		}
		Rankings []struct {
			N, K int
			Gold []int
			NDCG float64
		}
		Labels []struct {
			A, B       []int
			NMI, Kappa float64
		}
		Values    []float64
		Deviation float64
	}
	raw, err := os.ReadFile("testdata/golden.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, &golden); err != nil {
		t.Fatal(err)
	}
	for _, c := range golden.Answers {
		gold, rouge := []string{c.Gold}, Rouge(c.Answer, []string{c.Gold})
		for name, pair := range map[string][2]float64{
			"em": {ExactMatch(c.Answer, gold), c.EM}, "f1": {F1(c.Answer, gold), c.F1},
			"f1_star": {KeywordF1(c.Answer, gold, c.Keywords, false), c.F1Star},
			"rouge1":  {rouge.One, c.Rouge1}, "rouge2": {rouge.Two, c.Rouge2}, "rougeL": {rouge.L, c.RougeL},
		} {
			if !near(pair[0], pair[1]) {
				t.Errorf("%s of %q with %q (%q) = %v, want %v", name, c.Answer, c.Gold, c.Keywords, pair[0], pair[1])
			}
		}
	}
	for _, c := range golden.Rankings {
		var gold, found []string
		for _, g := range c.Gold {
			gold = append(gold, strconv.Itoa(g))
		}
		for i := range c.N {
			found = append(found, strconv.Itoa(i))
		}
		if got := NDCG(gold, found, c.K); !near(got, c.NDCG) {
			t.Errorf("NDCG(%+v) = %v", c, got)
		}
	}
	for _, c := range golden.Labels {
		if nmi, kappa := community.NMI(c.A, c.B), Kappa(c.A, c.B); math.Abs(nmi-c.NMI) > 1e-6 || !near(kappa, c.Kappa) {
			t.Errorf("NMI %v, want %v; kappa %v, want %v", nmi, c.NMI, kappa, c.Kappa)
		}
	}
	if got := Deviation(golden.Values); !near(got, golden.Deviation) {
		t.Errorf("Deviation = %v, want %v", got, golden.Deviation)
	}
}

// TestChinese: F1 by word and F1* are those of LV-Eval's code (segment/words.py).
func TestChinese(t *testing.T) {
	raw, err := os.ReadFile("../../segment/testdata/golden.json")
	if err != nil {
		t.Fatal(err)
	}
	var golden struct {
		Scores []struct {
			Answer, Gold, Keywords string
			F1                     float64
			F1Star                 float64 `json:"f1_star"`
		}
	}
	if err := json.Unmarshal(raw, &golden); err != nil || len(golden.Scores) < 50 {
		t.Fatal(err)
	}
	gated := 0
	for _, c := range golden.Scores {
		f1, star := F1Words(c.Answer, []string{c.Gold}), KeywordF1(c.Answer, []string{c.Gold}, c.Keywords, true)
		if !near(f1, c.F1) || !near(star, c.F1Star) {
			t.Errorf("%+v: F1 %v, F1* %v", c, f1, star)
		}
		if c.F1 > 0 && c.F1Star == 0 {
			gated++
		}
	}
	if gated == 0 || gated == len(golden.Scores) {
		t.Errorf("%d answers have too few keywords", gated)
	}
}

func TestChoice(t *testing.T) {
	options := []string{"to the barn", "to the sea", "home", "away"}
	for answer, want := range map[string]string{
		"B": "B", "(b)": "", "B.": "B", "B. to the sea": "B", "(C) home": "C", "The answer is D.": "D", "答案：A": "A",
		"To the barn.": "A", "A, C": "AC", "CA": "AC", "A and D": "AD", "A man": "", "": "", "I went home": "",
	} {
		if got := Chosen(answer, options); got != want {
			t.Errorf("Chosen(%q) = %q, want %q", answer, got, want)
		}
	}
	if Choice("to the sea", []string{"B"}, options) != 1 || Choice("A", []string{"B"}, options) != 0 || Choice("x", []string{"y"}, nil) != 0 {
		t.Error("Choice")
	}
}

func TestStatistics(t *testing.T) {
	low, high := Bootstrap([]float64{0, 0, 1, 1, 1, 1, 0, 1, 1, 1})
	if low < .3 || low > .5 || high < .9 || high > 1 {
		t.Errorf("Bootstrap: %v to %v", low, high)
	}
	// Five differences of one sign: 2 of 32 sign patterns are as extreme.
	if p := Paired([]float64{1, 1, 1, 1, 1, 0}, []float64{0, 0, 0, 0, 0, 0}); !near(p, 2./32) {
		t.Errorf("Paired = %v", p)
	}
	many, none := make([]float64, 40), make([]float64, 40)
	for i := range many {
		many[i] = 1
	}
	if p := Paired(many, none); p > .001 {
		t.Errorf("Paired of 40 = %v", p)
	}
	if p := Paired(none, none); p != 1 {
		t.Errorf("Paired of equal lists = %v", p)
	}
	r := Refusals([]bool{true, true, false, false}, []bool{true, false, true, false})
	if r != (Refusal{.5, .5, 2, 2}) {
		t.Errorf("Refusals = %+v", r)
	}
	if got := ReciprocalRank([]string{"b", "c"}, []string{"a", "b", "c"}); got != .5 {
		t.Errorf("ReciprocalRank = %v", got)
	}
	if got := CompressionRate(25, 100); got != 75 {
		t.Errorf("CompressionRate = %v", got)
	}
	if !Contained("Ahab commands the Pequod", "The Pequod, which Ahab commands.", 1) || Contained("Ahab sails", "Ahab", .8) {
		t.Error("Contained")
	}
	if got := Cosine([]float32{1, 0}, []float32{1, 1}); !near(got, math.Sqrt(.5)) {
		t.Errorf("Cosine = %v", got)
	}
}

// Two triangles joined by an edge: Q = 6/7 - 2(7/14)^2 = 5/14 by hand.
func TestPartition(t *testing.T) {
	edges := []Edge{{0, 1, 1}, {1, 2, 1}, {0, 2, 1}, {3, 4, 1}, {4, 5, 1}, {3, 5, 1}, {2, 3, 1}}
	p := MeasurePartition([]int{0, 0, 0, 1, 1, 1}, edges)
	if !near(p.Modularity, 5./14) || !near(p.Coverage, 6./7) || !near(p.Conductance, 1./7) || p.Communities != 2 {
		t.Errorf("%+v", p)
	}
	if one := MeasurePartition([]int{0, 0}, nil); one.Modularity != 0 || one.Communities != 1 {
		t.Errorf("%+v", one)
	}
}

// Expected by Mind2Web's rules, worked out by hand.
func TestWebEpisode(t *testing.T) {
	got := WebEpisode([]WebStep{{"7", "CLICK"}, {"9", "TYPE new york"}}, [][]string{{"6", "7"}, {"9"}, {"1"}},
		[]string{"CLICK", "TYPE new jersey", "CLICK"})
	want := WebScore{Element: 2. / 3, Operation: (1 + 2./3) / 3, Step: 1. / 3}
	if !near(got.Element, want.Element) || !near(got.Operation, want.Operation) || !near(got.Step, want.Step) || got.Episode != 0 {
		t.Errorf("%+v, want %+v", got, want)
	}
	if all := WebEpisode([]WebStep{{"7", "CLICK"}}, [][]string{{"7"}}, []string{"CLICK"}); all != (WebScore{1, 1, 1, 1}) {
		t.Errorf("%+v", all)
	}
}
