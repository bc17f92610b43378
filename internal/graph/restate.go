package graph

import (
	"cmp"
	"context"
	"slices"

	"grove/internal/lists"
)

// restatement is the evidence that restated chunks lose and get.
type restatement struct {
	before, after Evidence
}

// Withdrawn are evidence edges to delete from chunks that stay, by the kind of their item.
type Withdrawn struct {
	Facts, Mentions, Attributes, Triples, Proposals []EvidenceEdge
}

// EvidenceEdge names the edges from a chunk to an item, one a surface.
type EvidenceEdge struct{ Chunk, Item ID }

// restated reads the stored evidence of restated chunks, and returns how it changes.
// Chunks that are not stored, or removed by the same change, are left out.
func restated(ctx context.Context, tx ApplyTx, list []Restatement, gone []ID) (restatement, error) {
	var out restatement
	ids := lists.Flat(list, func(r Restatement) []ID { return r.Chunks })
	if len(ids) == 0 {
		return out, nil
	}
	slices.Sort(ids)
	removed, err := tx.Removed(ctx, nil, slices.Compact(ids))
	if err != nil {
		return out, err
	}
	stays := lists.Set(removed.Chunks)
	for _, id := range gone {
		delete(stays, id)
	}
	keep := func(chunk ID) bool { return stays[chunk] }
	out.before = removed.Evidence.Where(keep)
	out.before.Canonical()
	stored := out.before.byChunk()
	for _, r := range list {
		after := r.Evidence.Where(keep)
		if r.Rewrite != nil {
			after = r.rewritten(stored, keep)
		}
		after.Canonical()
		b := Bundle{Document: Document{ID: r.Document, Source: string(r.Document)}, Evidence: after}
		for _, id := range r.Chunks {
			b.Chunks = append(b.Chunks, Chunk{ID: id, Document: r.Document})
		}
		if err := checkBundle(&b); err != nil {
			return out, err
		}
		out.after.Append(after)
	}
	return out.differing(), nil
}

// rewritten returns what Rewrite makes of the stored evidence of those chunks that stay.
func (r Restatement) rewritten(stored map[ID]Evidence, keep func(ID) bool) (out Evidence) {
	for _, id := range r.Chunks {
		if !keep(id) {
			continue
		}
		after, ok := r.Rewrite(id, stored[id])
		if !ok {
			after = stored[id]
		}
		out.Append(after)
	}
	return out
}

// byChunk returns canonical evidence by its chunk; the rows are those of e.
func (e *Evidence) byChunk() map[ID]Evidence {
	out := map[ID]Evidence{}
	divideRows(out, e.Facts, FactEvidence.edge, func(e *Evidence) *[]FactEvidence { return &e.Facts })
	divideRows(out, e.Mentions, Mention.edge, func(e *Evidence) *[]Mention { return &e.Mentions })
	divideRows(out, e.Attributes, AttributeEvidence.edge, func(e *Evidence) *[]AttributeEvidence { return &e.Attributes })
	divideRows(out, e.Triples, TripleEvidence.edge, func(e *Evidence) *[]TripleEvidence { return &e.Triples })
	divideRows(out, e.Proposals, ProposalEvidence.edge, func(e *Evidence) *[]ProposalEvidence { return &e.Proposals })
	return out
}

// divideRows sets the rows, which are sorted by chunk, in the evidence of each chunk.
func divideRows[R any](out map[ID]Evidence, rows []R, edge func(R) EvidenceEdge, list func(*Evidence) *[]R) {
	for len(rows) > 0 {
		chunk, n := edge(rows[0]).Chunk, 1
		for n < len(rows) && edge(rows[n]).Chunk == chunk {
			n++
		}
		e := out[chunk]
		*list(&e) = rows[:n:n]
		out[chunk], rows = e, rows[n:]
	}
}

// differing leaves out the evidence that stays the same, which is most of it: all rows of
// one chunk and item are compared together.
func (r restatement) differing() restatement {
	b, a := &r.before, &r.after
	b.Facts, a.Facts = differing(b.Facts, a.Facts, FactEvidence.edge, func(x, y FactEvidence) bool {
		return x.Text == y.Text && x.Span == y.Span && slices.Equal(x.About, y.About)
	})
	b.Mentions, a.Mentions = differing(b.Mentions, a.Mentions, Mention.edge, equal[Mention])
	b.Attributes, a.Attributes = differing(b.Attributes, a.Attributes, AttributeEvidence.edge, equal[AttributeEvidence])
	b.Triples, a.Triples = differing(b.Triples, a.Triples, TripleEvidence.edge, equal[TripleEvidence])
	b.Proposals, a.Proposals = differing(b.Proposals, a.Proposals, ProposalEvidence.edge, equal[ProposalEvidence])
	return r
}

func equal[R comparable](a, b R) bool { return a == b }

// differing returns the rows of those edges that differ between before and after, which
// are in canonical order: by edge.
func differing[R any](before, after []R, edge func(R) EvidenceEdge, same func(a, b R) bool) (lost, gained []R) {
	for len(before) > 0 || len(after) > 0 {
		var first EvidenceEdge
		switch {
		case len(after) == 0, len(before) > 0 && edge(before[0]).compare(edge(after[0])) < 0:
			first = edge(before[0])
		default:
			first = edge(after[0])
		}
		old, now := ofEdge(before, first, edge), ofEdge(after, first, edge)
		if !slices.EqualFunc(before[:old], after[:now], same) {
			lost, gained = append(lost, before[:old]...), append(gained, after[:now]...)
		}
		before, after = before[old:], after[now:]
	}
	return lost, gained
}

// ofEdge returns the number of the first rows that are of the edge.
func ofEdge[R any](rows []R, e EvidenceEdge, edge func(R) EvidenceEdge) int {
	n := 0
	for n < len(rows) && edge(rows[n]) == e {
		n++
	}
	return n
}

func (e EvidenceEdge) compare(other EvidenceEdge) int {
	return cmp.Or(cmp.Compare(e.Chunk, other.Chunk), cmp.Compare(e.Item, other.Item))
}

// withdrawnBy returns the edges of evidence to delete.
func withdrawnBy(e Evidence) Withdrawn {
	return Withdrawn{edges(e.Facts, FactEvidence.edge), edges(e.Mentions, Mention.edge), edges(e.Attributes, AttributeEvidence.edge),
		edges(e.Triples, TripleEvidence.edge), edges(e.Proposals, ProposalEvidence.edge)}
}

// edges returns the edges of rows in canonical order, without duplicates.
func edges[R any](rows []R, edge func(R) EvidenceEdge) []EvidenceEdge {
	var out []EvidenceEdge
	for _, r := range rows {
		if n := len(out); n == 0 || out[n-1] != edge(r) {
			out = append(out, edge(r))
		}
	}
	return out
}

func (e FactEvidence) edge() EvidenceEdge      { return EvidenceEdge{e.Chunk, e.Fact} }
func (m Mention) edge() EvidenceEdge           { return EvidenceEdge{m.Chunk, m.Element} }
func (e AttributeEvidence) edge() EvidenceEdge { return EvidenceEdge{e.Chunk, e.Attribute} }
func (e TripleEvidence) edge() EvidenceEdge    { return EvidenceEdge{e.Chunk, e.Triple} }
func (e ProposalEvidence) edge() EvidenceEdge  { return EvidenceEdge{e.Chunk, e.Proposal} }
