package offline

import (
	"slices"
	"strings"
	"testing"

	"grove/internal/lists"
)

// TestRows: what a row "name: value; name: value" names, and what of it may answer.
func TestRows(t *testing.T) {
	for _, c := range []struct {
		text  string
		names []string
	}{
		{"Name: Ada Holm; Ship: Pequod; Captain: Ahab", []string{"Ada Holm", "Pequod", "Ahab"}},
		{"Article: Office chair; Reorder level: 30; Maker: Brio", []string{"Brio"}},
		{"Holmes said: let us go; Watson replied: not now.", []string{"Holmes", "Watson"}},
		{"He had two rules: never sell; Walter Lind moved to Paris in 1950 and kept one: work.", []string{"Walter Lind", "Paris"}},
	} {
		if got := read("", c.text, "en").names; !slices.Equal(got, c.names) {
			t.Errorf("%s: names %q, want %q", c.text, got, c.names)
		}
	}
	q := New().Question("What is the maximum weight of the baggage?", "en")
	text := "Maximum permitted weight of the checked baggage: 23 kg; Colour: red; Size: 5 cm"
	answers := lists.Map(New().Candidates(q, []Passage{{Text: text}}), func(c Candidate) string { return c.Text })
	if !slices.Contains(answers, "23 kg") || !slices.Contains(answers, "red") || slices.Contains(answers, "Colour") {
		t.Errorf("candidates %q", answers)
	}
}

// TestDecimals: a point between digits is a part of the number.
func TestDecimals(t *testing.T) {
	for s, want := range map[string]string{"2.40": "2.40", "240": "240", "J.R.R. Tolkien": "jrr tolkien", "In 1950. B": "in 1950 b", "Apollo 1.3": "apollo 1.3"} {
		if got := foldName(s); got != want {
			t.Errorf("%q folds to %q, want %q", s, got, want)
		}
	}
	if New().Holds("It costs 2.40 euros", "40") || nameMatch("Web 2.0", "Web 2") > 0.5 {
		t.Error("a part of a decimal counts as a number")
	}
}

// TestChineseNumbers: a hyphen between digits keeps a number together, two do not, and years take both ends.
func TestChineseNumbers(t *testing.T) {
	for s, want := range map[string][]string{"电话是8866-2431。": {"8866-2431"}, "共20--30元。": {"20", "30元"}, "在2020-2021年完成。": {"2020-2021年"}} {
		var got []string
		for _, m := range read("", s, "zh").sentences[0].marks {
			if m.kind == numberSpan || m.kind == dateSpan {
				got = append(got, m.text)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", s, got, want)
		}
	}
}

// TestEmptyCells: a table whose first head is empty, with bars between its cells alone, and one with bars at both ends have the same columns.
func TestEmptyCells(t *testing.T) {
	for _, table := range []string{
		"| Monday | Tuesday\nYoga | Ada Brown | Ann Reed\nPilates | | Tom Wood",
		"| | Monday | Tuesday |\n| Yoga | Ada Brown | Ann Reed |\n| Pilates | | Tom Wood |",
		"| Course | Monday | Tuesday |\n|---|---|---|\n| Yoga | Ada Brown | Ann Reed\n| Pilates | | Tom Wood |",
	} {
		for question, want := range map[string]string{
			"Who teaches Yoga on Monday?": "Ada Brown", "Who teaches Yoga on Tuesday?": "Ann Reed", "Who teaches Pilates on Tuesday?": "Tom Wood",
		} {
			if a := New().Answer(New().Question(question, ""), []Passage{{"", table}}); a.Best != want {
				t.Errorf("%s: %q", question, a.Best)
			}
		}
	}
}

// TestOneCell: a candidate is of one cell, or the whole row; within a Chinese cell or clause none begins or ends with a dash, unless it is a minus.
func TestOneCell(t *testing.T) {
	for _, c := range []struct{ question, row, cells, no string }{
		{"Which port does Loomline listen on?", "| port | 7410 | port on which it listens |", "7410", "port 7410 port on,it listens"},
		{"公司利润增长率是多少？", "公司利润增长率是-3.5%，低于预期。", "-3.5%", ""},
		{"食堂几点开门？", "| 早餐 | ：需预订 | 食堂6:30～9:00开放 |", "6:30", "早餐 ：需预订,6:30～,～9:00"},
		{"图书馆周日几点开门？", "| 周日 | 10:00–16:00 | 二楼 |", "10:00–16:00,二楼", "10:00–,–16:00,周日 10:00–16:00,10:00–16:00 二楼"},
	} {
		all := lists.SetOf(New().Candidates(New().Question(c.question, ""), []Passage{{"", c.row}}), func(c Candidate) string { return c.Text })
		for want := range strings.SplitSeq(c.cells, ",") {
			if !all[want] {
				t.Errorf("%s: no candidate %q", c.row, want)
			}
		}
		for not := range strings.SplitSeq(c.no, ",") {
			if all[not] {
				t.Errorf("%s: candidate %q", c.row, not)
			}
		}
	}
}

// TestColumns: of two columns with prices the one is asked for of whose head the question has more.
func TestColumns(t *testing.T) {
	q := New().Question("What is the purchase price of the lamp?", "en")
	row := Passage{Text: "Article: lamp; Purchase price (EUR): 27.80; Sales price (EUR): 52.00; Shelf: C1"}
	got := map[string]float64{}
	for _, c := range New().Candidates(q, []Passage{row}) {
		got[c.Text] = c.Features[featureIndex["implied"]]
	}
	if got["27.80"] != 1 || got["52.00"] != -1 || got["C1"] != -1 {
		t.Errorf("implied: %v", got)
	}
}
