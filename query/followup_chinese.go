package query

import (
	"regexp"

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
