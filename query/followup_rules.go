package query

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"grove/internal/llm/offline"
	"grove/internal/text"
)

// The English pronouns and elliptical forms.
var (
	personWord = regexp.MustCompile(`(?i)\b(he|she|him|her|his|hers|they|them|their|theirs)\b`)
	thingWord  = regexp.MustCompile(`(?i)\b(it|its|that one|this one)\b`)
	placeWord  = regexp.MustCompile(`(?i)\b(there)\b`)
	owning     = regexp.MustCompile(`(?i)^(his|hers|its|their|theirs)$`)
	// objectNext follows "her" as an object, not a possessive: "knew her?", "met her in".
	objectNext = regexp.MustCompile(`(?i)^\s*([?.,!]|$|(in|at|on|by|for|from|to|with|after|before|when)\b)`)
	// shortened is an elliptical question, which has only the part that differs.
	shortened = regexp.MustCompile(`(?i)^\s*(?:and|what about|how about|and what about|but)\s+` +
		`(?:(in|on|at|of|for|by|with)\s+)?(.+?)\s*[?？]?\s*$`)
	year = regexp.MustCompile(`\b[12]\d{3}\b`)
	// linked is an opening copula: in "Is there" the adverb is not a place.
	linked      = regexp.MustCompile(`(?i)^\s*(is|are|was|were)\b`)
	questioning = regexp.MustCompile(`(?i)\b(who|whom|whose|when|where|why|how|which|what|is|are|was|were|did|does|do|has|have|had)\b`)
)

// resolve rewrites a question by the last turn: pronouns are replaced by names, and an
// elliptical question becomes the last question with the differing part. A question with
// neither is returned as it is.
func resolve(kit *offline.Kit, question string, last Turn) string {
	question = strings.TrimSpace(question)
	before := kit.Question(last.Question, "")
	if han, _ := letters(question); han > 0 {
		if m := zhShortened.FindStringSubmatch(question); m != nil && len([]rune(m[1])) <= 12 {
			if resolved := owned(kit, before, last, m[1]); resolved != "" {
				return resolved
			}
			return instead(last.Question, before, m[1], "")
		}
		return resolveChinese(kit, question, before, last)
	}
	if m := shortened.FindStringSubmatch(question); m != nil && !questioning.MatchString(m[2]) {
		if resolved := owned(kit, before, last, m[2]); resolved != "" {
			return resolved
		}
		return instead(last.Question, before, m[2], m[1])
	}
	name := mainName(before)
	person, thing := lastPerson(kit, before, last), name
	switch {
	case !nameLike(last.Answer):
	case chosen(before):
		thing = last.Answer
	case person != last.Answer && before.Type != offline.Where && before.Type != offline.When && before.Type != offline.HowMany:
		thing = last.Answer
	}
	question = substitute(question, personWord, person)
	question = substitute(question, thingWord, thing)
	if nameLike(last.Answer) && before.Type == offline.Where {
		name = last.Answer
	}
	if m := placeWord.FindStringIndex(question); m != nil && name != "" && m[0] > 0 && !linked.MatchString(question[:m[0]]) {
		question = question[:m[0]] + "in " + name + question[m[1]:]
	}
	return question
}

// chosen reports whether a question's answer is one of the things it compares, which
// makes it the topic of the conversation.
func chosen(q offline.Question) bool { return q.Choice != "" && q.Choice != offline.Same }

// personal reports whether the relation that a question asks for leads to a person.
func personal(q offline.Question) bool {
	if len(q.Lookups) == 0 || len(q.Lookups[0].Path) == 0 { // who lived longer asks for no relation
		return false
	}
	path := q.Lookups[0].Path
	switch path[len(path)-1] {
	case "director", "performer", "composer", "producer", "author", "founder", "creator", "designer", "leader", "editor",
		"father", "mother", "parent", "spouse", "child", "sibling", "导演", "作者", "父亲", "母亲", "丈夫", "妻子":
		return true
	}
	return false
}

// substitute replaces the first match of a pronoun by a name.
func substitute(question string, word *regexp.Regexp, name string) string {
	at := word.FindStringIndex(question)
	if at == nil || name == "" || strings.Contains(question, name) {
		return question
	}
	pronoun, tail := question[at[0]:at[1]], question[at[1]:]
	if owning.MatchString(pronoun) || strings.EqualFold(pronoun, "her") && !objectNext.MatchString(tail) {
		name += "'s"
	}
	return question[:at[0]] + name + tail
}

