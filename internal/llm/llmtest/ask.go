package llmtest

import (
	"context"

	"grove/internal/llm"
	"grove/internal/llm/offline"
	"grove/internal/text"
)

// Session returns a session of a model, which counts tokens as the models of OpenAI do. It panics where no counter can
// be made.
func Session(m llm.Model, b llm.Bounds) *llm.Session {
	counter, err := text.NewCounter()
	if err != nil {
		panic(err)
	}
	return (&llm.Client{Model: m, Counter: counter}).Session(b)
}

// Ask makes a call as a session does, with its retries, and returns the reply.
func Ask(ctx context.Context, s *llm.Session, r llm.Request) (llm.Reply, error) {
	_, reply, err := llm.AskReply(ctx, s, llm.Prompt[string](plain{r}))
	return reply, err
}

// plain is a prompt of a request whose answer is the reply's text.
type plain struct{ request llm.Request }

func (p plain) Form() llm.Form {
	return llm.Form{Name: p.request.Name, Limits: p.request.Limits, Schema: string(p.request.ReplySchema)}
}
func (p plain) Messages() []llm.Message            { return p.request.Messages }
func (p plain) Parse(reply string) (string, error) { return reply, nil }
func (p plain) Offline(*offline.Kit) string        { return "" }
