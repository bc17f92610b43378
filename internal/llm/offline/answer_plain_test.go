package offline

import (
	"strings"
	"testing"
)

var plainDocuments = []Passage{
	{"Report of the Korvan Reef Survey", "The survey was led by Dr. Edith Lorne of the Institute of Tides. On 4 May Joel Marsden slipped on the deck and bruised his right knee. The party sailed aboard the *Petrel*, which was commanded by Captain Olaf Brandt."},
	{"Edith Lorne", "Edith Lorne is a surveyor. She was born in Wexmoor in 1951."},
	{"Olaf Brandt", "Olaf Brandt is a captain. He was born in Tarn in 1940."},
	{"MV Petrel", "The Petrel is a survey ship. She was built by the yard of Harker & Sons in Tarn in 1988. She is 41 metres long and is owned by the Tidewater Trust."},
	{"", "2. Pier. Councillor Amis moved that the pier contract be given to Gull Works. Councillor Boyd seconded the motion. The motion was carried by five votes to one. Councillor Crane voted against.\n\n3. Baths. A report on the baths in Cope Street was read. The baths will close on 3 March 1999. The baths in Hill Road will close on 9 June 2003."},
	{"Tidemaster 40 Gauge — Harker Works", "Tidemaster 40 Gauge\n\nProperty | Value\nWeight | 12 kg\nPrice | £310\nMaximum depth | 80 m\n\nIt works at temperatures down to -20 degrees."},
	{"", "Your aunt Clara has bought the old dinghy Swallow from Mr. Pell for 80 pounds."},
}

// TestPlainQuestions: what a text states outright is found however fully the
// question names its subject, and what it does not state is refused.
func TestPlainQuestions(t *testing.T) {
	for question, want := range map[string]string{
		"Where was the leader of the Korvan Reef Survey born?": "Wexmoor",
		"Who led the Korvan Reef Survey?":                      "Dr. Edith Lorne of the Institute of Tides",
		"Who built the Petrel?":                                "Harker & Sons",
		"Who owns the Petrel?":                                 "Tidewater Trust",
		"When was the Petrel built?":                           "1988",
		"Who voted against the motion?":                        "Councillor Crane",
		"Who voted against the pier contract?":                 "Councillor Crane",
		"When will the baths in Cope Street close?":            "3 March 1999",
		"Which knee did Joel Marsden bruise?":                  "right knee",
		"What is the weight of the Tidemaster 40?":             "12 kg",
		"What is the price of the Tidemaster 40?":              "£310",
		"What is the maximum depth of the Tidemaster 40?":      "80 m",
		"How heavy is the Tidemaster 40?":                      "12 kg",
		"How much does the Tidemaster 40 cost?":                "£310",
		"What did Clara buy?":                                  "the old dinghy Swallow",
		"What is the colour of the Tidemaster 40?":             "",
		"How heavy is the Petrel?":                             "",
		"Who owns it?":                                         "",
		"When was he born?":                                    "",
		"Which arm did Joel Marsden break?":                    "",
		"Who voted for the pier contract?":                     "",
		"How deep is the Tidemaster 40?":                       "",
		"Who voted against the baths?":                         "",
		"When did Joel Marsden marry?":                         "",
		"What is the price of the Petrel?":                     "",
	} {
		if got := ask(question, plainDocuments...); got.Text != want {
			t.Errorf("%s: %q, want %q (%s)", question, got.Text, want, got.Missing)
		}
	}
	alone := []Passage{plainDocuments[0], plainDocuments[2]}
	if got := ask("Where was the leader of the Korvan Reef Survey born?", alone...); got.Text != "" || !strings.Contains(strings.Join(got.Wanted, "|"), "|Edith Lorne") {
		t.Errorf("the captain of the ship is no leader of the survey: %q, wanted %v", got.Text, got.Wanted)
	}
	two := Passage{"Tidemaster 40", "Part | A\nWeight | 12 kg\n\nPart | B\nWeight | 15 kg"}
	if got := ask("What is the weight of the Tidemaster 40?", two); got.Text != "" {
		t.Errorf("two weights: %q", got.Text)
	}
}

var plainChinese = []Passage{{"沈若兰", "# 沈若兰\n\n沈若兰（1911年3月2日－1990年6月1日），中国女地质学家，出生于福建省泉州市。她的父亲沈伯年是一位塾师。\n\n她的著作《南岭矿物记》于1950年出版。\n\n沈若兰的丈夫是工程师方立本。两人育有一女方小满，后来成为画家。南岭学院的第一任院长是彭若山。"}}

// TestPlainChineseQuestions is the same in Chinese.
func TestPlainChineseQuestions(t *testing.T) {
	for question, want := range map[string]string{
		"沈若兰的女儿是谁？": "方小满", "沈若兰的父亲是做什么的？": "塾师", "谁写了《南岭矿物记》？": "沈若兰", "沈若兰是谁？": "中国女地质学家",
		"沈若兰的儿子是谁？": "", "方立本是谁？": "沈若兰的丈夫", "泉州是谁？": "", "彭若山是谁？": "南岭学院的第一任院长", "沈若兰的母亲是做什么的？": "", "谁写了《北岭矿物记》？": "",
	} {
		if got := ask(question, plainChinese...); got.Text != want {
			t.Errorf("%s: %q, want %q (%s)", question, got.Text, want, got.Missing)
		}
	}
}

// TestRefusals: a refusal says what was found of the things that the question names,
// and blames no month and no word that stands for a name.
func TestRefusals(t *testing.T) {
	for question, want := range map[string]string{
		"When did Joel Marsden marry?":     "the text that was read names Joel Marsden, but the time that is asked for was not found in it",
		"When did Hugo Vance marry?":       "the text that was read does not name Hugo Vance",
		"What was decided in October?":     "nothing in the text that was read answers the question",
		"Who owns it?":                     `the question does not say what "it" stands for`,
		"Was he married?":                  `the question does not say what "he" stands for`,
		"What is the price of the Petrel?": "no statement of the price of Petrel was found in the text that was read",
	} {
		if got := ask(question, plainDocuments...); got.Text != "" || got.Missing != want {
			t.Errorf("%s: %q, %q, want %q", question, got.Text, got.Missing, want)
		}
	}
	k := New()
	if got := k.Missing(k.Question("沈若兰的车是什么颜色？", ""), plainChinese); got != "读到的文本提到了沈若兰，但没有找到所问的内容" {
		t.Error(got)
	}
}

func ask(question string, passages ...Passage) Answer {
	k := New()
	return k.Answer(k.Question(question, ""), passages)
}
