// Package goa implements two agents whose workers read a long input in chains, each worker one
// piece with the summary of the worker before it, and whose manager answers from the last
// summaries: Chain-of-Agents (coa), one chain in the order of the input, and Graph of Agents
// (goa), which groups the pieces by their vectors and orders each group's chain by the question.
//
// Values marked [G] are Grove's, where the published methods say nothing.
package goa

import (
	"context"
	"fmt"
	"slices"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/lists"
	"grove/internal/llm"
	"grove/query"
)

// The names of the agents.
const (
	Name      = "goa"
	NameChain = "coa"
)

const (
	// LeastWindow is the smallest window the agents work in, in tokens, for a question of up to
	// an eighth of it [G].
	LeastWindow = 2048
	// leastPiece is the smallest piece worth a worker, in tokens [G].
	leastPiece = 128
	// temperature is that of the published agents.
	temperature = 0.1

	optionClusters   = "clusters"
	optionClustering = "clustering"
	optionSearch     = "search"
	searchVectors    = "vectors"
	searchWords      = "words"
	partContext      = "context"
	partVectors      = "vectors"
)

// Agents returns both agents.
func Agents() []query.Agent {
	common := query.Agent{Calls: "one for each piece of the window's size, and 1", LeastWindow: LeastWindow, LeastCalls: 2,
		Needs: []query.Need{query.NeedText}, Options: []query.Option{query.ScopeOption}}
	grouped, chain := common, common
	grouped.Name, grouped.Purpose = Name,
		"groups a long input by likeness; each group is read in a chain of workers ordered by the question"
	grouped.Options = append([]query.Option{
		{Name: optionClusters, Purpose: "groups of pieces, each with a chain of workers", Default: "4", Least: 1, Most: 16,
			Source: "Graph of Agents: k = 4"},
		{Name: optionClustering, Purpose: "how pieces are grouped by their vectors", Default: kMedoids,
			Choices: []string{kMedoids, kMeans, spectral}, Source: "Graph of Agents"},
		{Name: optionSearch, Purpose: "how the next piece of a chain is chosen", Default: searchVectors,
			Choices: []string{searchVectors, searchWords}, Source: "Graph of Agents"},
	}, common.Options...)
	grouped.Parts = []query.Part{
		{Name: partContext, Purpose: "the next piece is chosen without the summary so far"},
		{Name: partVectors, Purpose: "pieces are grouped in their order and chosen by words, not by vectors"},
	}
	grouped.Work = answerGrouped
	grouped.Suits = []query.Suit{{Kind: query.KindWhole, Needs: []query.Need{query.NeedModel, query.NeedScope},
		Why: "the question is about the whole of what it names: all of it is read, in the fewest calls"}}
	chain.Name, chain.Purpose = NameChain, "reads a long input in one chain of workers, each with the summary of the one before"
	chain.Work = answerInOrder
	return []query.Agent{grouped, chain}
}

// run is the work on one question.
type run struct {
	*query.Frame
	reply  int
	pieces []query.Piece
	chains []*chain
}

// chain is a sequence of workers.
type chain struct {
	// left are the indices of the pieces that were not read yet, in the order of the input.
	left []int
	// failed counts the pieces for which no reply was usable.
	failed int
	// summary is that of the last worker; quotes are the sentences that all workers quoted.
	summary string
	quotes  []quote
	read    []graph.ChunkRow
}

// quote is a sentence that a worker quoted, with its place.
type quote struct {
	title string
	row   graph.ChunkRow
	query.Reference
}

// answerInOrder is Chain-of-Agents.
func answerInOrder(ctx context.Context, f *query.Frame) (query.Answer, error) {
	r, err := begin(ctx, f)
	if err != nil {
		return query.Answer{}, err
	}
	r.chains = []*chain{{left: lists.Indices(len(r.pieces))}}
	return r.answer(ctx, func(context.Context, *chain) (int, error) { return 0, nil })
}

