package query

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"grove/internal/graph"
	"grove/internal/llm"
	"grove/internal/llm/offline"
	"grove/internal/text"
)

// AnswerPrompt asks for the answer from numbered evidence. It is the last prompt of every agent.
type AnswerPrompt struct {
	// Prompt is the prompt's name, such as "tree.answer/3".
	Prompt   string
	Question Question
	Parsed   offline.Question
	// Task describes the evidence and how to read it: sentences, each followed by a space.
	Task string
	// Before precedes the evidence; text from documents in it must be fenced.
	Before string
	// Evidence is numbered from 1. If Unread is true there is none, and the model answers
	// from its own knowledge.
	Evidence []Evidence
	Unread   bool
	// Quotes requests the relevant sentence of each piece of evidence.
	Quotes      bool
	Temperature float64
	// Reply bounds the reply, in tokens.
	Reply int
	// Passages are the evidence for the offline kit. Place returns the index of the piece
	// that contains a sentence of a passage, -1 for none; if nil, each piece is a passage.
	Passages []offline.Passage
	Place    func(passage int, sentence string) int
}

// Evidence is a piece of evidence.
type Evidence struct {
	// Under is the heading of consecutive pieces, shown before the first of them.
	Under string
	// Label describes the piece, for example by its document's title; may be "".
	Label string
	Text  string
	// Chunk is the source of the piece; the zero value if that is not a single chunk.
	Chunk graph.ChunkRow
	// Compact puts the text on one line.
	Compact bool
}

// Line returns the piece as prompts show it, with fences already escaped so that its
// token count is exact.
func (e Evidence) Line(number int) string {
	body := strings.TrimSpace(e.Text)
	if e.Compact {
		body = strings.Join(strings.Fields(body), " ")
	}
	if e.Label != "" {
		body = "(" + text.Truncate(OneLine(e.Label), 100) + ") " + body
	}
	return Defused(fmt.Sprintf("%d. %s", number, body))
}

// AnswerReply is a model's answer with its evidence.
type AnswerReply struct {
	// Analysis is the model's reasoning; may be "".
	Analysis  string
	Answer    string
	Abstained bool
	// Missing describes what the evidence lacks.
	Missing string
	// OwnKnowledge is true if the answer is not based on the evidence alone.
	OwnKnowledge bool
	// Rests is the evidence for the answer.
	Rests []Rest
	// Rival is a contradicting answer in the evidence, "" for none; Against is its evidence.
	Rival   string
	Against []Rest
}

// Rest refers to a piece of evidence by its index from 0, and to its relevant sentence
// if that is known.
type Rest struct {
	Evidence int
	Quote    string
}

const (
	briefRule = `Then answer as briefly as the question allows: a name, a date, a number, yes or no, or a sentence. `
	citeRule  = `List in "evidence" the numbers of the evidence that the answer rests on. `
	quoteRule = `List in "evidence" what the answer rests on, each by its number with the sentence that counts, word for word. `
	openRule  = `If the evidence is not enough, you may answer from your own knowledge; then set "own_knowledge" to true. ` +
		`Only if you do not know either, set "abstained" and say in "missing" what is missing. `
	rejectRule = `Use the evidence only. If it does not establish the answer, do not guess: ` +
		`set "abstained" to true, leave the answer empty and say in "missing" what is missing. `
	unreadRule = `If you do not know, set "abstained" to true, leave the answer empty and say in "missing" what you do not know. `
)

// Name returns the prompt's name.
func (p AnswerPrompt) Name() string { return p.Prompt }

// Messages returns the chat messages.
func (p AnswerPrompt) Messages() []llm.Message {
	user := "Question: " + strings.TrimSpace(p.Question.Text)
	if p.Unread {
		return []llm.Message{llm.System(p.Task + briefRule + unreadRule + LengthRule(p.Reply) + JSONRule), llm.User(user)}
	}
	rules := briefRule + citeRule
	if p.Quotes {
		rules = briefRule + quoteRule
	}
	rules += RivalRule + `List its numbers in "rival_evidence". `
	if p.Question.Mode == Reject {
		rules += rejectRule
	} else {
		rules += openRule
	}
	var lines []string
	for i, e := range p.Evidence {
		if e.Under != "" && (i == 0 || p.Evidence[i-1].Under != e.Under) {
			lines = append(lines, OneLine(Defused(e.Under)))
		}
		lines = append(lines, e.Line(i+1))
	}
	if len(lines) == 0 {
		lines = []string{"(nothing was found)"}
	}
	return []llm.Message{llm.System(p.Task + rules + LengthRule(p.Reply) + DataRule + JSONRule),
		llm.User(user + "\n" + p.Before + "\n" + Fenced("evidence", strings.Join(lines, "\n")))}
}

