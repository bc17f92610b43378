package cli

import (
	"unicode"

	"grove/query"
)

// askWords is what `ask` says of its own beside an answer, in the language of the question.
type askWords struct {
	noAnswer, nearest, noSource, unverified string
	// differ is what two sources say differently: an answer and its citation, twice.
	differ string
	// unasked and unwritten tell that no language model was asked, or wrote an answer.
	unasked, unwritten string
	// ended has what ended the search early.
	ended string
}

var (
	askEnglish = askWords{"No answer: ", "Closest passages, not an answer:", " [no source]", "  (could not be verified)",
		"Sources differ: \"%s\" by [%d], \"%s\" by [%d]\n",
		"(offline: no language model was asked)", "(offline: no language model wrote this; it is taken from the text)", "(ended early: %s)\n"}
	askChinese = askWords{"没有答案：", "最接近的段落（不是答案）：", " [无出处]", "  （无法核实）",
		"来源不一致：[%[2]d] 为“%[1]s”，[%[4]d] 为“%[3]s”\n",
		"（离线：没有询问语言模型）", "（离线：并非语言模型所写，取自原文）", "（提前结束：%s）\n"}
)

// wordsFor are the words in the language of a question: Chinese where it has a Han letter
// and no kana, else English.
func wordsFor(question string) askWords {
	han := false
	for _, r := range question {
		if unicode.In(r, unicode.Hiragana, unicode.Katakana, unicode.Hangul) {
			return askEnglish
		}
		han = han || unicode.Is(unicode.Han, r)
	}
	if han {
		return askChinese
	}
	return askEnglish
}

// withoutModel says that no language model wrote an answer, and where it is from.
func (w askWords) withoutModel(a query.Answer) string {
	if a.Abstained {
		return w.unasked
	}
	return w.unwritten
}
