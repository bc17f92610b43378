package baseline

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"grove/internal/llm"
	"grove/internal/llm/offline"
	"grove/query"
)

// answerPrompt shows the passages and asks for the answer.
type answerPrompt struct {
	question query.Question
	parsed   offline.Question
	passages []passage
	reply    int
}

// answerReply is the answer, what it rests on, and what speaks against it.
type answerReply struct {
	query.Reply
	evidence, against []evidence
}

// evidence is what is quoted of a passage, by its index from 0.
type evidence struct {
	passage int
	quote   string
}

const answerInstructions = `You are given passages that a search found for a question. Read them, put together what belongs together, and say in "analysis", in a sentence or two, how they lead to the answer. ` +
	`Then answer as briefly as the question allows: a name, a date, a number, yes or no, or a sentence. ` +
	`List in "evidence" the passages that the answer rests on, each by its number with the sentence that counts, word for word. ` +
	query.RivalRule + `List its passages in "rival_evidence". `

const openRule = `If the passages are not enough, you may answer from your own knowledge; then set "own_knowledge" to true. Only if you do not know either, set "abstained" and say in "missing" what is missing. `

const rejectRule = `Use the passages only. If they do not establish the answer, do not guess: set "abstained" to true, leave the answer empty and say in "missing" what is missing. `

// Name names the prompt.
func (answerPrompt) Name() string { return "baseline.answer/2" }

// Messages gives the chat.
func (p answerPrompt) Messages() []llm.Message {
	rule := openRule
	if p.question.Mode == query.Reject {
		rule = rejectRule
	}
	parts := make([]string, len(p.passages))
	for i, passage := range p.passages {
		parts[i] = p.show(i+1, passage)
	}
	return []llm.Message{llm.System(answerInstructions + rule + query.LengthRule(p.reply) + query.DataRule + query.JSONRule),
		llm.User("Question: " + strings.TrimSpace(p.question.Text) + "\n\n" + query.Fenced("passages", strings.Join(parts, "\n")))}
}

// show is a passage as the prompt has it.
func (answerPrompt) show(number int, p passage) string {
	return fmt.Sprintf("[%d] %s\n%s\n", number, query.OneLine(query.Defused(p.Document.Title)), strings.TrimSpace(p.shown))
}

// ReplySchema is the form of the reply.
func (answerPrompt) ReplySchema() json.RawMessage {
	return json.RawMessage(`{"type":"object","properties":{"analysis":{"type":"string"},"answer":{"type":"string"},"abstained":{"type":"boolean"},"missing":{"type":"string"},"own_knowledge":{"type":"boolean"},"evidence":{"type":"array","items":{"type":"object","properties":{"passage":{"type":"integer"},"quote":{"type":"string"}},"required":["passage","quote"],"additionalProperties":false}},"rival":{"type":"string"},"rival_evidence":{"type":"array","items":{"type":"integer"}}},"required":["analysis","answer","abstained","missing","own_knowledge","evidence","rival","rival_evidence"],"additionalProperties":false}`)
}

// Limits are the decoding settings.
func (p answerPrompt) Limits() llm.Limits {
	return llm.Limits{Temperature: temperature, MaxTokens: p.reply}
}

// Parse reads the answer. Numbers of passages that are not there are dropped.
func (p answerPrompt) Parse(reply string) (answerReply, error) {
	r, err := query.ParseObject[struct {
		Analysis     query.LooseText `json:"analysis"`
		Answer       query.LooseText `json:"answer"`
		Abstained    bool            `json:"abstained"`
		Missing      query.LooseText `json:"missing"`
		OwnKnowledge bool            `json:"own_knowledge"`
		Evidence     []looseEvidence `json:"evidence"`
		Rival        query.LooseText `json:"rival"`
		Against      []looseEvidence `json:"rival_evidence"`
	}](reply, "answer", "abstained")
	if err != nil {
		return answerReply{}, err
	}
	out := answerReply{Reply: query.Reply{Analysis: string(r.Analysis), Answer: string(r.Answer), Abstained: r.Abstained, Missing: string(r.Missing),
		OwnKnowledge: r.OwnKnowledge, Rival: string(r.Rival)}}
	if out.Answer == "" && !out.Abstained {
		return answerReply{}, errors.New("neither an answer nor abstained")
	}
	out.evidence = p.named(r.Evidence, out.Answer)
	out.Named = len(out.evidence)
	out.against = p.named(r.Against, out.Rival)
	return out, nil
}

// named is the evidence of passages that there are; one without a quote has the answer's.
func (p answerPrompt) named(list []looseEvidence, answer string) (out []evidence) {
	for _, e := range list {
		if n := int(e.Passage); n >= 1 && n <= len(p.passages) {
			out = append(out, evidence{n - 1, cmp.Or(strings.TrimSpace(string(e.Quote)), answer)})
		}
	}
	return out
}

// looseEvidence is evidence that a model may also write as a bare number.
type looseEvidence struct {
	Passage query.LooseNumber `json:"passage"`
	Quote   query.LooseText   `json:"quote"`
}

// UnmarshalJSON reads either.
func (e *looseEvidence) UnmarshalJSON(raw []byte) error {
	type plain looseEvidence
	if raw[0] == '{' {
		return json.Unmarshal(raw, (*plain)(e))
	}
	return json.Unmarshal(raw, &e.Passage)
}

// Offline answers from the passages.
func (p answerPrompt) Offline(kit *offline.Kit) answerReply {
	passages := make([]offline.Passage, len(p.passages))
	for i, passage := range p.passages {
		passages[i] = offline.Passage{Title: passage.Document.Title, Text: passage.shown}
	}
	a := kit.Answer(p.parsed, passages)
	out := answerReply{Reply: query.Reply{Answer: a.Text, Abstained: a.Abstained, Missing: a.Missing}}
	for _, s := range a.Support {
		out.evidence = append(out.evidence, evidence{s.Passage, offline.Sentence(passages, s)})
	}
	out.Named = len(out.evidence)
	return out
}
