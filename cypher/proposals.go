package cypher

import (
	"context"
	"strings"

	"grove/internal/graph"
)

const proposalColumns = "p.id AS id, p.part AS part, p.name AS name, p.support AS support, p.signature AS signature, " +
	"p.confidence AS confidence"

// proposalOf decodes a proposal.
func proposalOf(r row) graph.Proposal {
	return graph.Proposal{ID: r.id("id"), Part: graph.SchemaPart(r.text("part")), Name: r.text("name"), Support: r.number("support"),
		Signature: r.text("signature"), Confidence: value[float64](r, "confidence")}
}

// proposalRow returns the properties of a Proposal node.
func proposalRow(w scope, p graph.ProposalState) map[string]any {
	m := w.base(p.ID, p.Name)
	m["part"], m["support"], m["signature"], m["confidence"] = string(p.Part), p.Support, p.Signature, p.Confidence
	putTally(m, p.Signatures, "signatures", "signatureCounts")
	return m
}

func renderProposals(w scope, q graph.ProposalsQuery) Statement {
	params := map[string]any{"limit": graph.Limit(q.Limit), "least": q.Least}
	match, conditions := "MATCH (p:Proposal) WHERE ", []string{"p.support >= $least"}
	if len(q.IDs) > 0 {
		match = "UNWIND $ids AS key\nMATCH (p:Proposal {key: key}) WHERE "
		params["ids"] = w.keys(q.IDs)
	} else {
		conditions = append(conditions, "p.key > $after", "p.key < $end")
		params["after"], params["end"] = w.key(""), w.end()
	}
	if q.Part != "" {
		conditions = append(conditions, "p.part = $part")
		params["part"] = string(q.Part)
	}
	return Statement{match + strings.Join(conditions, " AND ") + "\nWITH p ORDER BY p.support DESC, p.id LIMIT $limit\nRETURN " +
		proposalColumns +
		",\n  COUNT { MATCH (d:Document)-[:HAS_CHUNK]->(:Chunk)-[:PROPOSES]->(p) RETURN DISTINCT d } AS documents\n" +
		"ORDER BY support DESC, id", params}
}

// Proposals carries out graph.ProposalsQuery.
func (s *Store) Proposals(ctx context.Context, q graph.ProposalsQuery) ([]graph.ProposalRow, error) {
	return read(ctx, s, "cypher.Proposals", q, func(r row) graph.ProposalRow {
		return graph.ProposalRow{Proposal: proposalOf(r), Documents: r.number("documents")}
	})
}

func renderProposing(w scope, q graph.ProposingQuery) Statement {
	return Statement{`UNWIND $proposals AS key
MATCH (:Proposal {key: key})<-[:PROPOSES]-(c:Chunk)<-[:HAS_CHUNK]-(d:Document) WHERE c.key > $after
RETURN DISTINCT c.id AS chunk, d.id AS document
ORDER BY chunk LIMIT $limit`, map[string]any{"proposals": w.keys(q.Proposals), "after": w.key(q.After), "limit": graph.Limit(q.Limit)}}
}

// Proposing carries out graph.ProposingQuery.
func (s *Store) Proposing(ctx context.Context, q graph.ProposingQuery) ([]graph.ProposingRow, error) {
	return read(ctx, s, "cypher.Proposing", q, func(r row) graph.ProposingRow {
		return graph.ProposingRow{Chunk: r.id("chunk"), Document: r.id("document")}
	})
}

// PageProposals pages through all proposals with their evidence.
func (s *Store) PageProposals(ctx context.Context, q graph.PageQuery) ([]graph.ProposalPage, error) {
	return read(ctx, s, "cypher.PageProposals", Page{"Proposal", q}, func(r row) graph.ProposalPage {
		p := proposalOf(r)
		return graph.ProposalPage{Proposal: p, Evidence: each(r.rows("evidence"), func(e row) graph.ProposalEvidence {
			return graph.ProposalEvidence{Chunk: e.id("chunk"), Proposal: p.ID, Part: p.Part, Name: p.Name,
				Subject: e.text("subject"), Object: e.text("object"), Signature: e.text("signature"), Span: e.span()}
		})}
	})
}
