package offline

import (
	"slices"
	"testing"
)

func TestFreeReading(t *testing.T) {
	const skin = "Skin has three layers. Surgery is the most common treatment for basal cell carcinoma (BCC). " +
		"Squamous growths are the second most common type of growth. Sunlight raises the danger of basal cell carcinoma. " +
		"The clinic was opened by Ann Lee and Tom Reed."
	const port = "The pier of the old harbour is repaired every spring by the town's own masons. The masons meet on Monday."
	const trial = "本院认为，被告人的行为构成盗窃罪，依法应当承担刑事责任。案件由人民法院审理。"
	for _, c := range []struct{ question, body, want string }{
		{"What is the most common treatment for BCC?", skin, "Surgery is the most common treatment for basal cell carcinoma (BCC)."},
		{"What raises the risk of basal cell carcinoma?", skin, "Sunlight raises the danger of basal cell carcinoma."},
		{"What is the most common type of growth?", skin, ""},
		{"What is the treatment of measles?", skin, ""},
		{"How is the pier of the old harbour repaired?", port, "The pier of the old harbour is repaired every spring by the town's own masons."},
		{"Which team repaired the lighthouse of the harbour?", port, ""},
		{"被告人的行为构成什么罪？", trial, "盗窃罪"},
		{"原告的损失有哪些？", trial, ""},
	} {
		k := New()
		a := k.Answer(k.Question(c.question, ""), []Passage{{"", c.body}})
		if a.Text != c.want || a.Abstained != (c.want == "") {
			t.Errorf("%s: %q (score %v), want %q", c.question, a.Text, a.Score, c.want)
		}
		if !a.Abstained && len(a.Support) == 0 {
			t.Errorf("%s: nothing supports %q", c.question, a.Text)
		}
	}
}

// What opens a dated heading is nobody's name.
func TestHeadingIsNoName(t *testing.T) {
	for _, c := range []struct{ question, body, want string }{
		{"Who was the chair on 4 May 2021?", "Minutes of 4 May 2021. The chair was Ann Lee.", "Ann Lee"},
		{"Who was the clerk on 4 May 2021?", "Minutes of 4 May 2021. The chair was Ann Lee.", ""},
		{"Who was the chair on 4 May 2021?", "Minutes of 4 June 2021. The chair was Ann Lee.", ""},
		{"Who died on 4 May 2021?", "The bridge was opened on 4 May 2021. Bob Hale died.", ""},
		{"Who opened the meeting of 4 May 2021?", "Minutes of the meeting. Ann Lee opened the meeting of 4 May 2021.", "Ann Lee"},
	} {
		if a := ask(c.question, Passage{"", c.body}); a.Text != c.want {
			t.Errorf("%s: %q, want %q (%s)", c.question, a.Text, c.want, a.Missing)
		}
	}
}

// A sister is no brother: in doubt nothing is answered.
func TestKinAsAsked(t *testing.T) {
	const holts = "Anna Holt was a painter. Her brother, Tom Holt, was a sailor."
	const steins = "Karl Stein had a daughter, Eva Stein."
	for _, c := range []struct{ question, body, want string }{
		{"Who was Anna Holt's brother?", holts, "Tom Holt"},
		{"Who was Anna Holt's sister?", holts, ""},
		{"Who was Tom Holt's brother?", holts, ""},
		{"Who was the daughter of Karl Stein?", steins, "Eva Stein"},
		{"Who was the son of Karl Stein?", steins, ""},
		{"Who was Harriet's sister?", "Harriet was the sister of Edward Marsh.", ""},
	} {
		k := New()
		if a := k.Answer(k.Question(c.question, ""), []Passage{{"", c.body}}); a.Text != c.want {
			t.Errorf("%s: %q, want %q", c.question, a.Text, c.want)
		}
	}
}

// A name that goes over the end of a line is the name on one line, and no adverb
// that opens a sentence belongs to it.
func TestNamesOverLines(t *testing.T) {
	const body = "He spoke with Mr.\nStarbuck on deck. Then came Captain\nBildad, in a hurry. Hitherto Queequeg, silent, had watched. " +
		"Whereupon, Captain Bildad laughed. Doubtless, Mr. Starbuck heard."
	var names []string
	found := New().Extract("", body, "en")
	for _, e := range found.Entities {
		names = append(names, e.Name)
	}
	missing(t, "name", names, []string{"Mr. Starbuck", "Captain Bildad", "Queequeg"})
	for _, n := range []string{"Mr.\nStarbuck", "Captain\nBildad", "Hitherto Queequeg", "Whereupon", "Doubtless"} {
		if slices.Contains(names, n) {
			t.Errorf("%q is taken as a name", n)
		}
	}
	checkLiteral(t, "", body, found)
}
