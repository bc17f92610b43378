package query

import (
	"context"
	"strings"
	"unicode"

	"grove/internal/llm"
	"grove/internal/text"
)

// inLanguage repeats the prompt if the reply is in another script than the question,
// except for names quoted from the material. It returns the second reply, or the first if
// the second is unusable or not permitted by the limits.
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
	again, err := llm.Ask(ctx, f.Session, corrected[AnswerReply]{p, "the reply must be in " + want + ", as the question is"})
	if Soft(err) {
		return reply, nil
	}
	return again, err
}

// otherScript returns the language that a reply should have been written in: Chinese for
// a reply without Han letters to a Chinese question, another for a reply mostly in Han
// letters to a question in a language without them. It returns "" if the script fits.
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

// letters counts the Han letters and the other letters.
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
