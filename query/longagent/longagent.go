// Package longagent implements the LongAgent: a leader, who alone knows the question, instructs
// members, each of whom reads one piece of a long input; the leader settles conflicts between
// members by having a pair of pieces read together, and answers from the members' replies.
//
// Values marked [G] are Grove's, where the published method says nothing.
package longagent

import (
	"context"
	"fmt"
	"slices"
	"time"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/lists"
	"grove/internal/llm"
	"grove/internal/text"
	"grove/query"
)

// Name is the agent's name in answers.
const Name = "longagent"

const (
	// LeastWindow is the smallest window the agent works in, in tokens, for a question of up to
	// an eighth of it [G].
	LeastWindow = 2048
	// wideWindow is the window from which a piece has pieceTokens*2 tokens.
	wideWindow, pieceTokens = 8192, 1024
	// leastPiece is the smallest piece worth a member, in tokens [G].
	leastPiece = 128
	// instructionTokens bounds an instruction of the leader [G].
	instructionTokens = 256
	// maxPairs is the largest number of pairs of members in one conflict [G].
	maxPairs = 4
	// temperature is 0, as replies are extracts, not prose [G].
	temperature = 0
)

// The agent's options and the part that can be disabled.
const (
	optionRounds  = "rounds"
	optionMembers = "members"
	optionAtOnce  = "members-at-once"

	partConflict = "conflict"
)

// Agent returns the agent.
func Agent() query.Agent {
	return query.Agent{
		Name: Name, Purpose: "a leader instructs members who each read one piece of a long input, and settles their conflicts",
		Calls: "one for each piece of 1,024 tokens in each round, and a few of the leader", LeastWindow: LeastWindow, LeastCalls: 3,
		Needs: []query.Need{query.NeedText},
		Options: []query.Option{
			{Name: optionRounds, Purpose: "instructions of the leader", Default: "6", Least: 1, Most: 20,
				Source: "Grove; LongAgent names no limit"},
			{Name: optionMembers, Purpose: "pieces that get a member; of more, the best by words are read", Default: "128",
				Least: 1, Most: 2000, Source: "LongAgent: inputs of up to 128k tokens"},
			{Name: optionAtOnce, Purpose: "members at a time", Default: "8", Least: 1, Most: 64, Source: "Grove"},
			query.ScopeOption,
		},
		Parts: []query.Part{{Name: partConflict, Purpose: "conflicts between members are not settled by reading their pieces together"}},
		Work:  answer,
	}
}

// run is the work on one question.
type run struct {
	*query.Frame
	pieces []query.Piece
	// copies is the index of the first piece with the same text, for each piece.
	copies []int
	reply  int
	rounds []round
	// settled are the pairs of members that were asked together.
	settled map[[2]int]bool
}

// round is an instruction of the leader with the members' replies to it.
type round struct {
	instruction string
	// mentions are the replies with an answer, by member; silent counts the others, unread the
	// members that could not be asked.
	mentions       []mention
	silent, unread int
}

// mention is a member's answer to an instruction.
type mention struct {
	member int
	memberReply
}

// answer reads the input and runs the rounds.
func answer(ctx context.Context, f *query.Frame) (query.Answer, error) {
	r := &run{Frame: f, reply: min(max(f.Options.Window/16, 128), 256), settled: map[[2]int]bool{}}
	size, err := r.pieceSize()
	if err != nil {
		return query.Answer{}, err
	}
	in, err := f.Input(ctx, size)
	if err != nil {
		return query.Answer{}, err
	}
	r.pieces = r.selected(in.Pieces)
	first := map[string]int{}
	for i, p := range r.pieces {
		if _, ok := first[p.Text]; !ok {
			first[p.Text] = i
		}
		r.copies = append(r.copies, first[p.Text])
	}
	if len(r.pieces) > 0 {
		if err := r.lead(ctx); err != nil {
			return query.Answer{}, err
		}
	}
	return r.conclude(ctx)
}

// pieceSize returns the size of a piece in tokens: a pair of them must fit into one call.
func (r *run) pieceSize() (int, error) {
	size := pieceTokens
	if r.Options.Window >= wideWindow {
		size *= 2
	}
	room := query.Room(r.Session, memberPrompt{pieces: make([]query.Piece, 2), reply: r.reply}) - instructionTokens
	if size = min(size, room/2-query.TitleTokens); size < leastPiece {
		return 0, fault.New(fault.WindowTooSmall, Name+".Answer", fmt.Sprintf("window %d", r.Options.Window),
			"no room for two pieces of text", fmt.Sprintf("use --window %d or more", LeastWindow))
	}
	return size, nil
}

