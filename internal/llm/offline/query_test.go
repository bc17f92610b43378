package offline

import (
	"maps"
	"slices"
	"testing"
)

// TestNounAskedFor: the word behind a Chinese question word, without a measure word and not a verb that only joins.
func TestNounAskedFor(t *testing.T) {
	k := New()
	for question, want := range map[string]string{
		"他在哪个法院工作？": "法院", "展览开放多少天？": "天", "有多少人参加？": "人", "哪个是首都？": "",
	} {
		if q := newQuery(k.Question(question, "")); q.noun != want {
			t.Errorf("%s: %q, want %q", question, q.noun, want)
		}
	}
}

// TestWhoIsSomeone: who a named person is asks for a noun, who does or is something for a person.
func TestWhoIsSomeone(t *testing.T) {
	for question, want := range map[string]AnswerType{
		"Who is Ann Reed?": Noun, "Who was the captain of the Pequod?": Who, "Who was in Paris?": Who, "Who has the Pequod?": Who, "Who met Ann Reed?": Who,
	} {
		if q := New().Question(question, ""); q.Type != want {
			t.Errorf("%s: %s, want %s", question, q.Type, want)
		}
	}
}

// TestOptions: the two things that a question compares, whole words of it that "or" or "and" joins.
func TestOptions(t *testing.T) {
	k := New()
	for question, want := range map[string][]string{
		"Who was born first, Annabel Lee or Ann?":                  {"Annabel Lee", "Ann"},
		"Which band formed first, U2 or Blur?":                     {"U2", "Blur"},
		"Who was the first mayor of Springfield, Illinois?":        nil,
		"Are the River Ems and the River Aller in one country?":    {"River Ems", "River Aller"},
		"Which film came out later, Iron Harbour or Glass Meadow?": {"Iron Harbour", "Glass Meadow"},
	} {
		both, ok := newQuery(k.Question(question, "")).options(nil)
		got := []string{both[0].name, both[1].name}
		if ok != (want != nil) || ok && !slices.Equal(got, want) {
			t.Errorf("%s: %q, %t, want %q", question, got, ok, want)
		}
	}
}

// TestMeasures: what the amount asked for measures, and what amounts measure.
func TestMeasures(t *testing.T) {
	for question, want := range map[string]string{
		"How big is the floor?":                      "",
		"How high is the rent?":                      "money",
		"How large is the area of the floor?":        "length",
		"How much water does the plant use per day?": "",
		"How long is the second bridge?":             "",
		"How much of the rent is due?":               "",
		"几个单元已经完工？":                                  "",
		"速度是多少？":                                     "",
		"How much a day may be paid for the room?":   "money",
		"For how long does the tenant pay nothing?":  "time",
		"How long is the bridge?":                    "",
		"How many days does it take?":                "time",
		"How many people came in the second week?":   "",
		"What percentage of the rent is due?":        "share",
		"What does a room cost?":                     "money",
		"Who pays the rent?":                         "",
		"押金是多少？":                                     "money",
		"试用期有多久？":                                    "time",
		"每月租金多少元？":                                   "money",
		"有多少人参加？":                                    "",
	} {
		if got := newQuery(NewWith(nil).Question(question, "")).measure; got != want {
			t.Errorf("%s: %q, want %q", question, got, want)
		}
	}
	for amount, want := range map[string]string{"386 square metres": "length", "€ 40": "money", "22 per cent": "share", "ten weeks": "time",
		"0.45 euros per mile": "money", "15%": "share", "3个工作日": "time", "1200元": "money", "120人": "", "百分之五": "share",
		"22 per cent of the rent": "share", "5kg": "weight", "10-day": "time", "every second house": "", "单元": "", "完成": "", "20 euros, plus tax": "money"} {
		if got := measureOf(amount); got != want {
			t.Errorf("%s: %q, want %q", amount, got, want)
		}
	}
}

// TestMeasuresOfColumns: a number without a unit measures what the head of its column says.
func TestMeasuresOfColumns(t *testing.T) {
	k := NewWith(nil)
	table := []Passage{{"", "| Article | Price | Delivery time |\n|---|---|---|\n| Lamp | 12.50 | 7 |"}}
	got := map[string]float64{}
	for _, c := range k.Candidates(k.Question("How much does the lamp cost?", ""), table) {
		if value := c.Features[featureIndex["measure"]]; value != 0 {
			got[c.Text] = value
		}
	}
	if want := map[string]float64{"12.50": 1, "7": -1}; !maps.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
