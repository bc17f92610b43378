package offline

import (
	"strings"
	"unicode/utf8"

	"grove/internal/text"
)

// AnswerType is the kind of thing that a question asks for.
type AnswerType string

// The answer types.
const (
	Who     AnswerType = "who"
	When    AnswerType = "when"
	Where   AnswerType = "where"
	HowMany AnswerType = "how many"
	Which   AnswerType = "which"
	YesNo   AnswerType = "yes or no"
	What    AnswerType = "what"
	Why     AnswerType = "why"
	How     AnswerType = "how"
)

// Choice says how the answers of two lookups decide a question.
type Choice string

// The choices of a comparison; "" is a question about one thing.
const (
	// Earliest and Latest choose the option with the smaller or larger date.
	Earliest Choice = "earliest"
	Latest   Choice = "latest"
	// Longest chooses the option with the longer life.
	Longest Choice = "longest"
	// Same asks whether both come out equal.
	Same Choice = "same"
)

// Lookup is a name and the relations to follow from it, the first one first:
// {"Last Rampage", [director, date of birth]}.
type Lookup struct {
	Name string
	// Path holds names of relations; one outside the kit's table is looked for by
	// its words.
	Path []string
}

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
	// Lookups are what has to be looked up: none where the question has no form
	// that the kit knows, two or more where Choice is set.
	Lookups []Lookup
	Choice  Choice
	// splits are the other readings of a pair of options, where "and", "or" or a
	// comma may belong to a name.
	splits [][]Lookup
	// clause is the question as a statement with a part missing, nil where it is none.
	clause *clause
}

// Chinese tells whether the question is asked in Chinese.
func (q Question) Chinese() bool { return q.Language == "zh" }

// Question takes a question apart. lang may be "", then it is found out. What is not
// UTF-8 in the question is read as replacement characters.
func (k *Kit) Question(question, lang string) Question {
	question = valid(question)
	q := Question{Text: quietly(strings.TrimSpace(question)), Language: lang}
	if lang != "en" && hasHan(question) {
		q.Language = "zh"
	}
	if q.Language == "" {
		q.Language = text.Language(question)
	}
	seen := map[string]bool{}
	words := q.Text
	if q.Chinese() {
		words = zhTopic(words)
	}
	for _, t := range text.Terms(words) {
		if !seen[t] && !questionTerm(t) {
			seen[t] = true
			q.Terms = append(q.Terms, t)
		}
	}
	if q.Chinese() {
		q.Type = typeOfChinese(q.Text)
		q.Names = chineseNames(q.Text)
		q.Lookups = chineseLookups(q.Text)
		return q
	}
	q.Type = typeOf(q.Text)
	q.read()
	for _, l := range q.Lookups {
		q.Names = append(q.Names, l.Name)
	}
	if len(q.Names) == 0 {
		for _, n := range properNames(q.Text) {
			if n.Start > 0 {
				q.Names = append(q.Names, n.Text)
			}
		}
	}
	return q
}

// valid is a text with every byte that is not UTF-8 made a replacement character, so
// that parts of it may go into patterns. The offsets of its runes stay the same.
func valid(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return string([]rune(s))
}

// typeOf tells what an English question asks for, by its question words.
func typeOf(question string) AnswerType {
	words := text.Words(strings.ToLower(question))
	for i, w := range words {
		next := ""
		if i+1 < len(words) {
			next = words[i+1].Text
		}
		switch w.Text {
		case "who", "whom", "whose":
			return Who
		case "when":
			return When
		case "where":
			return Where
		case "why":
			return Why
		case "how":
			if next == "many" || next == "much" || next == "old" || next == "long" || next == "far" || next == "tall" || next == "heavy" || next == "high" || next == "deep" || next == "wide" || next == "big" || next == "large" {
				return HowMany
			}
			return How
		case "which", "what":
			return typeOfNoun(w.Text, next)
		}
	}
	if len(words) > 0 && opensYesNo(words[0].Text) {
		return YesNo
	}
	return What
}

// typeOfNoun refines "which" and "what" by the noun that follows.
func typeOfNoun(word, noun string) AnswerType {
	if plural, ok := strings.CutSuffix(noun, "ies"); ok {
		noun = plural + "y"
	}
	if !strings.HasSuffix(noun, "ss") {
		noun = strings.TrimSuffix(noun, "s")
	}
	switch noun {
	case "year", "date", "day", "month", "century":
		return When
	case "city", "country", "place", "town", "state", "village", "county", "island", "continent":
		return Where
	case "person", "man", "woman", "actor", "actress", "author", "director", "singer", "character", "king", "queen", "president":
		return Who
	case "number", "percentage":
		return HowMany
	}
	if word == "which" {
		return Which
	}
	return What
}

func opensYesNo(word string) bool {
	switch word {
	case "is", "are", "was", "were", "do", "does", "did", "has", "have", "had", "can", "could", "will":
		return true
	}
	return false
}

// questionTerm tells the terms that only make a question of a sentence.
func questionTerm(term string) bool {
	switch term {
	case "who", "whom", "whose", "when", "where", "which", "what", "why", "how", "do", "doe", "did",
		"什么", "谁是", "是谁", "是什", "哪里", "哪个", "哪些", "多少", "是否", "为什", "何时", "如何", "几个", "么时", "么是", "么样", "怎么":
		return true
	}
	return false
}

func hasHan(s string) bool {
	for _, r := range s {
		if isHan(r) {
			return true
		}
	}
	return false
}
