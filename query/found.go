package query

import (
	"context"
	"slices"

	"grove/internal/graph"
)

// Found is what an earlier agent established about the question of a frame.
type Found struct {
	// Hops are those of its answer.
	Hops []Hop
	// Missing is what it said the evidence lacks, "" for nothing.
	Missing string
	// Cited are the chunks that the answer rests on, Read all chunks that were read.
	Cited []graph.ID
	Read  []graph.ChunkRow
	// settled is true for an answer all hops of which rest on the evidence or on an assumption.
	settled bool
}

// Lacks returns what the evidence does not establish: the hops that are missing or rest on the
// model's own knowledge, else what it said is missing.
func (x Found) Lacks() []string {
	if needs := Lacks(x.Hops); len(needs) > 0 || x.settled || x.Missing == "" {
		return needs
	}
	return []string{x.Missing}
}

// Found returns what an earlier agent of the frame established, the zero value if there was none.
func (f *Frame) Found() Found { return f.earlier }

// keep keeps what an answer establishes for the next agent.
func (f *Frame) keep(c Closing, reply AnswerReply) {
	f.earlier = Found{Hops: reply.Hops, Missing: reply.Missing, Read: c.Read}
	if (reply.Abstained || reply.Unsure) && f.earlier.Missing == "" {
		f.earlier.Missing = f.Question.Text
	}
	f.earlier.settled = !reply.Abstained && len(reply.Hops) > 0 && len(Lacks(reply.Hops)) == 0
	for _, x := range reply.Rests {
		if id := c.Prompt.Evidence[x.Evidence].Chunk.ID; id != "" && !slices.Contains(f.earlier.Cited, id) {
			f.earlier.Cited = append(f.earlier.Cited, id)
		}
	}
}

// Continue answers with another agent as Delegate does; the agent starts from what the earlier
// one found.
func (f *Frame) Continue(ctx context.Context, a Agent) (Answer, error) {
	f.Reserve()
	return f.Delegate(ctx, a)
}

// Reserve keeps a part of the bounds for the answer until the next Conclude.
func (f *Frame) Reserve() { f.Session.SetReserve(f.Options.Limits.reserve(f.Session)) }

// EvidenceNumber returns the number of a piece of evidence in prompts, from 1: a piece keeps its
// number in all prompts about the question. It is not safe for concurrent use.
func (f *Frame) EvidenceNumber(id graph.ID) int {
	if _, ok := f.numbers[id]; !ok {
		f.numbers[id] = len(f.numbers) + 1
	}
	return f.numbers[id]
}