// selected returns the pieces that get a member: all, or if they are too many for the option
// or for the calls left, those nearest to the question, in their order.
func (r *run) selected(pieces []query.Piece) []query.Piece {
	most := r.Number(optionMembers)
	if calls := r.Options.MaxCalls; calls > 0 {
		most = min(most, max(calls-r.Session.Usage().Calls-3, 1)) // two for the leader, one for the answer
	}
	if len(pieces) <= most {
		return pieces
	}
	by := query.LimitSteps
	if most < r.Number(optionMembers) {
		by = llm.LimitCalls
	}
	r.Unread(by, len(pieces)-most, len(pieces))
	scores := r.Kit.Rank(r.Question.Text, lists.Map(pieces, func(p query.Piece) string { return p.Title + "\n" + p.Text }))
	best := query.Ranked(scores)[:most]
	slices.Sort(best)
	r.Trace.Add(query.Step{Action: "members_cut", Rows: most, Args: map[string]any{"members": most, "of": len(pieces)}})
	return lists.Map(best, func(i int) query.Piece { return pieces[i] })
}

// lead asks the leader for actions until it answers or a limit ends the rounds.
func (r *run) lead(ctx context.Context) error {
	for conflicts := 0; ; {
		started := time.Now()
		p, err := r.leaderPrompt()
		if err != nil {
			return r.soft("leader", err)
		}
		reply, err := query.Ask(ctx, r.Session, p)
		if err != nil {
			return r.soft("leader", err)
		}
		pairs := r.pairs(reply)
		refused := r.refused(reply, pairs, conflicts)
		args := map[string]any{"round": len(r.rounds), "thought": reply.analysis, "instruction": reply.instruction}
		if refused != "" {
			args["refused"] = refused
		}
		r.Trace.Add(query.Step{Action: steps[reply.action], Args: args, Ms: query.Since(started)})
		switch {
		case refused != "" || reply.action == actionAnswer:
			return nil
		case reply.action == actionConflict:
			conflicts++
			err = r.settle(ctx, pairs)
		default:
			err = r.instruct(ctx, text.Truncate(reply.instruction, maxInstruction))
		}
		if err != nil {
			return err
		}
	}
}

// refused returns why an action is not carried out, "" if it is. The agent then answers from
// the replies so far.
func (r *run) refused(reply leaderReply, pairs [][2]int, conflicts int) string {
	switch reply.action {
	case actionConflict:
		if len(pairs) == 0 {
			return "no two members disagree that were not asked together"
		}
		if conflicts >= r.Number(optionRounds) {
			return "too many conflicts"
		}
	case actionQuery:
		if len(r.rounds) >= r.Number(optionRounds) {
			r.EndedBy(query.LimitSteps, fmt.Sprintf("%d rounds of members", len(r.rounds)))
			return "no round is left"
		}
		same := func(x round) bool { return text.Normalise(x.instruction) == text.Normalise(reply.instruction) }
		if slices.ContainsFunc(r.rounds, same) {
			return "the instruction was given before"
		}
		if n := len(r.rounds); n >= 2 && len(r.rounds[n-1].mentions)+len(r.rounds[n-2].mentions) == 0 {
			return "two rounds in a row found nothing"
		}
	}
	return ""
}

// soft records a failure that leaves the replies so far, and returns every other.
func (r *run) soft(stage string, err error) error {
	if !query.Soft(err) {
		return err
	}
	r.Trace.Add(query.Step{Action: stage + "_failed", Args: map[string]any{"error": fault.Brief(err)}})
	if !fault.Is(err, fault.LimitReached) {
		r.EndedBy("", fault.Brief(err))
	}
	return nil
}

// read returns the chunks of the pieces, those of members with an answer first.
func (r *run) read() (out []graph.ChunkRow) {
	for _, x := range slices.Backward(r.rounds) {
		for _, m := range x.mentions {
			out = append(out, r.pieces[m.member].Chunks...)
		}
	}
	for _, p := range r.pieces {
		out = append(out, p.Chunks...)
	}
	return lists.OnceBy(out, func(c graph.ChunkRow) graph.ID { return c.ID })
}

// Prompts describes the prompts of the agent.
func Prompts() []llm.Listed {
	return []llm.Listed{
		llm.List("the leader chooses the next instruction to the members, or ends", leaderPrompt{reply: 512}),
		llm.List("a member follows an instruction with its part", memberPrompt{reply: 512}),
		llm.List("answer from the members' replies", answerPrompt(512)),
	}
}
