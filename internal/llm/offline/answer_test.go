package offline

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"grove/internal/fault"
	"grove/internal/text"
)

// harbour is a small library about invented people.
var harbour = []Passage{
	{"Iron Harbour", "Iron Harbour is a 1931 film. It was directed by Walter Lind. The music is by Greta Moss."},
	{"Walter Lind", "Walter Lind (4 May 1890 – 2 June 1961) was a Swedish film director. He was born in Halland and studied in Lund."},
	{"Glass Meadow", "Glass Meadow is a 1948 drama film directed by Ann Petrie and produced by Carl Holm."},
	{"Ann Petrie", "Ann Petrie (7 March 1902 – 9 October 1980) was a Scottish film director, born in Leith."},
	{"The mill at Oster", "The mill at Oster was built in 1742. It has three floors and 14 windows, and was bought by the town in 1950."},
}

// TestAnswers: spans, over one and two passages, and comparisons, each with its sentence.
func TestAnswers(t *testing.T) {
	k := New()
	for _, c := range []struct{ question, answer, support string }{
		{"Who directed Iron Harbour?", "Walter Lind", "It was directed by Walter Lind."},
		{"Where was Walter Lind born?", "Halland", "He was born in Halland and studied in Lund."},
		{"When was the mill at Oster built?", "1742", "The mill at Oster was built in 1742."},
		{"When was the director of Iron Harbour born?", "4 May 1890", "Walter Lind (4 May 1890 – 2 June 1961) was a Swedish film director."},
		{"Who was born first, Walter Lind or Ann Petrie?", "Walter Lind", "Walter Lind (4 May 1890 – 2 June 1961) was a Swedish film director."},
		{"Which film came out later, Iron Harbour or Glass Meadow?", "Glass Meadow", "Iron Harbour is a 1931 film."},
	} {
		a := k.Answer(k.Question(c.question, ""), harbour)
		var support []string
		for _, s := range a.Support {
			support = append(support, Sentence(harbour, s))
		}
		if a.Best != c.answer || a.Abstained != (a.Text == "") || !slices.Contains(support, c.support) {
			t.Errorf("%s: %q (%.2f), abstained %t, %q", c.question, a.Best, a.Score, a.Abstained, support)
		}
	}
}

// TestRefusals: what the passages do not say is not answered, and the refusal says why.
func TestRefusals(t *testing.T) {
	k := New()
	for question, missing := range map[string]string{
		"Who painted Winter Gate?":    "does not name Winter Gate",
		"When did he die?":            `does not say what "he" stands for`,
		"What does Walter Lind earn?": "names Walter Lind",
		"Please summarise the letter": "writes none of its own",
		"请总结这封信":                      "不会自己撰写",
		"Which year was it?":          `does not say what "it" stands for`,
	} {
		a := k.Answer(k.Question(question, ""), harbour)
		if !a.Abstained || a.Text != "" || !strings.Contains(a.Missing, missing) {
			t.Errorf("%s: %q (%s, %.2f), %q", question, a.Text, a.Best, a.Score, a.Missing)
		}
	}
}

// TestPronounsOfQuestions: a pronoun that stands for a noun of the question, or for nothing, is not asked back.
func TestPronounsOfQuestions(t *testing.T) {
	for question, want := range map[string]string{
		"Who does he know?":  "he",
		"What do they sell?": "they",
		"Which year was it?": "it",
		"When does the work start and how long does it last?":     "",
		"Is it true that fines are refunded?":                     "",
		"Who rejected the paper forms because nobody reads them?": "",
		"Why did it take so long to empty the hall?":              "",
		"How much does it cost to take the bus?":                  "",
		"Is it cheaper to take the bus than the train?":           "",
		"Why is it that the ferry does not run in winter?":        "",
		"Is it easier for a child to swim?":                       "",
		"Did it belong to the captain?":                           "it",
		"Where did it move to?":                                   "it",
	} {
		q := New().Question(question, "en")
		if why := q.unanswerable(); (why != "") != (want != "") || !strings.Contains(why, want) {
			t.Errorf("%s: %q", question, why)
		}
	}
}

