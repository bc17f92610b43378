package baseline

import (
	"context"
	"encoding/json"
	"errors"
	"strings"

	"grove/internal/llm"
	"grove/internal/llm/offline"
	"grove/query"
)

// zeroShotPrompt asks for the answer without showing anything.
type zeroShotPrompt struct {
	question query.Question
	parsed   offline.Question
	reply    int
}

const zeroShotInstructions = `Answer the question from your own knowledge. Think in "analysis", in a sentence or two, then answer as briefly as the question allows: a name, a date, a number, yes or no, or a sentence. ` +
	`If you do not know, set "abstained" to true, leave the answer empty and say in "missing" what you do not know. `

// Name names the prompt.
func (zeroShotPrompt) Name() string { return "baseline.zeroshot/1" }

// Messages gives the chat.
func (p zeroShotPrompt) Messages() []llm.Message {
	return []llm.Message{llm.System(zeroShotInstructions + query.LengthRule(p.reply) + query.JSONRule), llm.User("Question: " + strings.TrimSpace(p.question.Text))}
}

// ReplySchema is the form of the reply.
func (zeroShotPrompt) ReplySchema() json.RawMessage {
	return json.RawMessage(`{"type":"object","properties":{"analysis":{"type":"string"},"answer":{"type":"string"},"abstained":{"type":"boolean"},"missing":{"type":"string"}},"required":["analysis","answer","abstained","missing"],"additionalProperties":false}`)
}

// Limits are the decoding settings.
func (p zeroShotPrompt) Limits() llm.Limits {
	return llm.Limits{Temperature: temperature, MaxTokens: p.reply}
}

// Parse reads the answer.
func (p zeroShotPrompt) Parse(reply string) (answerReply, error) {
	r, err := query.ParseObject[struct {
		Analysis  query.LooseText `json:"analysis"`
		Answer    query.LooseText `json:"answer"`
		Abstained bool            `json:"abstained"`
		Missing   query.LooseText `json:"missing"`
	}](reply, "answer", "abstained")
	if err == nil && r.Answer == "" && !r.Abstained {
		err = errors.New("neither an answer nor abstained")
	}
	return answerReply{Reply: query.Reply{Analysis: string(r.Analysis), Answer: string(r.Answer), Abstained: r.Abstained, Missing: string(r.Missing), OwnKnowledge: true}}, err
}

// Offline abstains: without a language model nobody knows anything.
func (p zeroShotPrompt) Offline(*offline.Kit) answerReply {
	missing := "No language model is configured, and this agent reads no text: it answers from a model's own knowledge."
	if p.parsed.Chinese() {
		missing = "没有配置语言模型，而这个代理不读任何文本：它凭模型自己的知识回答。"
	}
	return answerReply{Reply: query.Reply{Abstained: true, Missing: missing}}
}

// fromNothing asks without reading anything.
func (r *run) fromNothing(ctx context.Context) (query.Answer, error) {
	return query.Conclude(ctx, r.Frame, query.Closing[answerReply]{
		Prompt: zeroShotPrompt{question: r.Question, parsed: r.Parsed, reply: r.reply}, Graph: r.graph,
		Read: func(reply answerReply) query.Reply { return reply.Reply },
		Cite: func(context.Context, answerReply) (rests, rival []query.Reference, err error) { return nil, nil, nil },
	})
}
