package sqlite

import (
	"context"
	"encoding/json"

	"grove/internal/graph"
)

// Write writes the delta. Its rows are sorted by key, the order of the pages of each table.
func (t applyTx) Write(ctx context.Context, number int64, d graph.Delta) error {
	w := &writer{ctx: ctx, tx: t.tx}
	w.drop(number, d)
	w.text(number, d)
	w.items(d)
	w.evidence(d)
	return w.err
}

// drop deletes rows. A document is deleted with its chunks, and a chunk with its evidence.
func (w *writer) drop(number int64, d graph.Delta) {
	for _, drop := range []struct {
		statement string
		ids       []graph.ID
	}{
		{"DELETE FROM document WHERE id = ?", d.DropDocuments},
		{"DELETE FROM chunk WHERE id = ?", d.DropChunks},
		{"UPDATE document SET partial = 1, paged = '' WHERE id = ?", d.Partial},
		{"DELETE FROM episode WHERE document = ?", d.Partial},
		{"DELETE FROM episode_reply WHERE document = ?", d.ForgetDocuments},
		{"DELETE FROM extraction WHERE chunk = ?", d.Forget},
		{"DELETE FROM fact WHERE id = ?", d.DropFacts},
		{"DELETE FROM attribute WHERE id = ?", d.DropAttributes},
		{"DELETE FROM triple WHERE id = ?", d.DropTriples},
		{"DELETE FROM key_element WHERE id = ?", d.DropElements},
		{"DELETE FROM proposal WHERE id = ?", d.DropProposals},
	} {
		put(w, drop.statement, drop.ids, idOf)
	}
	for _, drop := range []struct {
		statement string
		edges     []graph.EvidenceEdge
	}{
		{"DELETE FROM has_fact WHERE chunk = ? AND fact = ?", d.Withdrawn.Facts},
		{"DELETE FROM mentions WHERE chunk = ? AND element = ?", d.Withdrawn.Mentions},
		{"DELETE FROM states_attribute WHERE chunk = ? AND attribute = ?", d.Withdrawn.Attributes},
		{"DELETE FROM states_triple WHERE chunk = ? AND triple = ?", d.Withdrawn.Triples},
		{"DELETE FROM proposes WHERE chunk = ? AND proposal = ?", d.Withdrawn.Proposals},
	} {
		put(w, drop.statement, drop.edges, func(e graph.EvidenceEdge) ([]any, error) { return values(e.Chunk, e.Item), nil })
	}
	put(w, "DELETE FROM about WHERE fact = ? AND element = ?", d.DropAbouts, func(k graph.AboutKey) ([]any, error) {
		return values(k.Fact, k.Element), nil
	})
	put(w, "DELETE FROM alias WHERE norm = ? AND element = ?", d.DropNorms, norm)
	put(w, "INSERT INTO tombstone VALUES (?, ?) ON CONFLICT (chunk) DO UPDATE SET number = excluded.number", d.Forget,
		func(id graph.ID) ([]any, error) { return []any{string(id), number}, nil })
}

// text writes tags, documents, of which some may be stored partially, and chunks, of which
// none is stored.
func (w *writer) text(number int64, d graph.Delta) {
	put(w, "UPDATE document SET tags = ? WHERE id = ?", d.Retagged, func(r graph.Retag) ([]any, error) {
		tags, err := asJSON(r.Tags)
		return []any{tags, string(r.Document)}, err
	})
	put(w, "INSERT INTO document ("+documentColumns+") VALUES "+list(14)+
		" ON CONFLICT (id) DO UPDATE SET partial = excluded.partial, tags = excluded.tags, gists = excluded.gists, "+
		"paged = excluded.paged", d.Documents, func(d graph.Document) ([]any, error) {
		tags, err := asJSON(d.Tags)
		return []any{string(d.ID), d.Source, d.SourceID, d.Title, d.Language, d.SHA256, d.Tokens, d.Runes, tags, d.Origin,
			d.IngestedAt.Unix(), d.Partial, d.Gists, ""}, err
	})
	put(w, "DELETE FROM tombstone WHERE chunk = ?", d.Chunks, func(c graph.Chunk) ([]any, error) {
		return []any{string(c.ID)}, nil
	})
	put(w, `INSERT INTO chunk (id, document, position, begins, ends, text, tokens, page, heading, name, number)
VALUES `+list(11), d.Chunks, func(c graph.Chunk) ([]any, error) {
		return []any{string(c.ID), string(c.Document), c.Index, c.Start, c.End, c.Text, c.Tokens, c.Page, c.Heading, c.Name, number}, nil
	})
}