// TestMissingBesideChineseLetters: a name in other letters is found between Chinese ones.
func TestMissingBesideChineseLetters(t *testing.T) {
	k := New()
	missing := k.Missing(k.Question("HD-60什么时候上市？", ""), []Passage{{"", "会议讨论了HD-60的售价。"}})
	if !strings.Contains(missing, "提到了HD-60") {
		t.Error(missing)
	}
}

// TestOwnFactBeforeLinkedOne: a question about one person is answered by what the text says of that person, not by what it says
// of a relative of the same family whom a name links to it.
func TestOwnFactBeforeLinkedOne(t *testing.T) {
	k := New()
	family := []Passage{
		{"Elsa Brandt", "Elsa Brandt was a painter. She was born in Visby on 3 May 1901 and was the daughter of Olaf Brandt. " +
			"She died in Lund on 8 June 1970."},
		{"Olaf Brandt", "Olaf Brandt kept the lighthouse of Norrnes. He was born in Kalmar on 2 June 1870. His daughter Elsa Brandt was born in " +
			"Visby. Olaf Brandt died in Ystad on 1 March 1940."},
		{"Greta Moss", "Greta Moss was a baker and taught Olaf Brandt. She was born in Umeå on 4 July 1850. Greta Moss died in Falun in 1921."},
	}
	for question, want := range map[string]string{
		"Where was Elsa Brandt born?": "Visby", "When did Elsa Brandt die?": "8 June 1970", "Where did Elsa Brandt die?": "Lund",
		"Where did Olaf Brandt die?": "Ystad", "Where was Greta Moss born?": "Umeå", "Where did Greta Moss die?": "Falun",
	} {
		if a := k.Answer(k.Question(question, ""), family); !strings.Contains(a.Text, want) {
			t.Errorf("%s: %q (%s, %.2f), want %q", question, a.Text, a.Best, a.Score, want)
		}
	}
}

// TestCells: the cell of a row and a column answers, also where an abbreviation's full stop stands in the table's head.
func TestCells(t *testing.T) {
	k := New()
	list := []Passage{{"Price list", "| Article no. | Description | Price | Delivery time |\n|---|---|---|---|\n" +
		"| 11 | Garden pump, small | 85.00 | 2 weeks |\n| 12 | Garden pump, large | 129.00 | 5 weeks |\n| 13 | Hose | 14.50 | 3 days |\n"}}
	for question, want := range map[string]string{
		"How much does the large garden pump cost?": "129.00", "What is the price of the hose?": "14.50",
		"What is the delivery time of the small garden pump?": "2 weeks",
	} {
		if a := k.Answer(k.Question(question, ""), list); a.Best != want {
			t.Errorf("%s: %q (%.2f), want %q", question, a.Best, a.Score, want)
		}
	}
}

// TestAnswersOfChinese passages.
func TestAnswersOfChinese(t *testing.T) {
	k := New()
	passages := []Passage{{"南溪大桥", "南溪大桥位于南溪县。该桥由工程师林远设计，1932年建成通车，全长420米。"}}
	for question, want := range map[string]string{"谁设计了南溪大桥？": "林远", "南溪大桥全长多少米？": "420米", "南溪大桥哪一年建成？": "1932年"} {
		if a := k.Answer(k.Question(question, ""), passages); !strings.Contains(a.Best, want) {
			t.Errorf("%s: %q, want %q", question, a.Best, want)
		}
	}
}

