package query

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/lists"
	"grove/internal/llm"
	"grove/internal/llm/offline"
	"grove/internal/text"
)

// Closing configures the last step of an agent: the prompt for the answer and the
// sources of its citations.
type Closing struct {
	Prompt AnswerPrompt
	// Pieces are what the evidence was shown of, in its order, if it was shown by pieces: the
	// sources of an answer are then the places that Piece.Cite finds.
	Pieces []Piece
	// Places locates what an answer, or its rival, rests on in one piece of evidence; if nil, it
	// is looked for in Pieces, else in the chunk of the evidence. Cite, if set, does so for all
	// of them.
	Places func(rest Rest, answer string) []Reference
	Cite   func(ctx context.Context, rests []Rest, answer string) ([]Reference, error)
	// Read are all chunks read, the most useful first; an abstention shows those nearest to
	// the question.
	Read []graph.ChunkRow
	// Nothing is true if nothing was found: in mode Reject and offline, the agent then
	// abstains without a call.
	Nothing bool
	// Args are added to the trace step of the answer.
	Args map[string]any
}

// Conclude asks for the answer within the budget reserved for it, adds citations, and
// checks each sentence against the quotes. If a limit leaves no call, the offline kit
// answers from the evidence. In mode Reject an unsupported answer becomes an abstention.
// An abstention shows the passages nearest to the question.
func (f *Frame) Conclude(ctx context.Context, c Closing) (Answer, error) {
	c.Prompt.Question, c.Prompt.Parsed = f.Question, f.Parsed
	if c.Places == nil {
		c.Places = c.Prompt.places
		if c.Pieces != nil {
			c.Places = func(x Rest, answer string) []Reference {
				return c.Pieces[x.Evidence].Cite(answer, x.Quote, f.Question.Text)
			}
		}
	}
	if c.Cite == nil {
		c.Cite = func(_ context.Context, rests []Rest, answer string) ([]Reference, error) {
			return lists.Flat(rests, func(x Rest) []Reference { return c.Places(x, answer) }), nil
		}
	}
	a, err := f.conclude(ctx, c)
	if err == nil && a.Abstained {
		a.Nearest = f.nearest(c.Read, a.Nearest)
	}
	return a, err
}

func (f *Frame) conclude(ctx context.Context, c Closing) (Answer, error) {
	started := time.Now()
	f.Session.SetReserve(llm.Reserve{})
	f.earlier = Found{Missing: f.Question.Text, Read: c.Read}
	if c.Nothing && (f.Question.Mode == Reject || f.model == llm.OfflineName) {
		return f.nothing(ctx, c.Read)
	}
	reply, model, err := f.askForAnswer(ctx, c.Prompt)
	if fault.Is(err, fault.BadReply) || fault.Is(err, fault.WindowTooSmall) {
		return f.Abstain(noReply.joined(f.Chinese(), fault.Brief(err))), nil
	}
	if err != nil {
		return Answer{}, err
	}
	f.keep(c, reply)
	if reply.Abstained || f.Question.Mode == Reject && reply.OwnKnowledge {
		missing := cmp.Or(reply.Missing, strings.Join(Lacks(reply.Hops), "; "))
		a, err := f.refuse(ctx, c.Read, missing, model)
		if a.Abstained && model != llm.OfflineName {
			a.Hops, a.Missing = reply.Hops, missing
		}
		return a, err
	}
	named := len(reply.Rests)
	if named == 0 && !reply.OwnKnowledge && !c.Prompt.Quotes {
		reply.Rests = c.Prompt.holding(reply.Answer)
	}
	places, err := c.Cite(ctx, reply.Rests, reply.Answer)
	if err != nil {
		return Answer{}, err
	}
	a := Answer{Answer: reply.Answer, Model: model, Hops: reply.Hops, Missing: reply.Missing}
	if a.Citations, err = Cite(ctx, f.Graph, places); err != nil {
		return Answer{}, err
	}
	if more := backing(f.Question.Text, a.Answer, a.Citations, f.Question.Mode, c.Read); len(more) > 0 {
		if a.Citations, err = Cite(ctx, f.Graph, append(places, more...)); err != nil {
			return Answer{}, err
		}
	}
	a.Sentences = Supported(f.Question.Text, a.Answer, a.Citations, f.Question.Mode)
	if err := f.check(ctx, &a); err != nil {
		return Answer{}, err
	}
	if supported := anySupported(a.Sentences); !supported && f.Question.Mode == Reject {
		return f.Abstain(c.Prompt.Offline(f.Kit).Missing), nil
	} else if a.OwnKnowledge = reply.OwnKnowledge || !supported; supported {
		var rival []Reference
		if reply.Rival != "" {
			rival, err = c.Cite(ctx, reply.Against, reply.Rival)
		}
		if err == nil {
			err = f.contradict(ctx, &a, reply.Rival, rival)
		}
		if err = f.withoutConflicts(ctx, err); err != nil {
			return Answer{}, err
		}
	}
	args := map[string]any{"answer": a.Answer, "own_knowledge": a.OwnKnowledge, "used": named}
	if len(reply.Hops) > 0 {
		args["hops"] = reply.Hops
	}
	maps.Copy(args, c.Args)
	f.Trace.Add(Step{Action: "answer", Args: args, Rows: 1, Ms: Since(started)})
	return a, nil
}

