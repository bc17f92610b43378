// Package chunkread reads a long input piece by piece in its order, as the baselines of GraphReader
// do: [Chunks] answers from the first piece that is enough, [Notes] carries notes from piece to piece.
package chunkread

import (
	"context"
	"slices"
	"strings"
	"time"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/lists"
	"grove/internal/llm"
	"grove/internal/llm/offline"
	"grove/query"
)

// The names of the agents.
const (
	Chunks = "chunks"
	Notes  = "chunks-notes"
)

const (
	// LeastWindow is the smallest window the agents work in, in tokens [G].
	LeastWindow = 1536
	// temperature is that of GraphReader and its baselines.
	temperature = 0.2
	optionChunk = "chunk"
)

// Agents returns the agents.
func Agents() []query.Agent {
	return []query.Agent{
		reading(Chunks, "reads a long input in its order until one piece is enough to answer", false),
		reading(Notes, "reads a long input in its order with notes, until they are enough to answer", true),
	}
}

func reading(name, purpose string, noting bool) query.Agent {
	return query.Agent{
		Name: name, Purpose: purpose, Calls: "up to one for each piece, and 1", LeastWindow: LeastWindow, LeastCalls: 2,
		Needs: []query.Need{query.NeedText},
		Options: []query.Option{{Name: optionChunk, Purpose: "tokens of a piece, as far as the window has room", Default: "2000",
			Least: 100, Most: 8000, Source: "GraphReader: L = 2k"}, query.ScopeOption},
		Work: func(ctx context.Context, f *query.Frame) (query.Answer, error) { return answer(ctx, f, noting) },
	}
}

// run is the work on one question.
type run struct {
	*query.Frame
	noting bool
	reply  int
	notes  string
	read   []query.Piece
	// failed counts the pieces for which no reply was usable.
	failed int
}

func answer(ctx context.Context, f *query.Frame, noting bool) (query.Answer, error) {
	r := &run{Frame: f, noting: noting, reply: min(max(f.Options.Window/8, 160), 512)}
	bare := piecePrompt{question: f.Question, parsed: f.Parsed, noting: noting, reply: r.reply}
	// The piece that is enough has to fit into the prompt for the answer too.
	room := min(query.Room(f.Session, llm.Prompt[pieceReply](bare)), r.AnswerRoom(r.answerPrompt())) - query.TitleTokens
	if noting {
		room -= r.reply
	}
	in, err := f.Input(ctx, min(room, f.Number(optionChunk)))
	if err != nil {
		return query.Answer{}, err
	}
	enough := -1
	for i, piece := range in.Pieces {
		if f.SpareCalls() < 1 {
			f.Unread(llm.LimitCalls, len(in.Pieces)-i+r.failed, len(in.Pieces))
			break
		}
		stop, err := r.one(ctx, piece, i)
		if fault.Is(err, fault.LimitReached) {
			break
		}
		if err != nil {
			return query.Answer{}, err
		}
		if stop {
			enough = i
			break
		}
	}
	f.Unread("", r.failed, len(in.Pieces))
	return r.conclude(ctx, in.Pieces, enough)
}

// one reads a piece and reports whether it, or the notes with it, are enough.
func (r *run) one(ctx context.Context, piece query.Piece, i int) (bool, error) {
	started := time.Now()
	prompt := piecePrompt{question: r.Question, parsed: r.Parsed, piece: piece, notes: r.notes, noting: r.noting, reply: r.reply}
	reply, _, err := query.AskWithin(ctx, r.Session, llm.Prompt[pieceReply](prompt), r.SpareCalls())
	args := map[string]any{"piece": i + 1, "title": piece.Title}
	if err != nil {
		if !fault.Is(err, fault.BadReply) {
			return false, err
		}
		args["error"] = err.Error() // the next piece may be readable
		r.failed++
	} else {
		r.notes = query.LastText(r.Session, reply.notes, r.reply)
		args["enough"] = reply.enough
		if r.noting {
			args["notebook"] = r.notes
		}
	}
	r.read = append(r.read, piece)
	r.Trace.Add(query.Step{Action: "read_piece", Args: args, Rows: len(piece.Chunks), Ms: query.Since(started),
		IDs: lists.Map(piece.Chunks, func(c graph.ChunkRow) string { return string(c.ID) })})
	return reply.enough, nil
}

// answerPrompt returns the prompt for the answer with the notes, without pieces.
func (r *run) answerPrompt() query.AnswerPrompt {
	p := answerPrompt(r.reply)
	if r.notes != "" {
		p.Before = llm.Fenced("notes", r.notes) + "\n"
	}
	return p
}