var (
	ownedThing     = regexp.MustCompile(`(?i)^(his|her|their|its) ([a-z][a-z -]*)$`)
	ownedThingZh   = regexp.MustCompile(`^(他|她|它)们?的(\p{Han}{1,6})$`)
	severalPersons = regexp.MustCompile(`(?i)\b(?:parents|sons|daughters|children|brothers|sisters|siblings|friends)$`)
	// ownedPerson is a noun for a related person.
	ownedPerson = regexp.MustCompile(`(?i)\b(?:father|mother|parents?|wife|husband|spouse|sons?|daughters?|child|children|brothers?|` +
		`sisters?|siblings?|uncle|aunt|cousin|friend|grand[a-z]+|boss|teacher|successor|predecessor)$|` +
		`(?:父亲|母亲|妻子|丈夫|儿子|女儿|哥哥|弟弟|姐姐|妹妹|祖父|祖母|爷爷|奶奶|朋友|老师|学生|爸爸|妈妈|孩子|同事|继任者|前任)$`)
)

// owned rewrites an elliptical question with a possessive: "And his wife?" asks who the
// wife of the last person is. It returns "" without a possessive or an owner.
func owned(kit *offline.Kit, before offline.Question, last Turn, differs string) string {
	differs = strings.TrimSpace(differs)
	owner := lastPerson(kit, before, last)
	if m := ownedThingZh.FindStringSubmatch(differs); m != nil {
		if m[1] == "它" {
			owner = mainName(before)
		}
		if owner == "" {
			return ""
		}
		if ownedPerson.MatchString(m[2]) {
			return owner + "的" + m[2] + "是谁？"
		}
		return owner + "的" + m[2] + "是什么？"
	}
	m := ownedThing.FindStringSubmatch(differs)
	if m == nil {
		return ""
	}
	if strings.EqualFold(m[1], "its") {
		owner = mainName(before)
	}
	if owner == "" {
		return ""
	}
	switch {
	case severalPersons.MatchString(m[2]):
		return "Who are " + owner + "'s " + m[2] + "?"
	case ownedPerson.MatchString(m[2]):
		return "Who is " + owner + "'s " + m[2] + "?"
	}
	return "What is " + owner + "'s " + m[2] + "?"
}

// instead returns the last question with its year or main name replaced by the differing
// part, which is appended if there is neither.
func instead(question string, before offline.Question, differs, preposition string) string {
	if y := year.FindString(question); y != "" && year.MatchString(differs) {
		return strings.Replace(question, y, year.FindString(differs), 1)
	}
	if name := mainName(before); name != "" && !year.MatchString(differs) && strings.Contains(question, name) {
		return strings.Replace(question, name, differs, 1)
	}
	bare := strings.TrimRight(question, "?？ ")
	if han, _ := letters(question); han > 0 {
		return differs + "，" + bare + "？"
	}
	if preposition == "" {
		preposition = "for"
	}
	return bare + " " + preposition + " " + differs + "?"
}

// mainName returns the first name of a question, or of what it looks up; "" for none.
func mainName(q offline.Question) string {
	switch {
	case len(q.Names) > 0:
		return q.Names[0]
	case len(q.Lookups) > 0:
		return q.Lookups[0].Name
	}
	return ""
}

// nameLike reports whether an answer looks like a name: a few capitalised words without
// digits, or a few Han letters.
func nameLike(answer string) bool {
	answer = strings.TrimSpace(answer)
	if answer == "" || judgment.MatchString(answer) || strings.ContainsFunc(answer, unicode.IsDigit) ||
		strings.ContainsAny(answer, ",;:?!。，；：？！\n") {
		return false
	}
	if han, _ := letters(answer); han > 0 {
		return han <= 8 && !describes(answer)
	}
	words := text.Words(answer)
	capital := func(w text.Word) bool { return unicode.IsUpper([]rune(w.Text)[0]) }
	return len(words) > 0 && len(words) <= 6 && capital(words[0]) && capital(words[len(words)-1])
}

