// Package baseline answers questions in one step, as a baseline for the exploring
// agents: [BM25], [Dense], [Hybrid] and [Graph] retrieve the best
// chunks by the search method of the same name and answer from them in one call;
// [TFIDF] and, on request, BM25 and Dense retrieve from the input cut anew; [ZeroShot] retrieves
// nothing.
//
// Values marked [G] are Grove's.
package baseline

import (
	"context"

	"grove/internal/fault"
	"grove/internal/llm"
	"grove/query"
)

// The names of the agents. Those that retrieve are named as their search methods.
const (
	BM25     = query.BM25
	Dense    = "dense"
	Hybrid   = "hybrid"
	Graph    = "graph"
	ZeroShot = "zeroshot"
)

const (
	// LeastWindow is the smallest window the agents work in, in tokens [G].
	LeastWindow = 1024
	// optionK is the option for the number of chunks to retrieve.
	optionK = "k"
	// temperature is 0, as the reply is an answer, not prose [G].
	temperature = 0
)

// Agents returns the agents.
func Agents() []query.Agent {
	return []query.Agent{
		retrieving(BM25, "answers from the chunks that a search by words finds",
			query.Suit{Kind: query.KindLookup, Why: "found by words"},
			query.Suit{Kind: query.KindUnread, Why: "one search shows that"}),
		retrieving(Dense, "answers from the chunks nearest to the question by vectors"),
		{
			Name: TFIDF, Purpose: "answers from the pieces of the input whose weighted words are nearest to the question's", Calls: "1",
			LeastWindow: LeastWindow, LeastCalls: 1, Needs: []query.Need{query.NeedText},
			Options: []query.Option{topK(), chunkOption("500", 1), query.ScopeOption},
			Work: func(ctx context.Context, f *query.Frame) (query.Answer, error) {
				return fromPieces(ctx, f, TFIDF, f.Number(optionChunk))
			},
		},
		retrieving(Hybrid, "answers from the chunks that words and vectors find together",
			query.Suit{Kind: query.KindLookup, Needs: []query.Need{query.NeedMeaning}, Why: "found by words and meaning"}),
		retrieving(Graph, "answers from the chunks that a walk from the names in the question finds",
			query.Suit{Kind: query.KindLookup, Needs: []query.Need{query.NeedEntities, query.NeedSpaces},
				Why: "found by the names in the question and what they lead to"}),
		{
			Name: ZeroShot, Purpose: "answers from the model's own knowledge and reads nothing", Calls: "1", LeastWindow: LeastWindow,
			LeastCalls: 1, Needs: []query.Need{query.NeedModel, query.NeedOpen}, Check: openOnly, Work: fromNothing,
			Suits: []query.Suit{{Kind: query.KindUnread, Needs: []query.Need{query.NeedModel, query.NeedOpen},
				Why: "only the model's own knowledge is left"}},
		},
	}
}

// topK is the option for the number of chunks.
func topK() query.Option {
	return query.Option{Name: optionK, Purpose: "chunks that are retrieved; as many as fit the window are shown",
		Default: "5", Least: 1, Most: 100, Source: "Grove; the papers' baselines take 1 to 6"}
}

// chunkOption is the option for the size of pieces, at least least; 0 takes the stored chunks.
func chunkOption(size string, least int) query.Option {
	return query.Option{Name: optionChunk,
		Purpose: "tokens of a piece that the input is cut into for the search; 0 searches the stored chunks",
		Default: size, Least: least, Most: 8000, Source: "GraphReader: 1,000 and 3,800; LongAgent: 500; Graph of Agents: 300 words"}
}

// retrieving returns the agent that answers from the best chunks by a search method.
func retrieving(method, purpose string, suits ...query.Suit) query.Agent {
	a := query.Agent{
		Name: method, Purpose: purpose, Calls: "1", LeastWindow: LeastWindow, LeastCalls: 1, Needs: []query.Need{query.NeedText},
		Suits: suits, Options: []query.Option{topK()},
		Work: func(ctx context.Context, f *query.Frame) (query.Answer, error) { return fromPassages(ctx, f, method) },
	}
	if method == BM25 || method == Dense {
		a.Options = append(a.Options, chunkOption("0", 0), query.Option{Name: optionUnit,
			Purpose: "what is searched: chunks, or the pages that gists have",
			Default: unitChunk, Choices: []string{unitChunk, unitPage}, Source: "ReadAgent's baselines"}, query.ScopeOption)
		a.Episodes = func(o query.Options) bool { return o.Own[optionUnit] == unitPage }
		a.Work = func(ctx context.Context, f *query.Frame) (query.Answer, error) {
			if size := f.Number(optionChunk); size > 0 || f.Choice(optionUnit) == unitPage {
				return fromPieces(ctx, f, method, size)
			}
			return fromPassages(ctx, f, method)
		}
	}
	return a
}

// openOnly rejects the mode Reject.
func openOnly(q query.Question, _ query.Options) error {
	if q.Mode != query.Reject {
		return nil
	}
	return fault.New(fault.Invalid, ZeroShot+".Answer", ZeroShot,
		"answers from the model's own knowledge, which the mode reject rules out", "use --mode open, or an agent that reads")
}

// fromNothing answers without reading anything.
func fromNothing(ctx context.Context, f *query.Frame) (query.Answer, error) {
	return f.Conclude(ctx, query.Closing{Prompt: unreadPrompt(query.ReplyFor(f.Options.Window, 512))})
}

func unreadPrompt(reply int) query.AnswerPrompt {
	return query.AnswerPrompt{Prompt: "baseline.zeroshot/2", Unread: true, Reply: reply,
		Task: `Answer the question from your own knowledge. `}
}

// Prompts describes the prompts of the agents.
func Prompts() []llm.Listed {
	return []llm.Listed{
		llm.List("answer from passages that a search finds", answerPrompt(512)),
		llm.List("answer without reading", unreadPrompt(512)),
	}
}
