package offline

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"grove/internal/lists"
	"grove/internal/text"
)

// AnswerType is the kind of thing that a question asks for.
type AnswerType string

// The answer types; Named is a name of the type that the question's noun tells, Noun what another noun says, Why a reason or a way.
const (
	What    AnswerType = "what"
	Who     AnswerType = "who"
	When    AnswerType = "when"
	Year    AnswerType = "year"
	Where   AnswerType = "where"
	HowMany AnswerType = "how many"
	Named   AnswerType = "which"
	Noun    AnswerType = "noun"
	People  AnswerType = "people"
	Why     AnswerType = "why"
	YesNo   AnswerType = "yes or no"
)

// answerTypes are the answer types in the order of their numbers.
var answerTypes = []AnswerType{What, Who, When, Year, Where, HowMany, Named, Noun, People, Why, YesNo}

// Question is a question taken apart.
type Question struct {
	// Text is the question as asked.
	Text string
	// Language is "zh" for Chinese; anything else is read as English.
	Language string
	Type     AnswerType
	// Names are the names in the question, in order.
	Names []string
	// Terms are its distinct search terms, in order.
	Terms []string
	// Relations are its words for relations, outside of the names, in order: "leader", "born".
	Relations []string
	// Compares is true for a question about two things, such as which of them is older.
	Compares bool
}

// Chinese tells whether the question is asked in Chinese.
func (q Question) Chinese() bool { return q.Language == "zh" }

// in is what is said in the language of the question.
func (q Question) in(english, chinese string) string {
	if q.Chinese() {
		return chinese
	}
	return english
}

// words are the words of the question in lower case.
func (q Question) words() []string {
	return lists.Map(text.Words(strings.ToLower(q.Text)), func(w text.Word) string { return w.Text })
}

// Question takes a question apart. lang may be "", then it is found out. What is not UTF-8 is read as replacement characters.
func (k *Kit) Question(question, lang string) Question {
	q := Question{Text: strings.TrimSpace(valid(question)), Language: lang}
	if lang != "en" && hasHan(q.Text) {
		q.Language = "zh"
	}
	q.Language = cmp.Or(q.Language, text.Language(q.Text))
	p := read("", q.Text, q.Language)
	for _, s := range p.sentences {
		for _, m := range s.marks {
			opens := !p.chinese && m.first == s.lead() && m.last-m.first == 1
			if m.kind == nameSpanKind && !(opens && vocab.FunctionWords[s.lex[m.first].lower]) && !slices.Contains(q.Names, m.text) {
				q.Names = append(q.Names, m.text)
			}
		}
	}
	if q.Chinese() {
		q.readChinese()
	} else {
		q.readEnglish(p)
	}
	q.Names = slices.DeleteFunc(q.Names, func(n string) bool { return len(text.Terms(n)) == 0 })
	return q
}

func (q *Question) readEnglish(p *page) {
	q.Terms = slices.DeleteFunc(distinct(text.Terms(q.Text)), func(t string) bool { return vocab.TitlesBefore[t] })
	for _, s := range p.sentences {
		for i, l := range s.lex {
			if !s.isMark(i, nameSpanKind) && slices.ContainsFunc(text.Terms(l.text), func(t string) bool { return relationTerms[t] }) {
				q.Relations = append(q.Relations, l.lower)
			}
		}
	}
	q.Relations = lists.Once(q.Relations)
	a := newQuery(*q)
	_, two := a.options(nil)
	q.Type = a.Type
	q.Compares = two && q.comparing()
}

func (q *Question) readChinese() {
	q.Terms = distinct(text.Terms(zhTopic(q.Text)))
	q.Type = What
	if i := slices.IndexFunc(zhAsks, func(w string) bool { return strings.Contains(q.Text, w) }); i >= 0 {
		q.Type = AnswerType(vocab.ZhAsks[zhAsks[i]])
	}
	for _, t := range q.Terms {
		if relationTerms[t] && !slices.ContainsFunc(q.Names, func(n string) bool { return strings.Contains(n, t) }) {
			q.Relations = append(q.Relations, t)
		}
	}
	q.Compares = len(q.Names) > 1 && q.Type != YesNo && (strings.Contains(q.Text, "还是") || strings.Contains(q.Text, "更"))
}

// zhTopic is a Chinese question without the words that only ask.
func zhTopic(question string) string {
	for _, w := range zhAsks {
		question = strings.ReplaceAll(question, w, " ")
	}
	return question
}

// valid is a text with every byte that is not UTF-8 made a replacement character. The offsets of its runes stay the same.
func valid(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return string([]rune(s))
}
