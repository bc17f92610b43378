package graphreader

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"grove/internal/graph"
	"grove/internal/llm"
	"grove/internal/llm/offline"
	"grove/query"
)

// notebook is what one path brought home.
type notebook struct {
	// start is the key element that the path set out from.
	start string
	notes []note
}

// answerPrompt shows all notebooks and asks for the answer.
type answerPrompt struct {
	question query.Question
	parsed   offline.Question
	// notebooks are in the order of the paths. Their notes are numbered through, from 1.
	notebooks []notebook
	titles    map[graph.ID]string
	reply     int
}

// answerReply is the answer and what it rests on.
type answerReply struct {
	query.Reply
	// notes are the indices, from 0, of the notes the answer rests on, against
	// those of its rival.
	notes, against []int
}

const answerInstructions = `Several agents searched documents for the answer to a question, each with a notebook of its own. ` +
	`First analyse every notebook: what it establishes, and what it lacks that another one supplies. Put what belongs together side by side. ` +
	`Where notes contradict each other, go by what most notebooks say. Then answer, as briefly as the question allows: a name, a date, a number, yes or no, or a sentence. ` +
	`List the numbers of the notes that the answer rests on. ` + query.RivalRule + `List its notes in "rival_notes". `

const openRule = `If the notes are not enough, you may answer from your own knowledge; then set "own_knowledge" to true. Only if you do not know either, set "abstained" and say in "missing" what is missing. `

const rejectRule = `Use the notes only. If they do not establish the answer, do not guess: set "abstained" to true, leave the answer empty and say in "missing" what is missing. `

// Name names the prompt.
func (answerPrompt) Name() string { return "graphreader.answer/2" }

// Messages gives the chat.
func (p answerPrompt) Messages() []llm.Message {
	rule := openRule
	if p.question.Mode == query.Reject {
		rule = rejectRule
	}
	var lines []string
	n := 0
	for i, book := range p.notebooks {
		lines = append(lines, fmt.Sprintf("Notebook %d (from %s)", i+1, query.OneLine(book.start)))
		for _, note := range book.notes {
			n++
			lines = append(lines, p.line(n, note))
		}
	}
	return []llm.Message{llm.System(answerInstructions + rule + query.LengthRule(p.reply) + query.DataRule + query.JSONRule),
		llm.User("Question: " + strings.TrimSpace(p.question.Text) + "\n\n" + query.Fenced("notebooks", strings.Join(lines, "\n")))}
}

// line is a note as shown, with the title of its document: what it costs must be what
// it counts, so that fences inside are taken apart here already.
func (p answerPrompt) line(number int, n note) string {
	title := ""
	if len(n.chunks) > 0 && p.titles[n.chunks[0]] != "" {
		title = "(" + query.OneLine(p.titles[n.chunks[0]]) + ") "
	}
	return query.Defused(fmt.Sprintf("%d. %s%s", number, title, strings.Join(strings.Fields(n.text), " ")))
}

// ReplySchema is the form of the reply.
func (answerPrompt) ReplySchema() json.RawMessage {
	return json.RawMessage(`{"type":"object","properties":{"analysis":{"type":"string"},"answer":{"type":"string"},"abstained":{"type":"boolean"},"missing":{"type":"string"},"own_knowledge":{"type":"boolean"},"notes":{"type":"array","items":{"type":"integer"}},"rival":{"type":"string"},"rival_notes":{"type":"array","items":{"type":"integer"}}},"required":["analysis","answer","abstained","missing","own_knowledge","notes","rival","rival_notes"],"additionalProperties":false}`)
}

// Limits are the decoding settings.
func (p answerPrompt) Limits() llm.Limits {
	return llm.Limits{Temperature: temperature, MaxTokens: p.reply}
}

// Parse reads the answer. Numbers of notes that are not there are dropped.
func (p answerPrompt) Parse(reply string) (answerReply, error) {
	type form struct {
		Analysis     string        `json:"analysis"`
		Answer       looseText     `json:"answer"`
		Abstained    bool          `json:"abstained"`
		Missing      string        `json:"missing"`
		OwnKnowledge bool          `json:"own_knowledge"`
		Notes        []looseNumber `json:"notes"`
		Rival        looseText     `json:"rival"`
		RivalNotes   []looseNumber `json:"rival_notes"`
	}
	// An answer, or the word that there is none.
	r, err := parseObject[form](reply, "answer")
	if err != nil {
		r, err = parseObject[form](reply, "abstained")
	}
	if err != nil {
		return answerReply{}, err
	}
	out := answerReply{Reply: query.Reply{Analysis: strings.TrimSpace(r.Analysis), Answer: strings.TrimSpace(string(r.Answer)), Abstained: r.Abstained,
		Missing: strings.TrimSpace(r.Missing), OwnKnowledge: r.OwnKnowledge, Rival: strings.TrimSpace(string(r.Rival))}}
	if out.Answer == "" && !out.Abstained {
		return answerReply{}, errors.New("neither an answer nor abstained")
	}
	out.notes, out.against = p.named(r.Notes), p.named(r.RivalNotes)
	out.Named = len(out.notes)
	return out, nil
}

// named are the indices of notes that there are, each once.
func (p answerPrompt) named(numbers []looseNumber) (out []int) {
	for _, given := range numbers {
		n := int(given)
		if n >= 1 && n <= len(p.all()) && !slices.Contains(out, n-1) {
			out = append(out, n-1)
		}
	}
	return out
}

// all are the notes of all notebooks in order.
func (p answerPrompt) all() []note {
	var all []note
	for _, b := range p.notebooks {
		all = append(all, b.notes...)
	}
	return all
}

// Offline answers from the notes, equal ones once.
func (p answerPrompt) Offline(kit *offline.Kit) answerReply {
	var notes []note
	all := p.all()
	for _, n := range all {
		if !slices.ContainsFunc(notes, func(o note) bool { return o.text == n.text && slices.Equal(o.chunks, n.chunks) }) {
			notes = append(notes, n)
		}
	}
	passages := passagesOf(notes, p.titles)
	a := kit.Answer(p.parsed, passages)
	out := answerReply{Reply: query.Reply{Answer: a.Text, Abstained: a.Abstained, Missing: a.Missing}}
	for _, s := range a.Support {
		sentence := offline.Sentence(passages, s)
		for i, n := range all {
			if strings.Contains(n.text, sentence) {
				if !slices.Contains(out.notes, i) {
					out.notes = append(out.notes, i)
				}
				break
			}
		}
	}
	out.Named = len(out.notes)
	return out
}