// items writes the aggregates of evidence, replacing whole rows.
func (w *writer) items(d graph.Delta) {
	put(w, `INSERT INTO key_element (id, norm, name, type, description, support, surfaces, types, descriptions)
VALUES `+list(9)+`
ON CONFLICT (id) DO UPDATE SET name = excluded.name, type = excluded.type, description = excluded.description,
  support = excluded.support, surfaces = excluded.surfaces, types = excluded.types, descriptions = excluded.descriptions`,
		d.Elements, func(k graph.KeyElementState) ([]any, error) {
			return withJSON([]any{string(k.ID), k.Norm, k.Name, k.Type, k.Description, k.Support}, k.Surfaces, k.Types, k.Descriptions)
		})
	put(w, "INSERT INTO alias VALUES (?, ?)", d.Norms, norm)
	put(w, `INSERT INTO fact (id, text, support, texts) VALUES (?, ?, ?, ?)
ON CONFLICT (id) DO UPDATE SET text = excluded.text, support = excluded.support, texts = excluded.texts`,
		d.Facts, func(f graph.FactState) ([]any, error) {
			return withJSON([]any{string(f.ID), f.Text, f.Support}, f.Texts)
		})
	put(w, `INSERT INTO attribute (id, entity, key, value, support) VALUES (?, ?, ?, ?, ?)
ON CONFLICT (id) DO UPDATE SET support = excluded.support`,
		d.Attributes, func(a graph.Attribute) ([]any, error) {
			return []any{string(a.ID), string(a.Entity), a.Key, a.Value, a.Support}, nil
		})
	put(w, `INSERT INTO triple (id, head, relation, tail, name, support, names) VALUES (?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (id) DO UPDATE SET name = excluded.name, support = excluded.support, names = excluded.names`,
		d.Triples, func(r graph.TripleState) ([]any, error) {
			return withJSON([]any{string(r.ID), string(r.Head), r.Relation, string(r.Tail), r.Name, r.Support}, r.Names)
		})
	put(w, `INSERT INTO proposal (id, part, name, support, signature, confidence, signatures) VALUES (?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (id) DO UPDATE SET support = excluded.support, signature = excluded.signature, `+
		`confidence = excluded.confidence, signatures = excluded.signatures`,
		d.Proposals, func(p graph.ProposalState) ([]any, error) {
			return withJSON([]any{string(p.ID), string(p.Part), p.Name, p.Support, p.Signature, p.Confidence}, p.Signatures)
		})
	put(w, `INSERT INTO about (fact, element, support) VALUES (?, ?, ?)
ON CONFLICT (fact, element) DO UPDATE SET support = excluded.support`,
		d.Abouts, func(a graph.About) ([]any, error) { return []any{string(a.Fact), string(a.Element), a.Support}, nil })
}

// evidence writes evidence edges.
func (w *writer) evidence(d graph.Delta) {
	const span = "place, surface, begins, ends, times"
	put(w, "INSERT INTO has_fact (chunk, fact, "+span+", text, about) VALUES "+list(9), d.Evidence.Facts,
		func(e graph.FactEvidence) ([]any, error) {
			about, err := asJSON(e.About)
			return edge(e.Chunk, e.Fact, e.Span, e.Text, about), err
		})
	put(w, "INSERT INTO mentions (chunk, element, "+span+", type, description, same, apart) VALUES "+list(11), d.Evidence.Mentions,
		func(e graph.Mention) ([]any, error) {
			return edge(e.Chunk, e.Element, e.Span, e.Type, e.Description, e.Same, e.Apart), nil
		})
	put(w, "INSERT INTO states_attribute (chunk, attribute, "+span+") VALUES "+list(7), d.Evidence.Attributes,
		func(e graph.AttributeEvidence) ([]any, error) { return edge(e.Chunk, e.Attribute, e.Span), nil })
	put(w, "INSERT INTO states_triple (chunk, triple, "+span+", head_text, tail_text) VALUES "+list(9), d.Evidence.Triples,
		func(e graph.TripleEvidence) ([]any, error) {
			return edge(e.Chunk, e.Triple, e.Span, e.HeadText, e.TailText), nil
		})
	put(w, "INSERT INTO proposes (chunk, proposal, "+span+", subject, object, signature) VALUES "+list(10), d.Evidence.Proposals,
		func(e graph.ProposalEvidence) ([]any, error) {
			return edge(e.Chunk, e.Proposal, e.Span, e.Subject, e.Object, e.Signature), nil
		})
}

// idOf returns the argument of a statement about an id.
func idOf(id graph.ID) ([]any, error) { return []any{string(id)}, nil }

// edge returns the arguments of an evidence row.
func edge(chunk, item graph.ID, s graph.Span, more ...any) []any {
	return append([]any{string(chunk), string(item), string(s.In), s.Surface, s.Start, s.End, s.Count}, more...)
}

// norm returns the arguments of another name of an element.
func norm(n graph.ElementNorm) ([]any, error) { return []any{n.Norm, string(n.Element)}, nil }

// withJSON appends tallies as JSON.
func withJSON(row []any, tallies ...graph.Tally) ([]any, error) {
	for _, t := range tallies {
		text, err := json.Marshal(t)
		if err != nil {
			return nil, err
		}
		row = append(row, string(text))
	}
	return row, nil
}
