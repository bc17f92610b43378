package main

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"grove/internal/llm/offline"
)

// TestMadeQuestions: questions about one statement and about two that are linked, with their
// answers and the name that they are about.
func TestMadeQuestions(t *testing.T) {
	made := madeQuestions(map[string]offline.Passage{
		"1": {Title: "Iron Harbour", Text: "Iron Harbour is a 1931 film. It was directed by Walter Lind."},
		"2": {Title: "Walter Lind", Text: "Walter Lind was a Swedish film director. He was born in Halland."},
	}, 60, 1)
	found := map[string]string{}
	for _, q := range made {
		found[q.head] += q.Question + " " + q.Answers[0] + "\n"
	}
	if len(found["Iron Harbour"]) == 0 || len(found["Walter Lind"]) == 0 {
		t.Fatalf("%+v", made)
	}
	linked := func(q record) bool {
		return strings.Contains(q.Question, "the director of Iron Harbour") && !slices.Contains(q.Answers, "Walter Lind")
	}
	if !slices.ContainsFunc(made, linked) {
		t.Errorf("no question over two passages in %+v", made)
	}
	again := madeQuestions(map[string]offline.Passage{"1": {Title: "Iron Harbour", Text: "Iron Harbour is a film. It was directed by Walter Lind."}}, 60, 1)
	if len(again) == 0 || len(again) > 60 {
		t.Errorf("%d questions", len(again))
	}
}

// TestCalibrate: the lowest score from which the mean F1 is the one wanted, a small set counting as much as a large one.
func TestCalibrate(t *testing.T) {
	var list []outcome
	for i := range 20 {
		f1 := 0.0
		if i < 10 {
			f1 = 1
		}
		list = append(list, outcome{asked: &asked{}, f1: f1, score: 0.9 - float64(i)/40})
	}
	if got := calibrate(slices.Clone(list), 0.625); got != list[15].score {
		t.Errorf("%v, want %v", got, list[15].score)
	}
	if got := calibrate(slices.Clone(list[10:]), 0.5); got != mostThreshold {
		t.Errorf("of wrong answers alone: %v", got)
	}
	small := outcome{asked: &asked{set: 1}, f1: 1, score: 0.9}
	if got := calibrate(append(slices.Clone(list), small), 0.75); got != list[19].score {
		t.Errorf("with a set of one question that is answered: %v, want %v", got, list[19].score)
	}
	list[9].score = list[10].score
	if got := calibrate(slices.Clone(list[:11]), 0.95); got != list[8].score {
		t.Errorf("with a right and a wrong answer of one score: %v, want %v", got, list[8].score)
	}
}

func TestReadSetRefuses(t *testing.T) {
	if _, err := readSet(t.TempDir(), 0, false, options{}); err == nil {
		t.Error("no error for a folder without a corpus")
	}
	if _, err := readSets(options{datasets: []string{"set=-1"}, folds: 2}); err == nil {
		t.Error("no error for a weight below 0")
	}
}

// TestExamples: right candidates are always examples, wrong ones up to a number of the sentence with a right one and of the others; the
// targets of a question add up to the best of them. Questions on one document are in one fold.
func TestExamples(t *testing.T) {
	k := offline.NewWith(&offline.Reader{})
	q := &asked{question: k.Question("Where was Walter Lind born?", ""), answers: []string{"Halland"},
		passages: []offline.Passage{
			{Title: "Walter Lind", Text: "He was born in Halland in 1890" + strings.Repeat(", met Ada Stone in Bergen and Cy Marsh in Oslo", 8) + "."},
			{Title: "Ada Stone", Text: strings.Repeat("Ada Stone was a Norwegian painter. She met Bo Reed and Di Roe in Bergen in 1891. ", 6)},
		}}
	q.read(k, rand.New(rand.NewPCG(1, 0)))
	sum, right, beside := 0.0, 0, 0
	for _, x := range q.examples {
		sum += x.Target
		if x.Target > 0 {
			right++
		} else if x.Features[lineRank] == 0 {
			beside++
		}
	}
	if others := len(q.examples) - right - beside; right == 0 || right > 5 || beside != nearOnes || others != wrongOnes || math.Abs(sum-1) > 1e-9 {
		t.Errorf("%d right, %d wrong beside and %d others, targets %v", right, beside, others, sum)
	}
	none := &asked{question: q.question, answers: []string{"Uppsala"}, passages: q.passages}
	if none.read(k, rand.New(rand.NewPCG(1, 0))); len(none.examples) != 0 {
		t.Errorf("%d examples of a question without a right candidate", len(none.examples))
	}
	if a, b := foldOf("d7#0", 4), foldOf("d7#12", 4); a != b || a < 0 || a > 3 {
		t.Errorf("folds %d and %d", a, b)
	}
}
