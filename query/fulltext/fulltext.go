// Package fulltext answers in one call from a long input itself, as a baseline for the agents that
// read it in many: [FullText] shows as much as fits the window, [FirstK] and [LastK] show the first
// or last tokens.
//
// Values marked [G] are Grove's.
package fulltext

import (
	"context"

	"grove/internal/graph"
	"grove/internal/lists"
	"grove/internal/llm"
	"grove/query"
)

// The names of the agents.
const (
	FullText = "fulltext"
	FirstK   = "first-k"
	LastK    = "last-k"
)

// cut is the part that is left out of an input that does not fit.
type cut string

// The cuts, as values of the option optionTruncate.
const (
	cutMiddle cut = "middle"
	cutTail   cut = "tail"
	cutHead   cut = "head"
)

const (
	// LeastWindow is the smallest window the agents work in, in tokens [G].
	LeastWindow = 1024
	// pieceTokens is the size of a numbered piece of evidence, in tokens [G].
	pieceTokens = 128
	// optionTruncate is the option for the part to leave out; optionK for the tokens to show.
	optionTruncate, optionK = "truncate", "k"
)

const task = `You are given a long text, or the parts of it that could be shown, in numbered pieces in their order. ` +
	`Read it, and put together what belongs together. `

// Agents returns the agents.
func Agents() []query.Agent {
	k := query.Option{Name: optionK, Purpose: "tokens of the input that are shown, as far as the window has room", Default: "8000",
		Least: 100, Most: 1_000_000, Source: "ReadAgent: 6,000 words"}
	return []query.Agent{
		reading(FullText, "answers from a whole long input; what exceeds the window is left out", query.Option{Name: optionTruncate,
			Purpose: "part that is left out if the input is too long", Default: string(cutMiddle),
			Choices: []string{string(cutMiddle), string(cutTail), string(cutHead)}, Source: "Graph of Agents: the middle"},
			func(f *query.Frame) (int, cut) { return f.Options.Window, cut(f.Choice(optionTruncate)) }),
		reading(FirstK, "answers from the first tokens of a long input", k,
			func(f *query.Frame) (int, cut) { return f.Number(optionK), cutTail }),
		reading(LastK, "answers from the last tokens of a long input", k,
			func(f *query.Frame) (int, cut) { return f.Number(optionK), cutHead }),
	}
}

// reading returns an agent that shows at most the tokens, and cuts the part, that bounds returns.
func reading(name, purpose string, own query.Option, bounds func(*query.Frame) (int, cut)) query.Agent {
	return query.Agent{
		Name: name, Purpose: purpose, Calls: "1", LeastWindow: LeastWindow, LeastCalls: 1,
		Needs: []query.Need{query.NeedText}, Options: []query.Option{own, query.ScopeOption},
		Work: func(ctx context.Context, f *query.Frame) (query.Answer, error) {
			tokens, part := bounds(f)
			return answer(ctx, f, tokens, part)
		},
	}
}

func answerPrompt(reply int) query.AnswerPrompt {
	return query.AnswerPrompt{Prompt: "fulltext.answer/2", Task: task, Quotes: true, Reply: reply}
}

// answer shows the input and asks for the answer.
func answer(ctx context.Context, f *query.Frame, tokens int, part cut) (query.Answer, error) {
	in, err := f.InputByDocument(ctx, pieceTokens)
	if err != nil {
		return query.Answer{}, err
	}
	f.Session.SetReserve(llm.Reserve{}) // the one call is the answer's
	prompt := answerPrompt(query.ReplyFor(f.Options.Window, 512))
	all := lists.Map(in.Pieces, func(p query.Piece) query.Evidence {
		return query.Evidence{Under: "From " + p.Title, Text: p.Text, Chunk: p.Chunks[0]}
	})
	costs := lists.Map(all, func(e query.Evidence) int {
		return f.Session.Count(e.Line(len(all))) + f.Session.Count(query.OneLine(llm.Defused(e.Under))) + 2
	})
	var shown []query.Piece
	var read []graph.ChunkRow
	for _, i := range kept(costs, min(tokens, f.AnswerRoom(prompt)), part) {
		shown, prompt.Evidence = append(shown, in.Pieces[i]), append(prompt.Evidence, all[i])
		read = append(read, in.Pieces[i].Chunks...)
	}
	if len(shown) < len(all) {
		f.Trace.Add(query.Step{Action: "input_cut", Rows: len(shown), Args: map[string]any{"shown": len(shown), "of": len(all),
			"left_out": string(part)}})
	}
	return f.Conclude(ctx, query.Closing{Prompt: prompt, Read: read, Nothing: len(shown) == 0, Pieces: shown,
		Args: map[string]any{"pieces": len(shown)}})
}

// kept returns, ascending, the indices of the pieces that fit into room tokens once a part is cut.
func kept(costs []int, room int, part cut) []int {
	head, tail := 0, len(costs)
	for head < tail {
		fromHead := part == cutTail || part == cutMiddle && head <= len(costs)-tail
		at := tail - 1
		if fromHead {
			at = head
		}
		if room -= costs[at]; room < 0 {
			break
		}
		if fromHead {
			head++
		} else {
			tail--
		}
	}
	return lists.Filter(lists.Indices(len(costs)), func(i int) bool { return i < head || i >= tail })
}

// Prompts describes the prompts of the agents.
func Prompts() []llm.Listed {
	return []llm.Listed{
		llm.List("answer from a whole long text", answerPrompt(512)),
	}
}
