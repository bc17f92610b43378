package graphreader

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"grove/internal/fault"
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

// chunkPrompt shows a chunk, or a part of it, and asks for notes and the next action.
type chunkPrompt struct {
	situation
	chunk graph.ID
	title string
	// text is the part shown: number part of parts, from 1.
	text        string
	part, parts int
	// queued is the number of chunks in the queue.
	queued int
}

// chunkReply is the parsed decision.
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

// Form returns the prompt's name, decoding settings and reply schema.
func (p chunkPrompt) Form() llm.Form {
	return llm.Form{Name: "graphreader.chunk/2", Limits: p.limits(),
		Schema: `{"type":"object","properties":{` + noteSchema +
			`,"thought":{"type":"string"},"action":{"type":"string","enum":["search_more","read_previous_chunk","read_subsequent_chunk",` +
			`"termination"]}},` +
			`"required":["notebook","thought","action"],"additionalProperties":false}`}
}

// Messages returns the chat messages.
func (p chunkPrompt) Messages() []llm.Message {
	head := fmt.Sprintf("Chunk %s, %d waiting", p.labels.of(p.chunk), p.queued)
	if p.parts > 1 {
		head = fmt.Sprintf("Chunk %s, part %d of %d, %d waiting", p.labels.of(p.chunk), p.part, p.parts, p.queued)
	}
	title := text.Truncate(query.OneLine(llm.Defused(p.title)), 100)
	return p.messages(chunkInstructions, head+"\n"+llm.Fenced("chunk of: "+title, p.text))
}

// Parse parses the decision. A note without chunks is attributed to the chunk shown.
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

// Offline notes the sentences that support the answer and, unless it is sure, the most relevant one
// if it has half of the question's words: it may name what leads on.
func (p chunkPrompt) Offline(kit *offline.Kit) chunkReply {
	passages := append(passagesOf(p.notes, p.titles), offline.Passage{Title: p.title, Text: p.text})
	here := len(passages) - 1
	a := kit.Answer(p.parsed, passages)
	out := chunkReply{notes: slices.Clone(p.notes), action: searchMore}
	add := func(s text.Span) {
		n := note{text.Slice(p.text, s.Start, s.End), []graph.ID{p.chunk}}
		if !slices.ContainsFunc(out.notes, func(o note) bool { return o.text == n.text }) {
			out.notes = append(out.notes, n)
		}
	}
	note := func(s text.Span) { // with the sentence that has the antecedent of its pronoun
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
	if a.Sure {
		out.action = termination
		return out
	}
	if s, ok := kit.BestSentence(p.parsed, offline.Passage{Title: p.title, Text: p.text}); ok {
		note(s)
	}
	return out
}

// leastPart is the smallest part of a chunk worth reading, in tokens [G].
const leastPart = 64

// readChunks is the second stage: it reads the chunks of the queue. It returns errDone if
// the agent terminates.
func (p *path) readChunks(ctx context.Context, q *queue) error {
	for {
		id, ok := q.next(p)
		if !ok {
			return nil
		}
		rows, err := p.graph.Chunks(ctx, graph.ChunksQuery{IDs: []graph.ID{id}, Limit: 1})
		if err != nil {
			return err
		}
		if len(rows) == 0 {
			p.trace.Add(query.Step{Action: "chunk_gone", Args: map[string]any{"chunk": string(id)}})
			continue
		}
		if err := p.readOne(ctx, q, rows[0]); err != nil {
			return err
		}
	}
}

// readOne reads a chunk, in parts if it does not fit into one call.
func (p *path) readOne(ctx context.Context, q *queue, row graph.ChunkRow) error {
	p.titles[row.ID] = row.Title
	prompt := chunkPrompt{situation: p.bareSituation(), chunk: row.ID, title: row.Title, part: 99, parts: 99, queued: 99}
	space := roomFor(p, prompt)
	if space < leastPart {
		return fault.New(fault.WindowTooSmall, "graphreader.readOne", string(row.ID), "no room for a chunk", "use a larger --window")
	}
	parts := query.Split(p.Session, llm.Defused(row.Text), space)
	for i, part := range parts {
		started := time.Now()
		prompt.situation, prompt.text, prompt.part, prompt.parts, prompt.queued = p.situation(), part, i+1, len(parts), len(q.waiting)
		reply, err := call(ctx, p, prompt)
		if err != nil {
			return err
		}
		p.chunks[row.ID] = row // counts as read once it has been shown
		p.rewrite(reply.notes)
		args := map[string]any{"chunk": string(row.ID), "part": i + 1, "parts": len(parts), "notebook": p.texts()}
		var inserted []string
		switch reply.action {
		case readPreviousChunk:
			inserted = p.insert(q, row.Previous, args)
		case readSubsequentChunk:
			inserted = p.insert(q, row.Next, args)
		}
		p.did(started, reply.action, "at "+p.labels.of(row.ID), reply.thought, args, inserted)
		if reply.action == termination {
			return errDone
		}
	}
	return nil
}

// insert puts a chunk at the front of the queue, or records in args why it cannot.
func (p *path) insert(q *queue, id graph.ID, args map[string]any) []string {
	if q.insert(p, id) {
		return []string{string(id)}
	}
	args["refused"] = "there is no such chunk, or it is read or waiting already"
	return nil
}
