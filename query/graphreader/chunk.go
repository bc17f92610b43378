package graphreader

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"grove/internal/graph"
	"grove/internal/llm"
	"grove/internal/llm/offline"
	"grove/internal/text"
	"grove/query"
)

// The functions of the second stage; termination is one of the third too.
const (
	searchMore          = "search_more"
	readPreviousChunk   = "read_previous_chunk"
	readSubsequentChunk = "read_subsequent_chunk"
	termination         = "termination"
)

// chunkPrompt shows a chunk, or a part of one, and asks how to go on.
type chunkPrompt struct {
	situation
	chunk graph.ID
	title string
	// text is the part shown; part counts from 1 of parts.
	text        string
	part, parts int
	// queued is how many chunks wait to be read.
	queued int
}

// chunkReply is what the agent decides.
type chunkReply struct {
	notes   []note
	thought string
	action  string
}

const chunkInstructions = `You search a graph of facts to answer a question, and you are reading a chunk of a document. ` +
	`First write the notebook anew, whole: keep what still matters, add everything in this chunk that bears on the question or the plan, ` +
	`with exact names, dates and numbers, and give each note the chunks it comes from. ` +
	`Then choose one: "search_more" to go on to the next chunk waiting, if more is needed; ` +
	`"read_previous_chunk" or "read_subsequent_chunk" if what is needed seems to stand just before or after this chunk; ` +
	`"termination" if the notebook is enough to answer.`

// Name names the prompt.
func (chunkPrompt) Name() string { return "graphreader.chunk/2" }

// Messages gives the chat.
func (p chunkPrompt) Messages() []llm.Message {
	head := fmt.Sprintf("Chunk %s, %d waiting", p.labels.of(p.chunk), p.queued)
	if p.parts > 1 {
		head = fmt.Sprintf("Chunk %s, part %d of %d, %d waiting", p.labels.of(p.chunk), p.part, p.parts, p.queued)
	}
	return p.messages(chunkInstructions, head+"\n"+query.Fenced("chunk of: "+text.Truncate(query.OneLine(query.Defused(p.title)), 100), p.text))
}

// ReplySchema is the form of the reply.
func (chunkPrompt) ReplySchema() json.RawMessage {
	return json.RawMessage(`{"type":"object","properties":{` + noteSchema + `,"thought":{"type":"string"},"action":{"type":"string","enum":["search_more","read_previous_chunk","read_subsequent_chunk","termination"]}},"required":["notebook","thought","action"],"additionalProperties":false}`)
}

// Limits are the decoding settings.
func (p chunkPrompt) Limits() llm.Limits { return p.limits() }

// Parse reads the decision. A new note without chunks is the shown chunk's.
func (p chunkPrompt) Parse(reply string) (chunkReply, error) {
	type form struct {
		Notebook []replyNote `json:"notebook"`
		Thought  string      `json:"thought"`
		Action   string      `json:"action"`
	}
	r, err := query.ParseWhole[form](reply, "notebook", "action")
	if err != nil {
		return chunkReply{}, err
	}
	out := chunkReply{notes: p.labels.notes(r.Notebook), thought: query.OneLine(r.Thought), action: action(r.Action)}
	switch out.action {
	case searchMore, readPreviousChunk, readSubsequentChunk, termination:
	default:
		return chunkReply{}, errors.New("the action is none of the four")
	}
	for i := range out.notes {
		if len(out.notes[i].chunks) == 0 {
			out.notes[i].chunks = []graph.ID{p.chunk}
		}
	}
	return out, nil
}

// Offline notes the sentences that lead towards the answer, else the most
// relevant one if it has half of the question's words.
func (p chunkPrompt) Offline(kit *offline.Kit) chunkReply {
	passages := append(p.passages(), offline.Passage{Title: p.title, Text: p.text})
	here := len(passages) - 1
	a := kit.Answer(p.parsed, passages)
	out := chunkReply{notes: slices.Clone(p.notes), action: searchMore}
	add := func(s text.Span) {
		n := note{text.Slice(p.text, s.Start, s.End), []graph.ID{p.chunk}}
		if !slices.ContainsFunc(out.notes, func(o note) bool { return o.text == n.text }) {
			out.notes = append(out.notes, n)
		}
	}
	note := func(s text.Span) { // with whom its "she" stands for
		if lead, ok := kit.LeadIn(passages[here], s); ok {
			add(lead)
		}
		add(s)
	}
	for _, s := range a.Support {
		if s.Passage == here {
			note(s.Span)
		}
	}
	if !a.Abstained && a.Sure {
		out.action = termination
		return out
	}
	if len(out.notes) == len(p.notes) {
		if s, ok := kit.BestSentence(p.parsed, offline.Passage{Title: p.title, Text: p.text}); ok {
			note(s)
		}
	}
	return out
}
