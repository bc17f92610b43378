package extract

import "grove/internal/llm"

// Sizes returns the sizes of the calls that extract the pieces, without repairs: a call
// that does not fit the session's window is split as Extract splits it. A piece that
// never fits has none.
func (e Extractor) Sizes(pieces []Piece) []llm.Size {
	var out []llm.Size
	for _, part := range e.parts() {
		out = e.sizes(out, pieces, part)
	}
	return out
}

func (e Extractor) sizes(out []llm.Size, pieces []Piece, part Part) []llm.Size {
	if len(pieces) == 0 {
		return out
	}
	size := llm.SizeOf(e.Session, Prompt{Pieces: pieces, Schema: e.Schema, Part: part})
	if w := e.Session.Window(); w <= 0 || size.Cost() <= w {
		return append(out, size)
	}
	if n := len(pieces); n > 1 {
		return e.sizes(e.sizes(out, pieces[:n/2], part), pieces[n/2:], part)
	}
	first, second, ok := halves(pieces[0])
	if !ok {
		return out
	}
	return e.sizes(e.sizes(out, []Piece{first}, part), []Piece{second}, part)
}

// parts returns the parts to extract, one a call.
func (e Extractor) parts() []Part {
	if e.Separate {
		return []Part{Facts, Graph}
	}
	return []Part{Both}
}
