package cli

import (
	"bytes"
	"strings"
	"testing"

	"grove/query"
)

// TestAskSpeaksTheQuestionsLanguage: what stands beside an answer is in the language of
// the question.
func TestAskSpeaksTheQuestionsLanguage(t *testing.T) {
	refusal := query.Answer{Abstained: true, Answer: "读到的内容没有回答这个问题。", Model: "offline", Limited: "3 s", Nearest: []query.Near{{Text: "潮汐站在岛上。"}}}
	answer := query.Answer{Answer: "Delft.", Model: "offline", Citations: []query.Citation{{N: 1, Quote: "q"}}, Sentences: []query.Sentence{{Start: 0, End: 6}},
		Conflicts: []query.Conflict{{A: query.Claim{Answer: "Delft", Citation: 1}, B: query.Claim{Answer: "Utrecht", Citation: 2}}}}
	lower := query.Answer{Abstained: true, Answer: "the text does not name it.", Model: "offline"}
	for _, c := range []struct {
		question     string
		answer       query.Answer
		says, doesnt []string
	}{
		{"潮汐站在哪里？", refusal, []string{"没有答案：", "最接近的段落（不是答案）：", "（离线：没有询问语言模型）", "（提前结束：3 s）"}, []string{"No answer", "Closest", "offline", "ended early"}},
		{"Where is the tide station?", refusal, []string{"No answer: ", "Closest text, not an answer:",
			"(offline: no language model was asked)", "(ended early: 3 s)"}, []string{"没有答案", "离线"}},
		{"Where is the tide station?", lower, []string{"No answer: The text does not name it."}, nil},
		{"办公室在哪里？", answer, []string{"Delft. [无出处]", "（无法核实）", "来源不一致：[1] 为“Delft”，[2] 为“Utrecht”"}, []string{"no source", "Sources differ", "%!"}},
		{"Where is the office?", answer, []string{"Delft. [no source]", "(could not be verified)", `Sources differ: "Delft" by [1], "Utrecht" by [2]`}, []string{"%!"}},
		{"事務所はどこですか", answer, []string{"[no source]"}, nil},
	} {
		var out, said bytes.Buffer
		cmd := &command{out: &output{Writer: &out}, err: &said}
		c.answer.Asked = "Q"
		cmd.showAnswer(c.question, c.answer, false)
		if english := strings.Contains(said.String(), "understood as: Q"); english == (wordsFor(c.question) == askChinese) || strings.Contains(said.String(), "%!") {
			t.Errorf("%s: noted as %q", c.question, said.String())
		}
		for _, s := range c.says {
			if !strings.Contains(out.String(), s) {
				t.Errorf("%s: %q is missing in\n%s", c.question, s, out.String())
			}
		}
		for _, s := range c.doesnt {
			if strings.Contains(out.String(), s) {
				t.Errorf("%s: %q stands in\n%s", c.question, s, out.String())
			}
		}
	}
}

// TestQuestionOfStandardInput: "-" alone is the question of standard input, in bounds.
func TestQuestionOfStandardInput(t *testing.T) {
	for _, c := range []struct {
		args        []string
		input, want string
		refused     bool
	}{
		{[]string{"Who", "is", "it?"}, "ignored", "Who is it?", false},
		{[]string{"-"}, "Who is it?\n", "Who is it?", false},
		{[]string{"-", "it?"}, "ignored", "- it?", false},
		{[]string{"-"}, strings.Repeat("x", maxQuestion+1), "", true},
	} {
		got, err := questionOf(c.args, strings.NewReader(c.input))
		if got != c.want || (err != nil) != c.refused {
			t.Errorf("%q: %q, %v", c.args, got, err)
		}
	}
}