// ReplySchema returns the JSON Schema of the reply.
func (p AnswerPrompt) ReplySchema() json.RawMessage {
	const common = `{"type":"object","properties":{"analysis":{"type":"string"},"answer":{"type":"string"},` +
		`"abstained":{"type":"boolean"},"missing":{"type":"string"}`
	if p.Unread {
		return json.RawMessage(common + `},"required":["analysis","answer","abstained","missing"],"additionalProperties":false}`)
	}
	item := `{"type":"integer"}`
	if p.Quotes {
		item = `{"type":"object","properties":{"number":{"type":"integer"},"quote":{"type":"string"}},` +
			`"required":["number","quote"],"additionalProperties":false}`
	}
	return json.RawMessage(common + `,"own_knowledge":{"type":"boolean"},"evidence":{"type":"array","items":` + item +
		`},"rival":{"type":"string"},"rival_evidence":{"type":"array","items":{"type":"integer"}}},` +
		`"required":["analysis","answer","abstained","missing","own_knowledge","evidence","rival","rival_evidence"],` +
		`"additionalProperties":false}`)
}

// Limits returns the decoding settings.
func (p AnswerPrompt) Limits() llm.Limits {
	return llm.Limits{Temperature: p.Temperature, MaxTokens: p.Reply}
}

// Parse parses the answer. Unknown evidence numbers are dropped.
func (p AnswerPrompt) Parse(reply string) (AnswerReply, error) {
	r, err := ParseObject[struct {
		Analysis     LooseText   `json:"analysis"`
		Answer       LooseText   `json:"answer"`
		Abstained    bool        `json:"abstained"`
		Missing      LooseText   `json:"missing"`
		OwnKnowledge bool        `json:"own_knowledge"`
		Evidence     []replyRest `json:"evidence"`
		Rival        LooseText   `json:"rival"`
		Against      []replyRest `json:"rival_evidence"`
	}](reply, "answer", "abstained")
	if err != nil {
		return AnswerReply{}, err
	}
	out := AnswerReply{Analysis: string(r.Analysis), Answer: string(r.Answer), Abstained: r.Abstained, Missing: string(r.Missing),
		OwnKnowledge: r.OwnKnowledge || p.Unread, Rests: p.rests(r.Evidence), Rival: string(r.Rival), Against: p.rests(r.Against)}
	if out.Answer == "" && !out.Abstained {
		return AnswerReply{}, errors.New("neither an answer nor abstained")
	}
	return out, nil
}

// rests returns the existing evidence that a reply refers to, without duplicates.
func (p AnswerPrompt) rests(list []replyRest) (out []Rest) {
	for _, r := range list {
		x := Rest{int(r.Number) - 1, strings.TrimSpace(string(r.Quote))}
		if x.Evidence >= 0 && x.Evidence < len(p.Evidence) && !slices.Contains(out, x) {
			out = append(out, x)
		}
	}
	return out
}

// replyRest is a piece of evidence that a model may also write as a bare number.
type replyRest struct {
	Number LooseNumber `json:"number"`
	Quote  LooseText   `json:"quote"`
}

// UnmarshalJSON accepts an object or a number.
func (r *replyRest) UnmarshalJSON(raw []byte) error {
	type plain replyRest
	if raw[0] == '{' {
		err := json.Unmarshal(raw, (*plain)(r))
		if err == nil && r.Number == 0 && r.Quote == "" {
			err = errors.New("evidence without a number")
		}
		return err
	}
	return json.Unmarshal(raw, &r.Number)
}

// Offline answers from the evidence; an Unread prompt abstains, as it needs a language model.
func (p AnswerPrompt) Offline(kit *offline.Kit) AnswerReply {
	if p.Unread {
		return AnswerReply{Abstained: true, Missing: noModel.in(p.Parsed.Chinese())}
	}
	passages, place := p.Passages, p.Place
	if place == nil {
		for _, e := range p.Evidence {
			passages = append(passages, offline.Passage{Title: e.Label, Text: e.Text})
		}
		place = func(passage int, _ string) int { return passage }
	}
	a := kit.Answer(p.Parsed, passages)
	out := AnswerReply{Answer: a.Text, Abstained: a.Abstained, Missing: a.Missing}
	for _, s := range a.Support {
		sentence := offline.Sentence(passages, s)
		x := Rest{place(s.Passage, sentence), sentence}
		if x.Evidence >= 0 && !slices.Contains(out.Rests, x) {
			out.Rests = append(out.Rests, x)
		}
	}
	return out
}

// holding returns the evidence that contains the answer, for replies that cite none.
func (p AnswerPrompt) holding(answer string) (out []Rest) {
	for i, e := range p.Evidence {
		if len(answer) > 3 && strings.Contains(strings.ToLower(e.Text), strings.ToLower(answer)) {
			out = append(out, Rest{Evidence: i})
		}
	}
	return out
}

// cite locates the evidence in its source chunks.
func (p AnswerPrompt) cite(rests []Rest, answer string) (places []Reference) {
	for _, x := range rests {
		e := p.Evidence[x.Evidence]
		if ref, ok := LocateAnswer(e.Chunk, answer, cmp.Or(x.Quote, answer)); e.Chunk.ID != "" && ok {
			places = append(places, ref)
		}
	}
	return places
}

// LocateAnswer is Locate for answers that may be too short to be searched for.
func LocateAnswer(row graph.ChunkRow, answer, note string) (Reference, bool) {
	if len([]rune(answer)) < 3 {
		answer = "" // yes, no or a digit matches anywhere
	}
	return Locate(row, answer, note)
}