// conclude answers from the piece that is enough, with the notes; without one from the notes and the last
// pieces that fit.
func (r *run) conclude(ctx context.Context, pieces []query.Piece, enough int) (query.Answer, error) {
	r.Session.SetReserve(llm.Reserve{})
	prompt := r.answerPrompt()
	shown := slices.Clone(r.read)
	slices.Reverse(shown)
	if enough >= 0 {
		shown = pieces[enough : enough+1]
	} else if !r.noting {
		shown = nil // no piece was found to be enough
	}
	left := r.AnswerRoom(prompt)
	var kept []query.Piece
	for _, p := range shown {
		e := query.Evidence{Label: p.Title, Text: p.Text, Chunk: p.Chunks[0]}
		if cost := r.Session.Count(e.Line(len(kept)+1)) + 1; cost <= left {
			left -= cost
			kept, prompt.Evidence = append(kept, p), append(prompt.Evidence, e)
		}
	}
	read := lists.Flat(r.read, func(p query.Piece) []graph.ChunkRow { return p.Chunks })
	return r.Conclude(ctx, query.Closing{Prompt: prompt, Read: read, Nothing: len(kept) == 0 && r.notes == "",
		Pieces: kept, Args: map[string]any{"pieces": len(r.read)}})
}

const task = `A long text was read part by part for a question. You see notes on it, if any were taken, and parts of it. `

func answerPrompt(reply int) query.AnswerPrompt {
	return query.AnswerPrompt{Prompt: "chunkread.answer/1", Task: task, Quotes: true, Temperature: temperature, Reply: reply}
}

// piecePrompt asks whether a piece is enough to answer, and for notes.
type piecePrompt struct {
	question query.Question
	parsed   offline.Question
	piece    query.Piece
	notes    string
	noting   bool
	reply    int
}

// pieceReply is the reply on a piece.
type pieceReply struct {
	enough bool
	notes  string
}

const (
	pieceInstructions = `You read a long text part by part, in order, to answer a question. `
	judgeRule         = `Set "enough" to true only if this part alone states what is needed for the answer. `
	notesRule         = `Write in "notes" anew, briefly, all that you know by now that bears on the question, with exact names, dates and numbers: ` +
		`keep what still matters of the notes so far, and add what this part says. ` +
		`Set "enough" to true only if the notes state all that is needed for the answer. `
)

// Form returns the prompt's name, decoding settings and reply schema.
func (p piecePrompt) Form() llm.Form {
	limits := llm.Limits{Temperature: temperature, MaxTokens: p.reply}
	if p.noting {
		return llm.Form{Name: "chunkread.notes/1", Limits: limits,
			Schema: `{"type":"object","properties":{"notes":{"type":"string"},"enough":{"type":"boolean"}},` +
				`"required":["notes","enough"],"additionalProperties":false}`}
	}
	return llm.Form{Name: "chunkread.judge/1", Limits: limits,
		Schema: `{"type":"object","properties":{"enough":{"type":"boolean"}},"required":["enough"],"additionalProperties":false}`}
}

// Messages returns the chat messages.
func (p piecePrompt) Messages() []llm.Message {
	rules, notes := judgeRule, ""
	if p.noting {
		rules, notes = notesRule, llm.Fenced("notes so far", p.notes)+"\n"
	}
	return []llm.Message{llm.System(pieceInstructions+rules, query.Rules(p.reply)),
		llm.User("Question: " + strings.TrimSpace(p.question.Text) + "\n" +
			notes + llm.Fenced("part of: "+p.piece.Caption(), p.piece.Text))}
}

// Parse parses the reply.
func (p piecePrompt) Parse(reply string) (pieceReply, error) {
	r, err := query.ParseObject[struct {
		Notes  query.LooseText `json:"notes"`
		Enough bool            `json:"enough"`
	}](reply, "enough")
	if err != nil || !p.noting {
		return pieceReply{enough: r.Enough}, err
	}
	return pieceReply{r.Enough, strings.TrimSpace(string(r.Notes))}, nil
}

// Offline is satisfied by a sure answer; it notes the sentences that support the best one.
func (p piecePrompt) Offline(kit *offline.Kit) pieceReply {
	passages := p.piece.Passages()
	own := len(passages)
	if p.noting && p.notes != "" {
		passages = append(passages, offline.Passage{Text: p.notes})
	}
	a := kit.Answer(p.parsed, passages)
	out := pieceReply{enough: a.Sure, notes: p.notes}
	for _, s := range a.Support {
		if sentence := offline.Sentence(passages, s); s.Passage < own && !strings.Contains(out.notes, sentence) {
			out.notes = strings.TrimSpace(out.notes + " " + sentence)
		}
	}
	return out
}

// Prompts describes the prompts of the agents.
func Prompts() []llm.Listed {
	return []llm.Listed{
		llm.List("is one part of a long text enough to answer?", piecePrompt{reply: 512}),
		llm.List("take notes from part to part until they are enough", piecePrompt{noting: true, reply: 512}),
		llm.List("answer from notes and parts", answerPrompt(512)),
	}
}
