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
	removed, err := tx.Removed(ctx, nil, lists.Sorted(ids))
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
		b.Chunks = lists.Map(r.Chunks, func(id ID) Chunk { return Chunk{ID: id, Document: r.Document} })
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
	divideRows(out, e.Facts, func(e *Evidence) *[]FactEvidence { return &e.Facts })
	divideRows(out, e.Mentions, func(e *Evidence) *[]Mention { return &e.Mentions })
	divideRows(out, e.Attributes, func(e *Evidence) *[]AttributeEvidence { return &e.Attributes })
	divideRows(out, e.Triples, func(e *Evidence) *[]TripleEvidence { return &e.Triples })
	divideRows(out, e.Proposals, func(e *Evidence) *[]ProposalEvidence { return &e.Proposals })
	return out
}

// divideRows sets the rows, which are sorted by chunk, in the evidence of each chunk.
func divideRows[R evidenceRow](out map[ID]Evidence, rows []R, list func(*Evidence) *[]R) {
	for len(rows) > 0 {
		chunk, n := rows[0].edge().Chunk, 1
		for n < len(rows) && rows[n].edge().Chunk == chunk {
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
	b.Facts, a.Facts = differing(b.Facts, a.Facts, func(x, y FactEvidence) bool {
		return x.Text == y.Text && x.Span == y.Span && slices.Equal(x.About, y.About)
	})
	b.Mentions, a.Mentions = differing(b.Mentions, a.Mentions, equal[Mention])
	b.Attributes, a.Attributes = differing(b.Attributes, a.Attributes, equal[AttributeEvidence])
	b.Triples, a.Triples = differing(b.Triples, a.Triples, equal[TripleEvidence])
	b.Proposals, a.Proposals = differing(b.Proposals, a.Proposals, equal[ProposalEvidence])
	return r
}

func equal[R comparable](a, b R) bool { return a == b }

// differing returns the rows of those edges that differ between before and after, which
// are in canonical order: by edge.
func differing[R evidenceRow](before, after []R, same func(a, b R) bool) (lost, gained []R) {
	for len(before) > 0 || len(after) > 0 {
		var first EvidenceEdge
		switch {
		case len(after) == 0, len(before) > 0 && before[0].edge().compare(after[0].edge()) < 0:
			first = before[0].edge()
		default:
			first = after[0].edge()
		}
		old, now := ofEdge(before, first), ofEdge(after, first)
		if !slices.EqualFunc(before[:old], after[:now], same) {
			lost, gained = append(lost, before[:old]...), append(gained, after[:now]...)
		}
		before, after = before[old:], after[now:]
	}
	return lost, gained
}

// ofEdge returns the number of the first rows that are of the edge.
func ofEdge[R evidenceRow](rows []R, e EvidenceEdge) int {
	n := 0
	for n < len(rows) && rows[n].edge() == e {
		n++
	}
	return n
}

func (e EvidenceEdge) compare(other EvidenceEdge) int {
	return cmp.Or(cmp.Compare(e.Chunk, other.Chunk), cmp.Compare(e.Item, other.Item))
}

// withdrawnBy returns the edges of evidence to delete.
func withdrawnBy(e Evidence) Withdrawn {
	return Withdrawn{edges(e.Facts), edges(e.Mentions), edges(e.Attributes), edges(e.Triples), edges(e.Proposals)}
}

// edges returns the edges of rows in canonical order, without duplicates.
func edges[R evidenceRow](rows []R) []EvidenceEdge {
	return slices.Compact(lists.Map(rows, R.edge))
}

func (e FactEvidence) edge() EvidenceEdge      { return EvidenceEdge{e.Chunk, e.Fact} }
func (m Mention) edge() EvidenceEdge           { return EvidenceEdge{m.Chunk, m.Element} }
func (e AttributeEvidence) edge() EvidenceEdge { return EvidenceEdge{e.Chunk, e.Attribute} }
func (e TripleEvidence) edge() EvidenceEdge    { return EvidenceEdge{e.Chunk, e.Triple} }
func (e ProposalEvidence) edge() EvidenceEdge  { return EvidenceEdge{e.Chunk, e.Proposal} }
