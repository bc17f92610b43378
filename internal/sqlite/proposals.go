package sqlite

import (
	"context"
	"strings"

	"grove/internal/graph"
)

const proposalColumns = "p.id, p.part, p.name, p.support, p.signature, p.confidence"

func proposalTargets(p *graph.Proposal) []any {
	return []any{&p.ID, &p.Part, &p.Name, &p.Support, &p.Signature, &p.Confidence}
}

var scanProposal = fields(proposalTargets)

var scanProposalState = fields(func(p *graph.ProposalState) []any {
	return append(proposalTargets(&p.Proposal), jsonColumn{&p.Signatures})
})

var scanProposalEvidence = fields(func(e *graph.ProposalEvidence) []any {
	return append([]any{&e.Chunk, &e.Proposal, &e.Part, &e.Name, &e.Subject, &e.Object, &e.Signature}, spanTargets(&e.Span)...)
})

// Proposals carries out graph.ProposalsQuery.
func (r reader) Proposals(ctx context.Context, q graph.ProposalsQuery) ([]graph.ProposalRow, error) {
	r = r.checked(q)
	conditions, args := []string{"p.support >= ?"}, []any{q.Least}
	if len(q.IDs) > 0 {
		conditions, args = append(conditions, "p.id IN "+list(len(q.IDs))), append(args, values(q.IDs...)...)
	}
	if q.Part != "" {
		conditions, args = append(conditions, "p.part = ?"), append(args, string(q.Part))
	}
	return ask(ctx, r, "sqlite.Proposals", fields(func(p *graph.ProposalRow) []any {
		return append(proposalTargets(&p.Proposal), &p.Documents)
	}), "SELECT "+proposalColumns+`,
  (SELECT count(DISTINCT c.document) FROM proposes e JOIN chunk c ON c.id = e.chunk WHERE e.proposal = p.id)
FROM proposal p WHERE `+strings.Join(conditions, " AND ")+" ORDER BY p.support DESC, p.id LIMIT ?", append(args, graph.Limit(q.Limit))...)
}

// Proposing carries out graph.ProposingQuery.
func (r reader) Proposing(ctx context.Context, q graph.ProposingQuery) ([]graph.ProposingRow, error) {
	r = r.checked(q)
	return ask(ctx, r, "sqlite.Proposing", fields(func(p *graph.ProposingRow) []any { return []any{&p.Chunk, &p.Document} }),
		"SELECT DISTINCT e.chunk, c.document FROM proposes e JOIN chunk c ON c.id = e.chunk WHERE e.proposal IN "+
			list(len(q.Proposals))+" AND e.chunk > ? ORDER BY e.chunk LIMIT ?",
		append(values(q.Proposals...), string(q.After), graph.Limit(q.Limit))...)
}

// PageProposals pages through the proposals with their evidence.
func (r reader) PageProposals(ctx context.Context, q graph.PageQuery) ([]graph.ProposalPage, error) {
	return page(ctx, r, q, paging[graph.Proposal, graph.ProposalEvidence, graph.ProposalPage]{
		op: "sqlite.PageProposals", things: "SELECT " + proposalColumns + " FROM proposal p", scan: scanProposal,
		evidence: proposalEvidence, item: "e.proposal", scanEvidence: scanProposalEvidence,
		of: func(e graph.ProposalEvidence) graph.ID { return e.Proposal },
		join: func(p graph.Proposal, e []graph.ProposalEvidence) graph.ProposalPage {
			return graph.ProposalPage{Proposal: p, Evidence: e}
		},
	})
}
