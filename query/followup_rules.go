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

// The words that stand for something said before.
var (
	personWord = regexp.MustCompile(`(?i)\b(he|she|him|her|his|hers|they|them|their|theirs)\b`)
	thingWord  = regexp.MustCompile(`(?i)\b(it|its|that one|this one)\b`)
	placeWord  = regexp.MustCompile(`(?i)\b(there)\b`)
	owning     = regexp.MustCompile(`(?i)^(his|hers|its|their|theirs)$`)
	// objectNext follows "her" where it is no owner: "knew her?", "met her in".
	objectNext = regexp.MustCompile(`(?i)^\s*([?.,!]|$|(in|at|on|by|for|from|to|with|after|before|when)\b)`)
	// shortened opens a question that leaves out all but what differs.
	shortened = regexp.MustCompile(`(?i)^\s*(?:and|what about|how about|and what about|but)\s+(?:(in|on|at|of|for|by|with)\s+)?(.+?)\s*[?？]?\s*$`)
	year      = regexp.MustCompile(`\b[12]\d{3}\b`)
	// linked ends in a verb that a place follows: "Who is there?" asks about no place.
	linked      = regexp.MustCompile(`(?i)^\s*(is|are|was|were)\b`)
	questioning = regexp.MustCompile(`(?i)\b(who|whom|whose|when|where|why|how|which|what|is|are|was|were|did|does|do|has|have|had)\b`)
)

// resolve makes a question stand alone by what was asked and answered last: words
// that stand for a name become that name, and a shortened question becomes the last
// one with what differs put in. One that needs neither stays as it is.
func resolve(kit *offline.Kit, question string, last Turn) string {
	question = strings.TrimSpace(question)
	before := kit.Question(last.Question, "")
	if han, _ := letters(question); han > 0 {
		if m := zhShortened.FindStringSubmatch(question); m != nil && len([]rune(m[1])) <= 12 {
			if asked := owned(kit, before, last, m[1]); asked != "" {
				return asked
			}
			return instead(last.Question, before, m[1], "")
		}
		return resolveChinese(kit, question, before, last)
	}
	if m := shortened.FindStringSubmatch(question); m != nil && !questioning.MatchString(m[2]) {
		if asked := owned(kit, before, last, m[2]); asked != "" {
			return asked
		}
		return instead(last.Question, before, m[2], m[1])
	}
	name := mainName(before)
	person, thing := spokenOf(kit, before, last), name
	switch {
	case !nameLike(last.Answer):
	case chosen(before):
		thing = last.Answer
	case person != last.Answer && before.Type != offline.Where && before.Type != offline.When && before.Type != offline.HowMany:
		thing = last.Answer
	}
	question = stand(question, personWord, person)
	question = stand(question, thingWord, thing)
	if nameLike(last.Answer) && before.Type == offline.Where {
		name = last.Answer
	}
	if m := placeWord.FindStringIndex(question); m != nil && name != "" && m[0] > 0 && !linked.MatchString(question[:m[0]]) {
		question = question[:m[0]] + "in " + name + question[m[1]:]
	}
	return question
}

// chosen tells whether a question's answer is one of what it compares: that is what
// is spoken of then, be it a person or a thing.
func chosen(q offline.Question) bool { return q.Choice != "" && q.Choice != offline.Same }

// personal tells whether the relation that a question asks for leads to a person.
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

// stand puts a name in the place of the first word that stands for one.
func stand(question string, word *regexp.Regexp, name string) string {
	at := word.FindStringIndex(question)
	if at == nil || name == "" || strings.Contains(question, name) {
		return question
	}
	said, rest := question[at[0]:at[1]], question[at[1]:]
	if owning.MatchString(said) || strings.EqualFold(said, "her") && !objectNext.MatchString(rest) {
		name += "'s"
	}
	return question[:at[0]] + name + rest
}

var (
	ownedThing     = regexp.MustCompile(`(?i)^(his|her|their|its) ([a-z][a-z -]*)$`)
	ownedThingZh   = regexp.MustCompile(`^(他|她|它)们?的(\p{Han}{1,6})$`)
	severalPersons = regexp.MustCompile(`(?i)\b(?:parents|sons|daughters|children|brothers|sisters|siblings|friends)$`)
	// ownedPerson ends what a person is called to somebody.
	ownedPerson = regexp.MustCompile(`(?i)\b(?:father|mother|parents?|wife|husband|spouse|sons?|daughters?|child|children|brothers?|sisters?|siblings?|uncle|aunt|cousin|friend|grand[a-z]+|boss|teacher|successor|predecessor)$|(?:父亲|母亲|妻子|丈夫|儿子|女儿|哥哥|弟弟|姐姐|妹妹|祖父|祖母|爷爷|奶奶|朋友|老师|学生|爸爸|妈妈|孩子|同事|继任者|前任)$`)
)