// withoutConflicts records a failed search for conflicts in the trace, so that the answer is
// returned without any; it returns the error if the context has ended.
func (f *Frame) withoutConflicts(ctx context.Context, err error) error {
	if err == nil || ctx.Err() != nil {
		return err
	}
	f.Trace.Add(Step{Action: "conflicts", Args: map[string]any{"error": err.Error()}})
	return nil
}

// refuse abstains. Offline it first searches everything that was read, not only the
// evidence, for an answer.
func (f *Frame) refuse(ctx context.Context, read []graph.ChunkRow, missing, model string) (Answer, error) {
	var reply offline.Answer
	var near []Near // the sentences of the best candidate
	if model == llm.OfflineName && len(read) > 0 {
		if reply = f.Kit.Answer(f.Parsed, PassagesOf(read)); !reply.Abstained {
			if a, err := f.fromRead(ctx, read, reply); err != nil || a.Answer != "" {
				return a, err
			}
		}
		if missing = reply.Missing; reply.Best != "" {
			near = lists.Once(lists.Map(reply.Support, func(s offline.Support) Near {
				row := read[s.Passage]
				return nearOf(row, text.NewOffsets(row.Text), s.Span)
			}))
		}
	}
	a := f.Abstain(missing)
	a.Model, a.Unsure, a.Nearest = model, reply.Best, near
	return a, nil
}

// fromRead returns the kit's answer from the chunks read, or the zero value if the cited
// sentences do not support it.
func (f *Frame) fromRead(ctx context.Context, read []graph.ChunkRow, reply offline.Answer) (Answer, error) {
	var places []Reference
	for _, s := range reply.Support {
		row := read[s.Passage]
		places = append(places, referenceTo(row, s.Span))
	}
	cited, err := Cite(ctx, f.Graph, places)
	if err != nil {
		return Answer{}, err
	}
	a := Answer{Answer: reply.Text, Model: llm.OfflineName, Citations: cited}
	if a.Sentences = Supported(f.Question.Text, a.Answer, cited, f.Question.Mode); !anySupported(a.Sentences) {
		return Answer{}, nil
	}
	if err := f.withoutConflicts(ctx, f.contradict(ctx, &a, "", nil)); err != nil {
		return Answer{}, err
	}
	f.Trace.Add(Step{Action: "answer", Rows: 1, Args: map[string]any{"answer": a.Answer, "own_knowledge": false,
		"used": len(cited), "from": "what was read"}})
	return a, nil
}

// PassagesOf returns chunks as passages for the offline kit.
func PassagesOf(rows []graph.ChunkRow) []offline.Passage {
	return lists.Map(rows, func(r graph.ChunkRow) offline.Passage { return offline.Passage{Title: r.Title, Text: r.Text} })
}

// askForAnswer returns the reply and the name of the model that wrote it.
func (f *Frame) askForAnswer(ctx context.Context, p AnswerPrompt) (reply AnswerReply, model string, err error) {
	reply, err = Ask(ctx, f.Session, llm.Prompt[AnswerReply](p))
	stopped := fault.Is(err, fault.LimitReached) || fault.Is(err, fault.BadReply) && f.Stopped().ByUser()
	if stopped && ctx.Err() == nil {
		f.Trace.Add(Step{Action: "limited", Args: map[string]any{"by": f.Stopped().By, "after": f.Stopped().After,
			"answer": "read out of the evidence without a model"}})
		return p.Offline(f.Kit), llm.OfflineName, nil
	}
	if err != nil || f.model == llm.OfflineName {
		return reply, f.model, err
	}
	again, err := f.inLanguage(ctx, p, reply)
	return again, f.model, err
}

// nothing abstains if no evidence was found; the message names the entities of the
// question that the chunks read do not mention.
func (f *Frame) nothing(ctx context.Context, read []graph.ChunkRow) (Answer, error) {
	counts, err := f.Graph.Counts(ctx)
	if err != nil {
		return Answer{}, err
	}
	if counts.Chunks == 0 {
		return f.Abstain(noDocuments.joined(f.Chinese(), "")), nil
	}
	if len(read) == 0 {
		return f.Abstain(""), nil
	}
	return f.Abstain(f.Kit.Missing(f.Parsed, PassagesOf(read))), nil
}

func anySupported(list []Sentence) bool {
	return slices.ContainsFunc(list, func(s Sentence) bool { return s.Supported })
}
