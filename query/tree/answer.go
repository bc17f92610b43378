package tree

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"grove/internal/llm"
	"grove/internal/llm/offline"
	"grove/query"
)

// answerPrompt shows the memory and the evidence, and asks for the answer.
type answerPrompt struct {
	question query.Question
	parsed   offline.Question
	// history are the earlier steps.
	history []string
	pieces  []piece
	reply   int
}

// answerReply is the answer, the pieces that it rests on, and those of its rival.
type answerReply struct {
	query.Reply
	rests, against []rest
}

// rest is a piece by its index, and the sentence of it where that is known.
type rest struct {
	piece    int
	sentence string
}

const answerInstructions = `A question was taken apart and searched for in a graph of documents. You see what was asked and concluded, and numbered evidence. ` +
	`Go by the evidence where the conclusions differ from it. Answer as briefly as the question allows: a name, a date, a number, yes or no, or a sentence. ` +
	`List in "evidence" the numbers that the answer rests on. ` + query.RivalRule + `List its numbers in "rival_evidence". `

const openRule = `If the evidence is not enough, you may answer from your own knowledge; then set "own_knowledge" to true. Only if you do not know either, set "abstained" and say in "missing" what is missing. `

const rejectRule = `Use the evidence only. If it does not establish the answer, do not guess: set "abstained" to true, leave the answer empty and say in "missing" what is missing. `

// Name names the prompt.
func (answerPrompt) Name() string { return "tree.answer/2" }

// Messages gives the chat.
func (p answerPrompt) Messages() []llm.Message {
	rule := openRule
	if p.question.Mode == query.Reject {
		rule = rejectRule
	}
	var b strings.Builder
	b.WriteString("Question: " + strings.TrimSpace(p.question.Text) + "\n")
	soFar(&b, p.history)
	b.WriteString("\n" + shown(p.pieces))
	return []llm.Message{llm.System(answerInstructions + rule + query.LengthRule(p.reply) + query.DataRule + query.JSONRule), llm.User(b.String())}
}

// ReplySchema is the form of the reply.
func (answerPrompt) ReplySchema() json.RawMessage {
	return json.RawMessage(`{"type":"object","properties":{"answer":{"type":"string"},"abstained":{"type":"boolean"},"missing":{"type":"string"},"own_knowledge":{"type":"boolean"},"evidence":{"type":"array","items":{"type":"integer"}},"rival":{"type":"string"},"rival_evidence":{"type":"array","items":{"type":"integer"}}},"required":["answer","abstained","missing","own_knowledge","evidence","rival","rival_evidence"],"additionalProperties":false}`)
}

// Limits are the decoding settings.
func (p answerPrompt) Limits() llm.Limits {
	return llm.Limits{Temperature: temperature, MaxTokens: p.reply}
}

// Parse reads the answer. Numbers of evidence that is not there are dropped.
func (p answerPrompt) Parse(reply string) (answerReply, error) {
	type form struct {
		Answer       query.LooseText     `json:"answer"`
		Abstained    bool                `json:"abstained"`
		Missing      query.LooseText     `json:"missing"`
		OwnKnowledge bool                `json:"own_knowledge"`
		Evidence     []query.LooseNumber `json:"evidence"`
		Rival        query.LooseText     `json:"rival"`
		Against      []query.LooseNumber `json:"rival_evidence"`
	}
	// An answer, or the word that there is none.
	r, err := query.ParseObject[form](reply, "answer", "abstained")
	if err != nil {
		return answerReply{}, err
	}
	out := answerReply{Reply: query.Reply{Answer: strings.TrimSpace(string(r.Answer)), Abstained: r.Abstained, Missing: strings.TrimSpace(string(r.Missing)),
		OwnKnowledge: r.OwnKnowledge, Rival: strings.TrimSpace(string(r.Rival))}}
	if out.Answer == "" && !out.Abstained {
		return answerReply{}, errors.New("neither an answer nor abstained")
	}
	for _, i := range numbered(r.Evidence, len(p.pieces)) {
		out.rests = append(out.rests, rest{piece: i})
	}
	out.Named = len(out.rests)
	for _, i := range numbered(r.Against, len(p.pieces)) {
		out.against = append(out.against, rest{piece: i})
	}
	return out, nil
}

// Offline answers from the chunks shown.
func (p answerPrompt) Offline(kit *offline.Kit) answerReply {
	texts, at := passages(p.pieces)
	a := kit.Answer(p.parsed, texts)
	out := answerReply{Reply: query.Reply{Answer: a.Text, Abstained: a.Abstained, Missing: a.Missing}}
	for _, s := range a.Support {
		x := rest{at[s.Passage], offline.Sentence(texts, s)}
		if !slices.Contains(out.rests, x) {
			out.rests = append(out.rests, x)
		}
	}
	out.Named = len(out.rests)
	return out
}