// owned is a question after somebody's something that was shortened to it: "And his
// wife?" asks for the wife of whom was spoken, and not for what was asked of her. It is ""
// where nobody owns what differs.
func owned(kit *offline.Kit, before offline.Question, last Turn, differs string) string {
	differs = strings.TrimSpace(differs)
	owner := spokenOf(kit, before, last)
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

// instead is the last question with what differs put in the place of its year or
// its main name, or behind it.
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

// mainName is the first name of a question.
func mainName(q offline.Question) string {
	switch {
	case len(q.Names) > 0:
		return q.Names[0]
	case len(q.Lookups) > 0:
		return q.Lookups[0].Name
	}
	return ""
}

// nameLike tells whether an answer is a name: a few words with capitals and
// without digits, or a few Han letters.
func nameLike(answer string) bool {
	answer = strings.TrimSpace(answer)
	if answer == "" || judgment.MatchString(answer) || strings.ContainsFunc(answer, unicode.IsDigit) || strings.ContainsAny(answer, ",;:?!。，；：？！\n") {
		return false
	}
	if han, _ := letters(answer); han > 0 {
		return han <= 8 && !describes(answer)
	}
	words := text.Words(answer)
	return len(words) > 0 && len(words) <= 6 && unicode.IsUpper([]rune(words[0].Text)[0]) && unicode.IsUpper([]rune(words[len(words)-1].Text)[0])
}

// spokenOf is whom "he" and "她" stand for after a question and its answer: who was
// chosen or answered, else, where a person was asked for and no name was answered,
// what the question calls that person, else whom the question names.
func spokenOf(kit *offline.Kit, before offline.Question, last Turn) string {
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

// onlyOther is the only one of the names that a question does not hold, or "".
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

// described is what a question calls the person it asks for: "the captain of the
// Pequod", "the one who built the clock", 北港大桥的总工程师. It is "" where it calls it nothing.
func described(q offline.Question) string {
	if !q.Chinese() {
		asked := strings.TrimRight(q.Text, " ?!.")
		if m := whoIs.FindStringSubmatch(asked); m != nil {
			return m[1]
		}
		if m := whoHas.FindStringSubmatch(asked); m != nil && !questioning.MatchString(m[1]) {
			return "the one who " + m[1] + " " + m[2]
		}
		return ""
	}
	if len(q.Lookups) != 1 || q.Lookups[0].Name == "" {
		return ""
	}
	who := q.Lookups[0].Name
	for _, relation := range q.Lookups[0].Path {
		if deed, did := strings.CutPrefix(relation, offline.DoerOf); did {
			who = deed + who + "的人"
		} else {
			who += "的" + relation
		}
	}
	return who
}

// The Chinese words that stand for something said before.
var (
	zhPerson = regexp.MustCompile(`他们|她们|他|她`)
	zhThing  = regexp.MustCompile(`它们|它|其(中|他|实|余)?`)
	zhPlace  = regexp.MustCompile(`那里|那儿|当地`)
	// zhShortened opens a question that leaves out all but what differs.
	zhShortened = regexp.MustCompile(`^\s*(?:那么|那|而)?(.+?)(?:呢|又如何|怎么样)\s*[?？]?\s*$`)
)

// zhCalling ends what somebody is called by a profession or a kind: 女植物学家.
var zhCalling = regexp.MustCompile(`(?:家|师|员|者|匠|船长|院长|校长|市长|中医|医生|学生|教授|诗人|将军|商人|军人|女人|男人|老人|工人)$`)

// describes tells an answer in Chinese that says what somebody is and names nobody. A
// name of two or three letters may end like one; four of a calling's are no name.
func describes(answer string) bool {
	return zhCalling.MatchString(answer) && (utf8.RuneCountInString(answer) > 3 || strings.ContainsAny(answer, "的"))
}

// resolveChinese puts names in the place of the words that stand for them.
func resolveChinese(kit *offline.Kit, question string, before offline.Question, last Turn) string {
	thing := mainName(before)
	person, place := spokenOf(kit, before, last), thing
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
			continue // "其中" and its like stand for nothing
		}
		question = question[:at[0]] + r.name + question[at[1]:]
	}
	return question
}
