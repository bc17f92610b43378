package query

import (
	"context"
	"maps"
	"time"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/llm"
	"grove/internal/llm/offline"
	"grove/internal/text"
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
	// Widely lets a second source be looked for in the graph where the chunks that were
	// read have none: for agents that stop reading once they have an answer.
	Widely bool
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
		return f.refuse(ctx, c.Graph, c.Evidence, reply.Missing, model, c.Widely)
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
		if err := f.contradict(ctx, c.Graph, &a, reply.Rival, rival, c.Evidence, c.Widely); err != nil {
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

// refuse abstains. Without a model it first looks through all that was read, not only
// what was kept of it: what stands there answers, and is not said to be missing.
func (f *Frame) refuse(ctx context.Context, g Graph, read []graph.ChunkRow, missing, model string, widely bool) (Answer, error) {
	if model == llm.OfflineName && len(read) > 0 {
		said := f.Kit.Answer(f.Parsed, passagesOf(read))
		if !said.Abstained {
			if a, err := f.fromRead(ctx, g, read, said, widely); err != nil || a.Answer != "" {
				return a, err
			}
		}
		missing = said.Missing
	}
	a := f.Abstain(missing)
	a.Model = model
	return a, nil
}

// fromRead is an answer that the kit found in what was read, the zero value where its
// sentences do not bear it out.
func (f *Frame) fromRead(ctx context.Context, g Graph, read []graph.ChunkRow, said offline.Answer, widely bool) (Answer, error) {
	var places []Reference
	for _, s := range said.Support {
		row := read[s.Passage]
		places = append(places, Reference{row.ID, row.Start + s.Start, row.Start + s.End, text.Slice(row.Text, s.Start, s.End)})
	}
	cited, err := Cite(ctx, g, places)
	if err != nil {
		return Answer{}, err
	}
	a := Answer{Answer: said.Text, Model: llm.OfflineName, Citations: cited}
	if a.Sentences = Supported(f.Question.Text, a.Answer, cited); !anySupported(a.Sentences) {
		return Answer{}, nil
	}
	if err := f.contradict(ctx, g, &a, "", nil, read, widely); err != nil {
		return Answer{}, err
	}
	f.Trace.Add(Step{Action: "answer", Args: map[string]any{"answer": a.Answer, "own_knowledge": false, "used": len(cited), "from": "what was read"}, Rows: 1})
	return a, nil
}

func passagesOf(rows []graph.ChunkRow) []offline.Passage {
	passages := make([]offline.Passage, len(rows))
	for i, row := range rows {
		passages[i] = offline.Passage{Title: row.Title, Text: row.Text}
	}
	return passages
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
	return f.Abstain(f.Kit.Missing(f.Parsed, passagesOf(read))), nil
}

func anySupported(list []Sentence) bool {
	for _, s := range list {
		if s.Supported {
			return true
		}
	}
	return false
}
