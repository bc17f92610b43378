package offline

import (
	"cmp"
	"slices"
	"strings"

	"grove/internal/lists"
)

// Missing says why no span answers a question, else what the passages lack: what it names and they do not, else what they do not say.
func (k *Kit) Missing(q Question, passages []Passage) string {
	return cmp.Or(q.unanswerable(), lacking(q, k.readings(passages)))
}

// lacking says which of the question's names were not found, else that the text does not clearly give what it asks for: there may be a best
// candidate.
func lacking(q Question, readings []*reading) string {
	none := lists.Filter(q.Names, func(n string) bool { return !named(n, readings) })
	asked := cmp.Or(notSaid[q.Type], notSaid[""])
	and := q.in(", ", "、")
	switch {
	case len(none) > 0:
		return q.in("the text that was read does not name ", "读到的文本没有提到") + strings.Join(none, and)
	case len(q.Names) > 0:
		return q.in("the text that was read names ", "读到的文本提到了") + strings.Join(q.Names, and) +
			q.in(", but does not clearly give "+asked[0], "，但没有明确给出"+asked[1])
	}
	return q.in("nothing in the text that was read answers the question", "读到的文本中没有回答这个问题的内容")
}

// named reports whether a passage or its title has a name.
func named(name string, readings []*reading) bool {
	folded := untitled(foldName(unbracketed(genitives.Replace(name + " "))))
	return slices.ContainsFunc(readings, func(r *reading) bool {
		return nameMatch(r.title, name) >= 0.5 || slices.ContainsFunc(r.lines, func(l line) bool { return holds(l.folded, folded) })
	})
}

// notSaid names what a question of a type asks for, in English and Chinese; of another type, what "" has.
var notSaid = map[AnswerType][2]string{
	Who: {"the person asked for", "所问的人"}, When: {"the time asked for", "所问的时间"},
	Year: {"the year asked for", "所问的年份"}, Where: {"the place asked for", "所问的地点"},
	HowMany: {"the number asked for", "所问的数目"},
	Why:     {"the reason or the way asked for", "所问的原因或方法"}, "": {"the answer", "答案"},
}

// unanswerable says why no span of a text can answer a question, "" if one may: it asks for a text of its own, or it has no name,
// and a pronoun behind a verb or at its end, before any noun that it could stand for.
func (q Question) unanswerable() string {
	if q.setsTask() {
		return q.in("the offline model answers by a phrase of the text and writes none of its own", "离线模型只用原文中的词句作答，不会自己撰写")
	}
	if q.Chinese() || len(q.Names) > 0 {
		return ""
	}
	for _, s := range read("", q.Text, "en").sentences {
		verb, noun := false, false
		for i, l := range s.lex {
			behind := i+1 == s.tail() || i > 0 && vocab.OpensYesNo[s.lex[i-1].lower]
			switch {
			case vocab.Pronouns[l.lower] && behind && !noun && !(s.is(i, "it") && (s.is(i+1, "that") || s.is(i+2, "that") ||
				vocab.EmptyBefore[s.lexeme(i+1).lower])):
				return "the question does not say what \"" + l.lower + "\" stands for"
			case vocab.OpensYesNo[l.lower] || s.isMark(i, verbSpan):
				verb = true
			case verb && s.isMark(i, nounSpan): // not the noun asked for: "which year was it"
				noun = true
			}
		}
	}
	return ""
}

// setsTask tells whether a question asks for a summary or another text of its own.
func (q Question) setsTask() bool {
	if q.Chinese() {
		opens := func(w string) bool { return strings.HasPrefix(strings.TrimPrefix(q.Text, "请"), w) }
		return slices.ContainsFunc(vocab.ZhTasks, opens) && !slices.ContainsFunc(zhAsks, func(w string) bool { return strings.Contains(q.Text, w) })
	}
	words := q.words()
	first := slices.IndexFunc(words, func(w string) bool { return !vocab.Polite[w] })
	return first >= 0 && vocab.Tasks[words[first]] && !slices.ContainsFunc(words, func(w string) bool { return whWords[w] != "" })
}
