package longagent

import (
	"context"

	"grove/internal/llm"
	"grove/internal/llm/offline"
	"grove/internal/text"
	"grove/query"
)

// Mentions asks a single member, by the member's prompt, for a question in one text, and reports whether it answers or says No Mention
// (LongAgent's No-Mention test, section 4). The text and the question must fit one call.
func Mentions(ctx context.Context, s *llm.Session, kit *offline.Kit, question, title, body string) (bool, error) {
	p := memberPrompt{instruction: question, pieces: []query.Piece{{Title: title, Text: llm.Defused(body)}}, reply: 256}
	p.parsed = kit.Question(question, text.Language(question))
	reply, _, err := query.AskWithin(ctx, s, p, 2)
	return reply.answer != "", err
}
