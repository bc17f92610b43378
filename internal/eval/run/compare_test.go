package run

import (
	"bytes"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"grove/internal/eval/dataset"
	"grove/internal/fault"
)

func TestCompare(t *testing.T) {
	dir := t.TempDir()
	good := &world{says: map[string]string{"Who?": "Ahab", "What?": "the white whale", "When?": "1851"}}
	worse := &world{says: map[string]string{"Who?": "Ahab", "What?": "nothing", "When?": "never"}}
	a, b := filepath.Join(dir, "a"), filepath.Join(dir, "b")
	do(t, good.run(a, "one"), set())
	do(t, worse.run(b, "one", "two"), set())
	c, err := Compare(a, b)
	if err != nil {
		t.Fatal(err)
	}
	var em Change
	for _, change := range c.Changes {
		if change.Metric == "em" {
			em = change
		}
	}
	if !em.Dropped || em.Before.Mean != 1 || em.After.Mean != round(1./3) || em.Pair.Difference != -round(2./3) || len(c.Only) != 1 || len(c.Dropped) == 0 {
		t.Errorf("%+v, only %v, dropped %v", em, c.Only, c.Dropped)
	}
	if c.Fell != 2 || len(c.Worse) != 2 || c.Headline != "f1" || c.Worse[0].Before != 1 || c.Worse[0].After != 0 || c.Worse[0].AnswerAfter != "nothing" ||
		c.Worse[1].Question != "When?" || c.Worse[1].Gold[0] != "1851" || em.Outcome != "" {
		t.Errorf("%+v, %+v", c.Worse, em)
	}
	if c, err := Compare(b, a); err != nil || len(c.Dropped) != 0 || c.Fell != 0 {
		t.Errorf("a gain is refused: %v, %v", c.Dropped, err)
	}
	worse.says["Who?"] = "Ishmael"
	do(t, worse.run(filepath.Join(dir, "worst"), "one"), set())
	c, err = Compare(a, filepath.Join(dir, "worst"))
	if err != nil || c.Changes[0].Metric != "em" || c.Changes[0].Outcome != GotWorse {
		t.Errorf("%+v, %v", c.Changes[0], err)
	}
	if c, err = Compare(filepath.Join(dir, "worst"), a); err != nil || c.Changes[0].Outcome != GotBetter {
		t.Errorf("%+v, %v", c.Changes[0], err)
	}
	other := set()
	other.Questions = append([]dataset.Question{{ID: "0", Question: "Who?", Answers: []string{"x"}}}, other.Questions[1:]...)
	do(t, good.run(filepath.Join(dir, "c"), "one"), other)
	if _, err := Compare(a, filepath.Join(dir, "c")); !fault.Is(err, fault.Invalid) {
		t.Errorf("another set: %v", err)
	}
	if _, err := Compare(a, filepath.Join(dir, "d")); !fault.Is(err, fault.NotFound) {
		t.Errorf("no run: %v", err)
	}
}

func TestRatings(t *testing.T) {
	w := &world{says: map[string]string{"Who?": "=Ahab()", "What?": "a whale", "When?": "1851"}}
	dir := t.TempDir()
	do(t, w.run(dir, "one"), set())
	_, rows, err := Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	var sheet bytes.Buffer
	if err := ExportRatings(&sheet, rows); err != nil {
		t.Fatal(err)
	}
	text := sheet.String()
	if strings.Contains(text, "one,") || !strings.Contains(text, "'=Ahab()") || strings.Count(text, "\n") != 4 {
		t.Fatalf("sheet:\n%s", text)
	}
	rate := func(answers map[string]string) io.Reader {
		out := text
		for answer, rating := range answers {
			out = strings.Replace(out, answer+",\n", answer+","+rating+"\n", 1)
		}
		return strings.NewReader(out)
	}
	got, err := ImportRatings(map[string]io.Reader{"x": rate(map[string]string{"whale": "1", "1851": "2", "Ahab()": "0"}),
		"y": rate(map[string]string{"whale": "0", "1851": "2"})}, []string{"x", "y"}, rows)
	if err != nil {
		t.Fatal(err)
	}
	// Right: 2 of 3 and 1 of 2. Both rated two items and agree on one.
	if f := got.Systems["one, m, open"]; f.Mean != .6 || f.N != 5 || got.Unrated != 1 || got.Agreements[0].N != 2 || got.Agreements[0].Share != .5 {
		t.Errorf("%+v", got)
	}
	for name, bad := range map[string]io.Reader{"no sheet": strings.NewReader("a,b\n"), "rating": rate(map[string]string{"whale": "3"}),
		"item": strings.NewReader(strings.Join(rateColumns, ",") + "\nffff,q,g,a,1\n")} {
		if _, err := ImportRatings(map[string]io.Reader{"x": bad}, []string{"x"}, rows); !fault.Is(err, fault.Unreadable) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
