package query

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"grove/internal/graph"
	"grove/internal/lists"
	"grove/internal/llm"
	"grove/internal/llm/offline"
	"grove/internal/lookup"
	"grove/internal/text"
)

// ScopeOption is the option of agents for long inputs that bounds the chunks taken by a search.
var ScopeOption = Option{Name: "scope-chunks", Purpose: "chunks that a search selects if the question names no documents",
	Default: "64", Least: 1, Most: 500, Source: "Grove; LongAgent suggests up to 500 recalled chunks"}

// Input is a long input: pieces of the documents in their order, document by document, the
// documents by source.
type Input struct {
	Pieces []Piece
	Coverage
}

// Piece is a part of the input that fits into one call.
type Piece struct {
	// Text is escaped as by llm.Defused.
	Title, Text string
	// Tokens is the number of tokens of the text.
	Tokens int
	// Chunks are the chunks that the text comes from, in order.
	Chunks []graph.ChunkRow
	// joined are the pieces of several documents that the text consists of, each below its title.
	joined []Piece
}

// maxTitle bounds a title in a prompt, in runes; TitleTokens are enough for it with its fences.
const maxTitle, TitleTokens = 80, 112

// Coverage states which text was the input of an agent for long inputs.
type Coverage struct {
	// By is "documents" if the input is all documents of the question's scope, or of a workspace that one call
	// can read, and "search" if it is the chunks that a search of the workspace found.
	By string `json:"by"`
	// Documents, Chunks and Tokens count the input.
	Documents int `json:"documents"`
	Chunks    int `json:"chunks"`
	Tokens    int `json:"tokens"`
	// LeftOut is the number of tokens of the workspace's documents that the input omits.
	LeftOut int `json:"left_out"`
}

// Input returns the question's input in pieces of at most size tokens: the documents of its
// scope, or of a workspace that half a window holds; else the chunks that a search selects, by the
// option ScopeOption. Short documents share a piece. The trace and the answer state what was covered.
func (f *Frame) Input(ctx context.Context, size int) (Input, error) {
	return f.input(ctx, size, true)
}

// InputByDocument is Input with pieces of one document each.
func (f *Frame) InputByDocument(ctx context.Context, size int) (Input, error) {
	return f.input(ctx, size, false)
}

func (f *Frame) input(ctx context.Context, size int, join bool) (Input, error) {
	started := time.Now()
	in := Input{Coverage: Coverage{By: "documents"}}
	documents, err := f.documents(ctx)
	if err != nil {
		return Input{}, err
	}
	read := func(ctx context.Context, d graph.Document) ([]graph.ChunkRow, error) {
		return f.Chunks(ctx, f.Graph, d.ID)
	}
	all := lists.Sum(documents, func(d graph.Document) int { return d.Tokens })
	if f.Question.Scope.Empty() && all > min(size, f.Options.Window/2) { // what one call can read needs no search, which may miss it
		in.By = "search"
		if read, err = f.found(ctx); err != nil {
			return Input{}, err
		}
	}
	for _, d := range documents {
		chunks, err := read(ctx, d)
		if err != nil {
			return Input{}, err
		}
		if len(chunks) > 0 {
			in.Documents++
		}
		in.Chunks += len(chunks)
		in.LeftOut += d.Tokens
		for _, c := range chunks {
			in.Tokens, in.LeftOut = in.Tokens+c.Tokens, in.LeftOut-c.Tokens
		}
		in.Pieces = append(in.Pieces, f.pieces(chunks, size)...)
	}
	if join {
		in.Pieces = f.joined(in.Pieces, size)
	}
	f.coverage = &in.Coverage
	f.Trace.Add(Step{Action: "input", Rows: in.Chunks, Ms: Since(started), Args: map[string]any{"by": in.By,
		"documents": in.Documents, "pieces": len(in.Pieces), "tokens": in.Tokens, "left_out": in.LeftOut}})
	return in, nil
}

// documents returns all documents in the question's scope, by source, then id.
func (f *Frame) documents(ctx context.Context) (all []graph.Document, err error) {
	all, err = lookup.Documents(ctx, f.Graph, graph.DocumentsQuery{}, 0)
	slices.SortFunc(all, func(a, b graph.Document) int { return cmp.Or(cmp.Compare(a.Source, b.Source), cmp.Compare(a.ID, b.ID)) })
	return all, err
}

// Chunks returns the chunks of a document, in order, from a graph of the frame.
func (f *Frame) Chunks(ctx context.Context, g Graph, document graph.ID) (all []graph.ChunkRow, err error) {
	for page, err := range graph.ChunkPages(ctx, g.Chunks, document, graph.MaxRows) {
		if err != nil {
			return nil, err
		}
		all = append(all, page...)
	}
	return all, nil
}

