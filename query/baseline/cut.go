package baseline

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"

	"grove/internal/embed"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/lists"
	"grove/internal/llm"
	"grove/internal/search"
	"grove/internal/text"
	"grove/query"
)

// TFIDF ranks pieces of the input by the cosine of their weighted words with the question's.
const TFIDF = "tfidf"

// The options for what is searched: pieces of a size that the input is cut into, or its pages.
const (
	optionChunk = "chunk"
	optionUnit  = "unit"
	unitChunk   = "chunk"
	unitPage    = "page"
)

// labelTokens bounds the number and title of a piece in the prompt [G].
const labelTokens = 112

// fromPieces cuts the input anew, in memory, into its pages, or into pieces of at most size tokens and no more than the prompt
// for the answer has room for, and answers from the best k by a method.
func fromPieces(ctx context.Context, f *query.Frame, method string, size int) (query.Answer, error) {
	f.Session.SetReserve(llm.Reserve{}) // the one call is the answer's
	prompt := answerPrompt(query.ReplyFor(f.Options.Window, 512))
	room := f.AnswerRoom(prompt)
	size = min(size, room-labelTokens)
	paged, unit := f.Options.Own[optionUnit] == unitPage, fmt.Sprintf("%d tokens", size)
	if paged {
		size, unit = math.MaxInt32, unitPage
	}
	in, err := f.InputByDocument(ctx, size)
	if err == nil && paged {
		in.Pieces, err = pages(ctx, f, in.Pieces)
	}
	if err != nil {
		return query.Answer{}, err
	}
	texts := lists.Map(in.Pieces, func(p query.Piece) string { return p.Text })
	scores, err := scored(ctx, f, method, texts)
	if err != nil {
		return query.Answer{}, err
	}
	left := room
	var shown []query.Piece
	var read []graph.ChunkRow
	for _, i := range query.Ranked(scores) {
		p := in.Pieces[i]
		if paged {
			p.Text = f.Excerpt(p.Text, room-labelTokens, f.Question.Text)
		}
		e := query.Evidence{Label: p.Title, Text: p.Text, Chunk: p.Chunks[0]}
		cost := f.Session.Count(e.Line(len(shown)+1)) + 1
		if scores[i] <= 0 || len(shown) == f.Number(optionK) {
			break
		}
		if cost > left {
			continue
		}
		left -= cost
		shown, read, prompt.Evidence = append(shown, p), append(read, p.Chunks...), append(prompt.Evidence, e)
	}
	ids := lists.Map(read, func(c graph.ChunkRow) graph.ID { return c.ID })
	f.Trace.Add(query.Step{Action: "search", Rows: len(shown), IDs: query.IDs(ids),
		Args: map[string]any{"method": method, "query": f.Question.Text, "k": f.Number(optionK), "pieces": len(texts), "unit": unit}})
	return f.Conclude(ctx, query.Closing{Prompt: prompt, Read: read, Nothing: len(shown) == 0, Pieces: shown,
		Args: map[string]any{"passages": len(shown)}})
}

// pages returns the stored pages of documents.
func pages(ctx context.Context, f *query.Frame, documents []query.Piece) (out []query.Piece, err error) {
	for _, d := range documents {
		stored, err := f.StoredPages(ctx, f.Graph, d.Chunks)
		if err != nil {
			return nil, err
		}
		if len(stored) == 0 {
			return nil, fault.New(fault.Invalid, "baseline.pages", d.Title,
				"the document has no pages, and the limits of the question leave no room to make them",
				"make them with grove ingest --gists, or raise the limits")
		}
		for _, p := range stored {
			out = append(out, query.Piece{Title: d.Title, Text: llm.Defused(p.Text), Tokens: f.Session.Count(p.Text) + 1, Chunks: p.Chunks})
		}
	}
	return out, nil
}

// scored returns the score of each text for the question by a method.
func scored(ctx context.Context, f *query.Frame, method string, texts []string) ([]float64, error) {
	if len(texts) == 0 {
		return nil, nil
	}
	switch method {
	case BM25:
		return search.RankTexts(f.Question.Text, texts), nil
	case TFIDF:
		return rankByTFIDF(f.Question.Text, texts), nil
	}
	if f.Embedder == nil {
		return nil, fault.New(fault.Invalid, method+".Answer", method, "there are no vectors", "use --embedder builtin, or another agent")
	}
	vectors, err := f.Embedder.Embed(ctx, append([]string{f.Question.Text}, texts...))
	if err != nil {
		return nil, fault.Wrap(err, method+".Answer", f.Question.Text)
	}
	// With 6 decimals no order depends on the last bits.
	return lists.Map(vectors[1:], func(v []float32) float64 { return math.Round(embed.Dot(vectors[0], v)*1e6) / 1e6 }), nil
}

// rankByTFIDF returns the cosine of each text with the query, over words weighted by (1 + log tf) log(N/df),
// N and df over the texts, with 9 decimals.
func rankByTFIDF(question string, texts []string) []float64 {
	bags, df := make([]map[string]float64, len(texts)), map[string]float64{}
	for i, t := range texts {
		bags[i] = bag(t)
		for w := range bags[i] {
			df[w]++
		}
	}
	weigh := func(b map[string]float64) (norm float64) {
		for _, w := range slices.Sorted(maps.Keys(b)) { // sums in one order
			b[w] = (1 + math.Log(b[w])) * math.Log((1+float64(len(texts)))/(df[w]+0.5))
			norm += b[w] * b[w]
		}
		return math.Sqrt(norm)
	}
	asked := bag(question)
	wanted := slices.Sorted(maps.Keys(asked))
	length := weigh(asked)
	scores := make([]float64, len(texts))
	for i, b := range bags {
		norm, sum := weigh(b), 0.0
		for _, w := range wanted {
			sum += asked[w] * b[w]
		}
		if norm > 0 && length > 0 {
			scores[i] = math.Round(sum/(norm*length)*1e9) / 1e9
		}
	}
	return scores
}

// bag returns the terms of a text with their counts.
func bag(s string) map[string]float64 {
	out := map[string]float64{}
	for _, t := range text.Terms(s) {
		out[t]++
	}
	return out
}
