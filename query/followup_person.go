package query

import (
	"regexp"
	"slices"
	"strings"

	"grove/internal/llm/offline"
)

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