// found searches the workspace and returns a function for the chunks found of a document.
func (f *Frame) found(ctx context.Context) (func(context.Context, graph.Document) ([]graph.ChunkRow, error), error) {
	rows, err := f.foundChunks(ctx)
	of := lists.Group(rows, func(r graph.ChunkRow) graph.ID { return r.Document })
	return func(_ context.Context, d graph.Document) ([]graph.ChunkRow, error) {
		slices.SortFunc(of[d.ID], func(a, b graph.ChunkRow) int { return cmp.Compare(a.Index, b.Index) })
		return of[d.ID], nil
	}, err
}

// foundChunks returns the chunks that a search of the workspace selects.
func (f *Frame) foundChunks(ctx context.Context) ([]graph.ChunkRow, error) {
	method := "graph"
	if f.deps.Ranker == nil {
		method = BM25
	}
	hits, err := f.Search(ctx, method, f.Number(ScopeOption.Name))
	if err != nil || len(hits) == 0 {
		return nil, err
	}
	return f.Graph.Chunks(ctx, graph.ChunksQuery{IDs: lists.Map(hits, func(h Hit) graph.ID { return h.Chunk }), Limit: len(hits)})
}

// pieces divides the chunks of a document into pieces of at most size tokens: neighbours are
// joined while they fit, larger chunks are cut at sentence ends.
func (f *Frame) pieces(chunks []graph.ChunkRow, size int) (out []Piece) {
	for _, c := range chunks {
		for i, part := range Split(f.Session, llm.Defused(c.Text), size-1) {
			tokens := f.Session.Count(part) + 1
			if n := len(out) - 1; n >= 0 && i == 0 && out[n].Tokens+tokens <= size {
				p := &out[n]
				if p.Chunks[len(p.Chunks)-1].End < c.Start {
					part = "\n\n" + part
				}
				p.Text, p.Tokens, p.Chunks = p.Text+part, p.Tokens+tokens, append(p.Chunks, c)
				continue
			}
			out = append(out, Piece{Title: graph.Caption(c.Title, c.Source), Text: part, Tokens: tokens, Chunks: []graph.ChunkRow{c}})
		}
	}
	return out
}

// joined joins neighbouring pieces of different documents while they fit into size tokens.
func (f *Frame) joined(pieces []Piece, size int) (out []Piece) {
	for _, p := range pieces {
		if n := len(out) - 1; n >= 0 {
			if both := f.join(out[n], p); both.Tokens <= size {
				out[n] = both
				continue
			}
		}
		out = append(out, p)
	}
	return out
}

// join returns two pieces as one whose text has each document's part below its title.
func (f *Frame) join(a, b Piece) Piece {
	headed := func(p Piece) string {
		return "# " + p.Caption() + "\n" + strings.TrimSpace(p.Text)
	}
	out := Piece{Text: a.Text, Tokens: a.Tokens, Chunks: slices.Concat(a.Chunks, b.Chunks), joined: slices.Clone(a.joined)}
	if len(out.joined) == 0 {
		out.joined, out.Text = []Piece{a}, headed(a)
		out.Tokens = f.Session.Count(out.Text) + 1
	}
	below := "\n\n" + headed(b)
	out.joined = append(out.joined, b)
	out.Title = text.Count(len(out.joined), "document") + ", each below its title"
	out.Text, out.Tokens = out.Text+below, out.Tokens+f.Session.Count(below)+1
	return out
}

// Caption returns the title for a prompt: escaped, of one line, at most maxTitle runes.
func (p Piece) Caption() string {
	return text.Truncate(OneLine(llm.Defused(p.Title)), maxTitle)
}

// ByDocument returns the piece's parts of one document each: the piece itself if it is of one.
func (p Piece) ByDocument() []Piece {
	if len(p.joined) == 0 {
		return []Piece{p}
	}
	return p.joined
}

// Passages returns the piece's parts for the offline reader.
func (p Piece) Passages() []offline.Passage {
	return lists.Map(p.ByDocument(), func(d Piece) offline.Passage { return offline.Passage{Title: d.Title, Text: d.Text} })
}

// Cite returns the places in the piece's chunks that support an answer by a quotation: the sentence that Locate finds, else those
// that come closest to the answer, the quotation or the question.
func (p Piece) Cite(answer, quote, question string) []Reference {
	if ref, _, ok := p.Locate(answer, quote); ok {
		return []Reference{ref}
	}
	return Closest(p.Chunks, answer, quote, question)
}

// Locate returns the sentence of the piece's chunks that best supports a quotation, of the chunk
// that contains it word for word, if one does.
func (p Piece) Locate(answer, quote string) (Reference, graph.ChunkRow, bool) {
	quote = cmp.Or(quote, answer)
	chunks := slices.Clone(p.Chunks)
	slices.SortStableFunc(chunks, func(a, b graph.ChunkRow) int {
		return strings.Count(b.Text, quote) - strings.Count(a.Text, quote)
	})
	for _, c := range chunks {
		if ref, ok := LocateAnswer(c, answer, quote); ok {
			return ref, c, true
		}
	}
	return Reference{}, graph.ChunkRow{}, false
}
