package query

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"grove/internal/graph"
	"grove/internal/lists"
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
	// Number is the piece's number in prompts, from 1 (see Frame.EvidenceNumber); 0 is its place
	// in the list.
	Number int
	// Compact puts the text on one line.
	Compact bool
}

// Line returns the piece as prompts show it, with fences already escaped so that its
// token count is exact.
func (e Evidence) Line(number int) string {
	body := strings.TrimSpace(e.Text)
	if e.Compact {
		body = text.OneLine(body)
	}
	if e.Label != "" {
		body = "(" + text.Truncate(OneLine(e.Label), 100) + ") " + body
	}
	return llm.Defused(fmt.Sprintf("%d. %s", number, body))
}

// AnswerReply is a model's answer with its evidence.
type AnswerReply struct {
	// Hops are the steps from the question to the answer; may be empty.
	Hops      []Hop
	Answer    string
	Abstained bool
	// Missing describes what the evidence lacks, also if there is an answer.
	Missing string
	// OwnKnowledge is true if the answer is not based on the evidence alone.
	OwnKnowledge bool
	// Unsure is true if the offline kit would look further before it answers.
	Unsure bool
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

// Hop is one thing that has to be known for an answer, as the model states it.
type Hop struct {
	// Needs says what has to be known, Found is its value, "" if it is unknown.
	Needs string `json:"needs"`
	Found string `json:"found"`
	From  Basis  `json:"from"`
}

// Basis is what a hop rests on.
type Basis string

// The bases of a hop: FromBoth needs the evidence and the model's own knowledge together, FromAssumption is a reading or guess that
// no text states.
const (
	FromEvidence   Basis = "evidence"
	FromKnowledge  Basis = "own knowledge"
	FromBoth       Basis = "both"
	FromAssumption Basis = "assumed"
	FromNothing    Basis = "missing"
)

// maxHops bounds the hops of a reply.
const maxHops = 8

// Recalled reports whether the hop rests on the model's own knowledge, alone or with the evidence.
func (h Hop) Recalled() bool { return h.From == FromKnowledge || h.From == FromBoth }

// Lacks returns what the evidence does not establish of an answer: the hops that are missing or
// rest on the model's own knowledge.
func Lacks(hops []Hop) (needs []string) {
	for _, h := range hops {
		if h.From == FromNothing || h.Recalled() {
			needs = append(needs, h.Needs)
		}
	}
	return needs
}

const (
	hopRule = `First list in "hops" what has to be known for the answer, one thing each, in order, at most 6: ` +
		`"needs" says what, with the names known by then; "found" is its value, "" if unknown; ` +
		`"from" is "evidence", "own knowledge", "both", "assumed" (stated nowhere) or "missing". `
	briefRule = `Then answer as briefly as the question allows: a name, a date, a number, yes or no, or a sentence. `
	citeRule  = `List in "evidence" the numbers of the evidence that the answer rests on. `
	quoteRule = `List in "evidence" what the answer rests on, each by its number with the sentence that counts, word for word. `
	openRule  = `Where the evidence is not enough you may use your own knowledge; mark it in the hop. ` +
		`Say in "missing" what the evidence lacks, else leave it empty. ` +
		`Only if you do not know either, set "abstained" to true and leave the answer empty. `
	rejectRule = `Use the evidence only. If it does not establish the answer, do not guess: ` +
		`set "abstained" to true, leave the answer empty and say in "missing" what is missing. `
	unreadRule = `Think in "analysis", in a sentence or two. If you do not know, set "abstained" to true, leave the answer empty and say in "missing" what you do not know. `
)

// Form returns the prompt's name, decoding settings and reply schema.
func (p AnswerPrompt) Form() llm.Form {
	return llm.Form{Name: p.Prompt, Limits: llm.Limits{Temperature: p.Temperature, MaxTokens: p.Reply}, Schema: p.schema()}
}

func (p AnswerPrompt) schema() string {
	const common = `"answer":{"type":"string"},"abstained":{"type":"boolean"},"missing":{"type":"string"}`
	if p.Unread {
		return `{"type":"object","properties":{"analysis":{"type":"string"},` + common +
			`},"required":["analysis","answer","abstained","missing"],"additionalProperties":false}`
	}
	item := `{"type":"integer"}`
	if p.Quotes {
		item = `{"type":"object","properties":{"number":{"type":"integer"},"quote":{"type":"string"}},` +
			`"required":["number","quote"],"additionalProperties":false}`
	}
	return `{"type":"object","properties":{"hops":{"type":"array","items":{"type":"object","properties":` +
		`{"needs":{"type":"string"},"found":{"type":"string"},` +
		`"from":{"type":"string","enum":["evidence","own knowledge","both","assumed","missing"]}},` +
		`"required":["needs","found","from"],"additionalProperties":false}},` + common + `,"evidence":{"type":"array","items":` + item +
		`},"rival":{"type":"string"},"rival_evidence":{"type":"array","items":{"type":"integer"}}},` +
		`"required":["hops","answer","abstained","missing","evidence","rival","rival_evidence"],` +
		`"additionalProperties":false}`
}

// Messages returns the chat messages.
func (p AnswerPrompt) Messages() []llm.Message {
	user := "Question: " + strings.TrimSpace(p.Question.Text)
	if p.Unread {
		return []llm.Message{llm.System(p.Task+briefRule+unreadRule, LengthRule(p.Reply)+JSONRule), llm.User(user)}
	}
	rules := hopRule + briefRule + citeRule
	if p.Quotes {
		rules = hopRule + briefRule + quoteRule
	}
	rules += RivalRule + `List its numbers in "rival_evidence". `
	mode := openRule
	if p.Question.Mode == Reject {
		mode = rejectRule
	}
	var lines []string
	for i, e := range p.Evidence {
		if e.Under != "" && (i == 0 || p.Evidence[i-1].Under != e.Under) {
			lines = append(lines, OneLine(llm.Defused(e.Under)))
		}
		lines = append(lines, e.Line(p.number(i)))
	}
	if len(lines) == 0 {
		lines = []string{"(nothing was found)"}
	}
	return []llm.Message{llm.System(p.Task+rules, mode+Rules(p.Reply)),
		llm.User(user + "\n" + p.Before + "\n" + llm.Fenced("evidence", strings.Join(lines, "\n")))}
}

// Parse parses the answer. Unknown evidence numbers are dropped.
func (p AnswerPrompt) Parse(reply string) (AnswerReply, error) {
	r, err := ParseObject[struct {
		Hops         []replyHop  `json:"hops"`
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
	out := AnswerReply{Hops: hops(r.Hops), Answer: string(r.Answer), Abstained: r.Abstained, Missing: OneLine(string(r.Missing)),
		OwnKnowledge: r.OwnKnowledge || p.Unread, Rests: p.rests(r.Evidence), Rival: string(r.Rival), Against: p.rests(r.Against)}
	out.OwnKnowledge = out.OwnKnowledge || slices.ContainsFunc(out.Hops, Hop.Recalled)
	if out.Answer == "" && !out.Abstained {
		return AnswerReply{}, errors.New("neither an answer nor abstained")
	}
	return out, nil
}

// number returns the number of the i-th piece of evidence in the prompt.
func (p AnswerPrompt) number(i int) int { return cmp.Or(p.Evidence[i].Number, i+1) }

// basisForm undoes the forms in which models write the bases, such as own_knowledge.
var basisForm = strings.NewReplacer("_", " ", "-", " ")

// replyHop is a hop in a reply.
type replyHop struct {
	Needs LooseText `json:"needs"`
	Found LooseText `json:"found"`
	From  LooseText `json:"from"`
}

// hops returns the hops of a reply, at most maxHops. What is said to be missing has no value, whatever
// stands there, such as "unknown".
func hops(list []replyHop) (out []Hop) {
	for _, r := range list[:min(len(list), maxHops)] {
		h := Hop{OneLine(string(r.Needs)), OneLine(string(r.Found)), basis(string(r.From))}
		if h.From == FromNothing {
			h.Found = ""
		}
		if h.Found == "" {
			h.From = FromNothing
		}
		if h.Needs != "" {
			out = append(out, h)
		}
	}
	return out
}

// basis returns a basis as a model wrote it; an unknown one is the evidence.
func basis(reply string) Basis {
	words := strings.ToLower(strings.TrimSpace(basisForm.Replace(reply)))
	switch b := Basis(words); {
	case b == FromKnowledge, b == FromBoth, b == FromAssumption, b == FromNothing:
		return b
	case strings.Contains(words, "evidence") && strings.Contains(words, "knowledge"):
		return FromBoth
	}
	return FromEvidence
}

// rests returns the existing evidence that a reply refers to, without duplicates.
func (p AnswerPrompt) rests(list []replyRest) (out []Rest) {
	at := map[int]int{}
	for i := range p.Evidence {
		at[p.number(i)] = i
	}
	for _, r := range list {
		i, known := at[int(r.Number)]
		x := Rest{i, strings.TrimSpace(string(r.Quote))}
		if known && !slices.Contains(out, x) {
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
		passages = lists.Map(p.Evidence, func(e Evidence) offline.Passage { return offline.Passage{Title: e.Label, Text: e.Text} })
		place = func(passage int, _ string) int { return passage }
	}
	a := kit.Answer(p.Parsed, passages)
	out := AnswerReply{Answer: a.Text, Abstained: a.Abstained, Missing: a.Missing, Unsure: !a.Sure}
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

// places locates a piece of evidence in its source chunk.
func (p AnswerPrompt) places(x Rest, answer string) []Reference {
	e := p.Evidence[x.Evidence]
	if e.Chunk.ID == "" {
		return nil
	}
	return Piece{Chunks: []graph.ChunkRow{e.Chunk}}.Cite(answer, x.Quote, p.Question.Text)
}

// LocateAnswer is Locate for answers that may be too short to be searched for.
func LocateAnswer(row graph.ChunkRow, answer, note string) (Reference, bool) {
	if len([]rune(answer)) < 3 {
		answer = "" // yes, no or a digit matches anywhere
	}
	return Locate(row, answer, note)
}
