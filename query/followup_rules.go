package query

import (
	"slices"
	"strings"

	"grove/internal/llm/offline"
	"grove/internal/text"
)

// pronoun is a word that stands for a name. of is the type of what it stands for: a person, a
// place, or "" for another thing. own is true for a possessive, object for a word that is a
// possessive only before a noun.
type pronoun struct {
	word        string
	of          string
	own, object bool
}

// The types of entities that pronouns distinguish.
const (
	personType = "Person"
	placeType  = "Location"
)

// pronouns are those that the offline kit resolves, the longer ones first.
var pronouns = []pronoun{
	{word: "he", of: personType}, {word: "she", of: personType}, {word: "him", of: personType},
	{word: "his", of: personType, own: true}, {word: "hers", of: personType, own: true}, {word: "her", of: personType, object: true},
	{word: "it"}, {word: "its", own: true}, {word: "there", of: placeType},
	{word: "他", of: personType}, {word: "她", of: personType}, {word: "它"}, {word: "那里", of: placeType}, {word: "那儿", of: placeType},
}

// resolve replaces the first pronoun of a question by the one name of the last turn that fits it,
// of the answer if there is one, else of the question. Without one the question stays as it is.
func resolve(kit *offline.Kit, question string, last Turn) string {
	for _, p := range pronouns {
		start, end := find(question, p.word)
		if start < 0 {
			continue
		}
		name := antecedent(kit, p, last)
		if name == "" || strings.Contains(question, name) {
			return question
		}
		rest := question[end:]
		switch han, _ := letters(p.word); {
		case han > 0:
		case p.own || p.object && beforeNoun(rest):
			name += "'s"
		case p.of == placeType:
			name = "in " + name
		}
		return question[:start] + name + rest
	}
	return question
}

// find returns the bytes of a word in a question, -1 if it is not there or is its first word as
// in "Is there"; a Chinese word may be part of a longer run of letters.
func find(question, word string) (start, end int) {
	if han, _ := letters(word); han > 0 {
		if at := strings.Index(question, word); at >= 0 {
			return at, at + len(word)
		}
		return -1, -1
	}
	offsets := text.NewOffsets(question)
	for i, w := range text.Words(question) {
		if strings.EqualFold(w.Text, word) && (word != "there" || i > 1) {
			return offsets.Byte(w.Start), offsets.Byte(w.End)
		}
	}
	return -1, -1
}

// beforeNoun reports whether a word of content follows: "her book", but not "met her in 1900".
func beforeNoun(rest string) bool {
	words := text.Words(rest)
	return len(words) > 0 && strings.HasPrefix(rest, " ") && !text.IsStop(strings.ToLower(words[0].Text))
}

// antecedent returns the one name of a turn that a pronoun can stand for, "" for none.
func antecedent(kit *offline.Kit, p pronoun, last Turn) string {
	before := kit.Question(last.Question, "")
	answered := kit.Mentions(last.Answer)
	for i, m := range answered {
		switch {
		case m.Type != "":
		case before.Type == offline.Who:
			answered[i].Type = personType
		case before.Type == offline.Where || before.Type == offline.People:
			answered[i].Type = placeType
		}
	}
	asked := kit.Mentions(last.Question)
	for _, names := range [][]offline.Mention{answered, asked} {
		fit := slices.DeleteFunc(slices.Clone(names), func(m offline.Mention) bool { return !p.fits(m.Type) })
		if len(fit) == 1 {
			return fit[0].Text
		}
	}
	return ""
}

// fits reports whether a pronoun can stand for a name of a type.
func (p pronoun) fits(typ string) bool {
	if p.of == "" {
		return typ != personType
	}
	return typ == p.of
}
