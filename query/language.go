package query

import (
	"context"
	"errors"
	"strings"
	"unicode"

	"grove/internal/fault"
	"grove/internal/llm"
	"grove/internal/text"
)

// inLanguage asks once more where a reply is written in another script than the
// question. A name that stands in the material as it is may keep its script. The
// second reply counts, unless it cannot be read or no call was left.
func (f *Frame) inLanguage(ctx context.Context, p AnswerPrompt, reply AnswerReply) (AnswerReply, error) {
	written := reply.Answer
	if reply.Abstained {
		written = reply.Missing
	}
	want := otherScript(f.Question.Text, written)
	if want == "" {
		return reply, nil
	}
	for _, m := range p.Messages() {
		if strings.Contains(strings.ToLower(m.Content), strings.ToLower(written)) {
			return reply, nil
		}
	}
	f.Trace.Add(Step{Action: "language", Args: map[string]any{"wanted": want, "written": written}})
	again, err := llm.Ask(ctx, f.Session, Corrected(llm.Prompt[AnswerReply](p), errors.New("the reply must be in "+want+", as the question is")))
	if fault.Is(err, fault.BadReply) || fault.Is(err, fault.LimitReached) || fault.Is(err, fault.WindowTooSmall) {
		return reply, nil
	}
	return again, err
}

// otherScript says what a reply should be written in, where it is not: a reply
// without a Han letter to a question in Chinese, or one mostly in Han letters to a
// question in none of the languages that use them. "" where the reply is in order.
func otherScript(question, reply string) string {
	asked := text.Language(question)
	askedHan, askedOther := letters(question)
	han, other := letters(reply)
	switch {
	case strings.HasPrefix(asked, "zh") && han == 0 && other > 0:
		return "Chinese"
	case asked == "en" && askedHan == 0 && han > other:
		return "English"
	case asked != "ja" && askedHan == 0 && askedOther > 0 && han > other:
		return "the language of the question"
	}
	return ""
}

// letters counts the Han letters and the others.
func letters(s string) (han, other int) {
	for _, r := range s {
		switch {
		case unicode.Is(unicode.Han, r):
			han++
		case unicode.IsLetter(r):
			other++
		}
	}
	return han, other
}