// lastPerson returns the antecedent of "he" and "她" after a question and its answer: the
// person chosen or answered; else, if the question asks for a person, its description of
// that person; else the person that it names.
func lastPerson(kit *offline.Kit, before offline.Question, last Turn) string {
	answered := onlyOther(kit.Persons(last.Answer), last.Question)
	asksPerson := before.Type == offline.Who || before.Choice == "" && personal(before)
	named := kit.Persons(last.Question)
	switch {
	case chosen(before) && nameLike(last.Answer):
		return last.Answer
	case asksPerson && answered != "":
		return answered
	case asksPerson && nameLike(last.Answer):
		return last.Answer
	case asksPerson:
		if who := described(before); who != "" {
			return who
		}
	case before.Chinese() && answered != "" && len(named) == 0:
		return answered // 哪个人, 叫什么名字
	}
	if len(named) > 0 && (before.Chinese() || len(before.Names) == 0) {
		return named[0]
	}
	return mainName(before)
}

// onlyOther returns the single name that a question does not contain, or "".
func onlyOther(names []string, question string) string {
	others := slices.DeleteFunc(names, func(n string) bool { return strings.Contains(question, n) })
	if len(others) != 1 {
		return ""
	}
	return others[0]
}

var (
	whoIs  = regexp.MustCompile(`(?i)^who(?:m| is| was| are| were|['’]s) ((?:the|our|his|her|its) .+|[^ ]+['’]s .+)$`)
	whoHas = regexp.MustCompile(`(?i)^who ([a-z]+) (.+)$`)
)

// described returns a question's description of the person it asks for, such as "the
// captain of the Pequod", "the one who built the clock" or 北港大桥的总工程师; "" for none.
func described(q offline.Question) string {
	if !q.Chinese() {
		trimmed := strings.TrimRight(q.Text, " ?!.")
		if m := whoIs.FindStringSubmatch(trimmed); m != nil {
			return m[1]
		}
		if m := whoHas.FindStringSubmatch(trimmed); m != nil && !questioning.MatchString(m[1]) {
			return "the one who " + m[1] + " " + m[2]
		}
		return ""
	}
	if len(q.Lookups) != 1 || q.Lookups[0].Name == "" {
		return ""
	}
	who := q.Lookups[0].Name
	for _, relation := range q.Lookups[0].Path {
		if verb, ok := strings.CutPrefix(relation, offline.DoerOf); ok {
			who = verb + who + "的人"
		} else {
			who += "的" + relation
		}
	}
	return who
}

// The Chinese pronouns and elliptical forms.
var (
	zhPerson = regexp.MustCompile(`他们|她们|他|她`)
	zhThing  = regexp.MustCompile(`它们|它|其(中|他|实|余)?`)
	zhPlace  = regexp.MustCompile(`那里|那儿|当地`)
	// zhShortened is an elliptical question, which has only the part that differs.
	zhShortened = regexp.MustCompile(`^\s*(?:那么|那|而)?(.+?)(?:呢|又如何|怎么样)\s*[?？]?\s*$`)
)

// zhOccupation ends a Chinese noun for an occupation or a kind of person: 女植物学家.
var zhOccupation = regexp.MustCompile(`(?:家|师|员|者|匠|船长|院长|校长|市长|中医|医生|学生|教授|诗人|将军|商人|军人|女人|男人|老人|工人)$`)

// describes reports whether a Chinese answer describes a person without naming one. Names
// of two or three letters may have the same ending.
func describes(answer string) bool {
	return zhOccupation.MatchString(answer) && (utf8.RuneCountInString(answer) > 3 || strings.ContainsAny(answer, "的"))
}

// resolveChinese replaces Chinese pronouns by names.
func resolveChinese(kit *offline.Kit, question string, before offline.Question, last Turn) string {
	thing := mainName(before)
	person, place := lastPerson(kit, before, last), thing
	switch {
	case !nameLike(last.Answer):
	case chosen(before):
		thing = last.Answer
	case before.Type == offline.Where:
		place = last.Answer
	case person != last.Answer && (before.Type == offline.Which || before.Type == offline.What):
		thing = last.Answer
	}
	for _, r := range []struct {
		word *regexp.Regexp
		name string
	}{{zhPerson, person}, {zhThing, thing}, {zhPlace, place}} {
		at := r.word.FindStringSubmatchIndex(question)
		if at == nil || r.name == "" || len(at) > 2 && at[2] >= 0 {
			continue // "其中" and similar words are not pronouns
		}
		question = question[:at[0]] + r.name + question[at[1]:]
	}
	return question
}