// TestAnswersOfOffices: headings, fields, tables, marks of Markdown, titles before names, statements
// over two texts without titles, and questions for yes or no.
func TestAnswersOfOffices(t *testing.T) {
	k := New()
	passages := []Passage{
		{"", "# Harbour office\n\n## Stores\n\n- Head: **Mara Quist**\n\n## Pilots\n\n- Head: **Jon Ebbesen**\n"},
		{"", "| Berth | Depth | Crane |\n|---|---|---|\n| North | 9 metres | yes |\n| South | 12 metres | no |\n"},
		{"", "The survey of the channel was led by Dr. Hanne Voss."},
		{"", "Hanne Voss is an engineer. She was born in Ribe."},
	}
	for question, want := range map[string]string{
		"Who is the head of the pilots?":                          "Jon Ebbesen",
		"What is the depth of the South berth?":                   "12 metres",
		"Where was the leader of the survey of the channel born?": "Ribe",
		"Was Dr. Voss born in Ribe?":                              "yes",
		"Was Hanne Voss born in Odense?":                          "no",
	} {
		if a := k.Answer(k.Question(question, ""), passages); a.Best != want {
			t.Errorf("%s: %q (%.2f), want %q", question, a.Best, a.Score, want)
		}
	}
}

func TestParseReaderRefuses(t *testing.T) {
	for name, body := range map[string]string{"no JSON": "{", "empty": "{}", "other features": `{"candidates":{"features":["a"]}}`} {
		if _, err := ParseReader([]byte(body)); !fault.Is(err, fault.Corrupt) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// FuzzAnswer: nothing panics, supports lie in their passages, and the answer is the same again.
func FuzzAnswer(f *testing.F) {
	f.Add("Who directed Iron Harbour?", "Iron Harbour", harbour[0].Text)
	f.Add("谁设计了南溪大桥？", "南溪大桥", "该桥由工程师林远设计，1932年建成。")
	f.Add("Who is older, A or B?", "", "A (1 May 1900 – 2). B (-")
	f.Fuzz(func(t *testing.T, question, title, body string) {
		k := New()
		passages := []Passage{{title, body}, harbour[1]}
		q := k.Question(question, "")
		a := k.Answer(q, passages)
		for _, s := range a.Support {
			if n := utf8.RuneCountInString(passages[s.Passage].Text); s.Start < 0 || s.Start > s.End || s.End > n {
				t.Errorf("support %v of %d runes", s, n)
			}
		}
		if b := k.Answer(q, passages); b.Best != a.Best || b.Score != a.Score {
			t.Errorf("%q (%v), then %q (%v)", a.Best, a.Score, b.Best, b.Score)
		}
		if s, ok := k.BestSentence(q, passages[0]); ok {
			k.LeadIn(passages[0], text.Span{Start: s.Start, End: s.End})
		}
	})
}

// TestForeign: what a text with a title says of other things answers nothing, however sure the best candidate is; without a title the text
// may be about what is asked.
func TestForeign(t *testing.T) {
	sure := make([]float64, len(SureFeatures()))
	set := func(name string, v float64) { sure[len(sureOwn)+featureIndex[name]] = v }
	set("names", 1)
	titled, untitled := readPassage(Passage{Title: "Rachel", Text: "It sailed."}), readPassage(Passage{Text: "It sailed."})
	for _, c := range []struct {
		found    float64
		readings []*reading
		want     bool
	}{
		{0, []*reading{titled}, true}, {0, []*reading{titled, untitled}, false}, {0.5, []*reading{titled}, false},
	} {
		if set("names found", c.found); foreign(c.readings, sure) != c.want {
			t.Errorf("%+v", c)
		}
	}
	if foreign([]*reading{titled}, nil) {
		t.Error("without a candidate")
	}
	k := New()
	q := k.Question("When was the director of film Copper Valley born?", "")
	a := k.Answer(q, []Passage{{Title: "Ann Petrie", Text: "Ann Petrie (born 1 March 1911 in Leeds) is an English film director."}})
	if !a.Abstained || a.Best == "" || a.Sure {
		t.Errorf("%+v", a)
	}
}
