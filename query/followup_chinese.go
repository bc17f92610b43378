package query

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"grove/internal/llm/offline"
)

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
