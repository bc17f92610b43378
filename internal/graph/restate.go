package graph

import (
	"context"
	"slices"
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
	var ids []ID
	for _, r := range list {
		ids = append(ids, r.Chunks...)
	}
	if len(ids) == 0 {
		return out, nil
	}
	slices.Sort(ids)
	removed, err := tx.Removed(ctx, nil, slices.Compact(ids))
	if err != nil {
		return out, err
	}
	stays := map[ID]bool{}
	for _, id := range removed.Chunks {
		stays[id] = true
	}
	for _, id := range gone {
		delete(stays, id)
	}
	keep := func(chunk ID) bool { return stays[chunk] }
	out.before = removed.Evidence.Where(keep)
	out.before.Canonical()
	for _, r := range list {
		after := r.Evidence.Where(keep)
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
// are in canonical order.
func differing[R any](before, after []R, edge func(R) EvidenceEdge, same func(a, b R) bool) (lost, gained []R) {
	of := map[EvidenceEdge][2][]R{}
	for i, rows := range [][]R{before, after} {
		for _, r := range rows {
			both := of[edge(r)]
			both[i] = append(both[i], r)
			of[edge(r)] = both
		}
	}
	changed := func(r R) bool {
		both := of[edge(r)]
		return !slices.EqualFunc(both[0], both[1], same)
	}
	return rowsWhere(before, changed), rowsWhere(after, changed)
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
