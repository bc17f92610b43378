package graphreader

import (
	"context"
	"time"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/llm"
	"grove/internal/text"
	"grove/query"
)

// leastPart is the least room for a part of a chunk, in tokens [G].
const leastPart = 64

// readChunks is the second stage: it reads the chunks of the queue. errDone
// says that the agent has enough.
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

// readOne reads a chunk, in parts where it is larger than the room for it.
func (p *path) readOne(ctx context.Context, q *queue, row graph.ChunkRow) error {
	p.titles[row.ID] = row.Title
	prompt := chunkPrompt{situation: p.bareSituation(), chunk: row.ID, title: row.Title, part: 99, parts: 99, queued: 99}
	space := roomFor(p, prompt)
	if space < leastPart {
		return fault.New(fault.WindowTooSmall, "graphreader.readOne", string(row.ID), "no room for a chunk", "use a larger --window")
	}
	parts := split(p.Session, query.Defused(row.Text), space)
	for i, part := range parts {
		started := time.Now()
		prompt.situation, prompt.text, prompt.part, prompt.parts, prompt.queued = p.situation(), part, i+1, len(parts), len(q.waiting)
		reply, err := call(ctx, p, prompt)
		if err != nil {
			return err
		}
		p.chunks[row.ID] = row // read only once it has been shown
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

// insert puts a chunk next in the queue, or says why not.
func (p *path) insert(q *queue, id graph.ID, args map[string]any) []string {
	if q.insert(p, id) {
		return []string{string(id)}
	}
	args["refused"] = "there is no such chunk, or it is read or waiting already"
	return nil
}

// split cuts a text into parts of at most so many tokens, at the ends of
// sentences where they fit. The parts join to the text.
func split(s *llm.Session, t string, room int) []string {
	if s.Count(t) <= room {
		return []string{t}
	}
	runes := []rune(t)
	var cuts []int
	for _, sentence := range text.Sentences(t) {
		if sentence.Start > 0 {
			cuts = append(cuts, sentence.Start)
		}
	}
	cuts = append(cuts, len(runes))
	var parts []string
	start, end, tokens := 0, 0, 0
	for _, cut := range cuts {
		n := s.Count(string(runes[end:cut])) + 1
		if tokens+n > room && end > start {
			parts = append(parts, string(runes[start:end]))
			start, tokens = end, 0
		}
		end, tokens = cut, tokens+n
		for start < end && tokens > room { // one sentence larger than the room
			head := halve(s, runes[start:end], room)
			parts = append(parts, string(runes[start:start+head]))
			start += head
			tokens = s.Count(string(runes[start:end])) + 1
		}
	}
	if start < end {
		parts = append(parts, string(runes[start:end]))
	}
	return parts
}

// halve is a length at which a run of text without sentences fits the room.
func halve(s *llm.Session, runes []rune, room int) int {
	n := len(runes)
	for n > 1 && s.Count(string(runes[:n]))+1 > room {
		n /= 2
	}
	return n
}