// answerGrouped is Graph of Agents.
func answerGrouped(ctx context.Context, f *query.Frame) (query.Answer, error) {
	r, err := begin(ctx, f)
	if err != nil {
		return query.Answer{}, err
	}
	withoutVectors := f.Embedder == nil || f.Without(partVectors)
	byWords := withoutVectors || f.Choice(optionSearch) == searchWords
	groups, err := r.group(ctx, withoutVectors)
	if err != nil {
		return query.Answer{}, err
	}
	for _, g := range groups {
		r.chains = append(r.chains, &chain{left: g})
	}
	f.Trace.Add(query.Step{Action: "groups", Rows: len(groups), Args: map[string]any{"by_words": withoutVectors,
		"sizes": lists.Map(groups, func(g []int) int { return len(g) })}})
	return r.answer(ctx, func(ctx context.Context, c *chain) (int, error) { return r.nearest(ctx, c, byWords) })
}

// begin reads the input in pieces as large as the window permits.
func begin(ctx context.Context, f *query.Frame) (*run, error) {
	r := &run{Frame: f, reply: query.ReplyFor(f.Options.Window, 1024)}
	room := query.Room(f.Session, workerPrompt{question: f.Question.Text, reply: r.reply}) - r.reply - query.TitleTokens
	if room < leastPiece {
		return nil, fault.New(fault.WindowTooSmall, "goa.begin", fmt.Sprintf("window %d", f.Options.Window), "no room for a piece of text",
			"use a larger --window or a shorter question")
	}
	in, err := f.Input(ctx, room)
	r.pieces = in.Pieces
	return r, err
}

// answer runs the chains concurrently, the next piece of each given by next as an index of
// chain.left, and answers from their summaries.
func (r *run) answer(ctx context.Context, next func(context.Context, *chain) (int, error)) (query.Answer, error) {
	calls := r.shares()
	share := query.Share{Args: func(i int) map[string]any { return map[string]any{"chain": i + 1} }}
	failures := query.Fan(ctx, r.Frame, share, r.chains, func(ctx context.Context, b query.Branch, c *chain) error {
		b.Calls = calls[b.Index]
		return r.walk(ctx, b, c, next)
	})
	if err := ctx.Err(); err != nil {
		return query.Answer{}, fault.Wrap(err, "goa.answer", "")
	}
	if slices.ContainsFunc(failures, func(err error) bool { return err != nil && !query.Soft(err) }) {
		return query.Answer{}, query.Worst(failures)
	}
	unread, by := 0, llm.Limit("")
	for _, c := range r.chains {
		if unread += len(c.left) + c.failed; len(c.left) > 0 {
			by = llm.LimitCalls
		}
	}
	r.Unread(by, unread, len(r.pieces))
	return r.conclude(ctx)
}

// shares divides the calls, one of which is left for the manager, among the chains by their
// lengths; without a bound each reply may be corrected once.
func (r *run) shares() []int {
	calls, left, pieces := make([]int, len(r.chains)), r.Options.MaxCalls-r.Session.Usage().Calls-1, len(r.pieces)
	for i, c := range r.chains {
		calls[i] = 2 * len(c.left)
		if r.Options.MaxCalls > 0 {
			calls[i] = min(calls[i], max(left, 0)*len(c.left)/max(pieces, 1))
			left, pieces = left-calls[i], pieces-len(c.left)
		}
	}
	return calls
}

// walk has the workers of a chain read its pieces.
func (r *run) walk(ctx context.Context, b query.Branch, c *chain, next func(context.Context, *chain) (int, error)) error {
	calls := b.Calls
	for len(c.left) > 0 {
		at, err := next(ctx, c)
		if err != nil {
			return err
		}
		if calls == 0 {
			err := fault.New(fault.LimitReached, "", "", "the chain's share of the calls is used up", "raise --max-calls")
			b.Trace.Add(query.Step{Action: "chain_ended", Args: map[string]any{"left": len(c.left), "reason": fault.Brief(err)}})
			return err
		}
		i := c.left[at]
		c.left = append(c.left[:at:at], c.left[at+1:]...)
		used, err := r.work(ctx, b, c, i, min(calls, 2))
		calls -= used
		if err != nil && (!query.Soft(err) || fault.Is(err, fault.LimitReached)) {
			return err
		}
		if err != nil {
			c.failed++
		}
	}
	return nil
}

// Prompts describes the prompts of the agents.
func Prompts() []llm.Listed {
	return []llm.Listed{
		llm.List("a reader sums up one part for the next reader", workerPrompt{reply: 512}),
		llm.List("answer from the last summaries", answerPrompt(512)),
	}
}
