package query

import (
	"context"
	"maps"
	"time"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/llm"
	"grove/internal/llm/offline"
)

// Reply is what the last prompt of an agent says.
type Reply struct {
	// Analysis is how the reply came to its answer; may be "".
	Analysis  string
	Answer    string
	Abstained bool
	// Missing says what the evidence lacks, where it does.
	Missing string
	// OwnKnowledge marks an answer that rests on more than the evidence.
	OwnKnowledge bool
	// Named is how many pieces of evidence the reply names.
	Named int
	// Rival is another answer that the evidence gives too, "" for none.
	Rival string
}

// Closing is the last step of an agent: the prompt that asks for the answer, and
// how its reply is read.
type Closing[T any] struct {
	Prompt llm.Prompt[T]
	// Graph has the chunks; citations are checked against it.
	Graph Graph
	// Read tells what the reply says.
	Read func(T) Reply
	// Cite finds the places that the answer rests on, and those of its rival.
	Cite func(context.Context, T) (rests, rival []Reference, err error)
	// Evidence are the chunks that were read, the most useful first; those nearest to
	// the question are shown with an abstention.
	Evidence []graph.ChunkRow
	// Nothing is true where there is nothing to answer from: Reject and the offline
	// kit abstain unasked, and say so where there are no documents at all.
	Nothing bool
	// Args are shown in the trace with the answer.
	Args map[string]any
}

// Conclude asks for the answer with what was kept for it, cites, and checks each
// sentence against the quotes. Where a limit leaves no call, the best answer so
// far is what the offline kit reads out of the evidence. In Reject an answer of
// which nothing is supported becomes an abstention. An abstention shows the passages
// nearest to the question.
func Conclude[T any](ctx context.Context, f *Frame, c Closing[T]) (Answer, error) {
	a, err := conclude(ctx, f, c)
	if err == nil && a.Abstained {
		a.Nearest = f.nearest(c.Evidence)
	}
	return a, err
}

func conclude[T any](ctx context.Context, f *Frame, c Closing[T]) (Answer, error) {
	started := time.Now()
	f.Session.Keep(llm.Reserve{})
	if c.Nothing && (f.Question.Mode == Reject || f.model == llm.OfflineName) {
		return f.nothing(ctx, c.Graph, c.Evidence)
	}
	said, model, err := askForAnswer(ctx, f, c)
	if fault.Is(err, fault.BadReply) || fault.Is(err, fault.WindowTooSmall) {
		return f.Abstain(noReply.joined(f.Chinese(), fault.Brief(err))), nil
	}
	if err != nil {
		return Answer{}, err
	}
	reply := c.Read(said)
	if reply.Abstained || f.Question.Mode == Reject && reply.OwnKnowledge {
		a := f.Abstain(reply.Missing)
		a.Model = model
		return a, nil
	}
	rests, rival, err := c.Cite(ctx, said)
	if err != nil {
		return Answer{}, err
	}
	a := Answer{Answer: reply.Answer, Model: model}
	if a.Citations, err = Cite(ctx, c.Graph, rests); err != nil {
		return Answer{}, err
	}
	a.Sentences = Supported(f.Question.Text, a.Answer, a.Citations)
	if supported := anySupported(a.Sentences); !supported && f.Question.Mode == Reject {
		return f.Abstain(c.Read(c.Prompt.Offline(f.Kit)).Missing), nil
	} else if a.OwnKnowledge = reply.OwnKnowledge || !supported; supported {
		if err := f.contradict(ctx, c.Graph, &a, reply.Rival, rival, c.Evidence); err != nil {
			return Answer{}, err
		}
	}
	args := map[string]any{"answer": a.Answer, "own_knowledge": a.OwnKnowledge, "used": reply.Named}
	if reply.Analysis != "" {
		args["analysis"] = reply.Analysis
	}
	maps.Copy(args, c.Args)
	f.Trace.Add(Step{Action: "answer", Args: args, Rows: 1, Ms: milliseconds(time.Since(started))})
	return a, nil
}

// askForAnswer gives the reply, and the model that wrote it.
func askForAnswer[T any](ctx context.Context, f *Frame, c Closing[T]) (said T, model string, err error) {
	said, err = Ask(ctx, f.Session, c.Prompt)
	stopped := fault.Is(err, fault.LimitReached) || fault.Is(err, fault.BadReply) && f.Stopped().ByUser()
	if stopped && ctx.Err() == nil {
		f.Trace.Add(Step{Action: "limited", Args: map[string]any{"by": f.Stopped().By, "after": f.Stopped().After, "answer": "read out of the evidence without a model"}})
		return c.Prompt.Offline(f.Kit), llm.OfflineName, nil
	}
	if err != nil || f.model == llm.OfflineName {
		return said, f.model, err
	}
	again, err := inLanguage(ctx, f, c, said)
	return again, f.model, err
}

// nothing abstains where nothing was found that answers: it says of what was read
// whether it has what the question names.
func (f *Frame) nothing(ctx context.Context, g Graph, read []graph.ChunkRow) (Answer, error) {
	counts, err := g.Counts(ctx)
	if err != nil {
		return Answer{}, err
	}
	if counts.Chunks == 0 {
		return f.Abstain(noDocuments.joined(f.Chinese(), "")), nil
	}
	if len(read) == 0 {
		return f.Abstain(""), nil
	}
	passages := make([]offline.Passage, len(read))
	for i, row := range read {
		passages[i] = offline.Passage{Title: row.Title, Text: row.Text}
	}
	return f.Abstain(f.Kit.Missing(f.Parsed, passages)), nil
}

func anySupported(list []Sentence) bool {
	for _, s := range list {
		if s.Supported {
			return true
		}
	}
	return false
}
