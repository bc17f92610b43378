package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"slices"

	"grove/internal/graph"
)

// GroupRows is how many rows a transaction of new documents should have. Ids are
// hashes, so each touches pages all over the database: written 5,000 rows at a
// time, 2,600 documents of a paragraph wrote it thirty times over, which was a
// third of the time for writing. With 40,000 rows 20 MB of text wrote 7.1 GB to
// disk, with 20,000 9.7; a large group takes memory, 29 MB more for those 40,000.
const GroupRows = 30_000

// Apply carries a change out in one transaction.
func (s *Store) Apply(ctx context.Context, change graph.Change) (graph.Applied, error) {
	var applied graph.Applied
	err := s.transact(ctx, "sqlite.Apply", func(tx *sql.Tx) (err error) {
		applied, err = graph.Apply(ctx, applyTx{tx}, change)
		return err
	})
	if err != nil {
		return graph.Applied{}, err
	}
	return applied, nil
}

// applyTx is one write transaction as graph.Apply needs it.
type applyTx struct{ tx *sql.Tx }

var _ graph.ApplyTx = applyTx{}

// Bump raises the change number.
func (t applyTx) Bump(ctx context.Context) (number int64, err error) {
	err = t.tx.QueryRowContext(ctx, "UPDATE workspace SET number = number + 1 WHERE one = 1 RETURNING number").Scan(&number)
	return number, err
}

// Stored tells which of the documents are there.
func (t applyTx) Stored(ctx context.Context, documents []graph.ID) (map[graph.ID]graph.Stored, error) {
	type found struct {
		id graph.ID
		graph.Stored
	}
	stored := map[graph.ID]graph.Stored{}
	err := inBatches(ctx, t.tx, documents, fields(func(f *found) []any { return []any{&f.id, &f.SHA256, &f.Partial} }),
		"SELECT id, sha256, partial FROM document WHERE id IN ", func(f found) { stored[f.id] = f.Stored })
	return stored, err
}

// Present tells which of the chunks are there.
func (t applyTx) Present(ctx context.Context, chunks []graph.ID) (map[graph.ID]bool, error) {
	present := map[graph.ID]bool{}
	err := inBatches(ctx, t.tx, chunks, scanValue[graph.ID], "SELECT id FROM chunk WHERE id IN ", func(id graph.ID) { present[id] = true })
	return present, err
}

// Removed reads the chunks of the documents, those of the chunks that are
// there, and the evidence of both.
func (t applyTx) Removed(ctx context.Context, documents, chunks []graph.ID) (graph.Removed, error) {
	removed := graph.Removed{Documents: documents}
	err := errors.Join(
		inBatches(ctx, t.tx, documents, scanValue[graph.ID], "SELECT id FROM chunk WHERE document IN ", collect(&removed.Chunks)),
		inBatches(ctx, t.tx, chunks, scanValue[graph.ID], "SELECT id FROM chunk WHERE id IN ", collect(&removed.Chunks)),
	)
	if err != nil {
		return graph.Removed{}, err
	}
	removed.Evidence, err = evidenceOf(ctx, t.tx, removed.Chunks)
	return removed, err
}

// evidenceOf reads all evidence of the chunks.
func evidenceOf(ctx context.Context, q queryer, chunks []graph.ID) (e graph.Evidence, err error) {
	const ofChunks = " WHERE e.chunk IN "
	err = errors.Join(
		inBatches(ctx, q, chunks, scanFactEvidence, factEvidence+ofChunks, collect(&e.Facts)),
		inBatches(ctx, q, chunks, scanMention, mentions+ofChunks, collect(&e.Mentions)),
		inBatches(ctx, q, chunks, scanAttributeEvidence, attributeEvidence+ofChunks, collect(&e.Attributes)),
		inBatches(ctx, q, chunks, scanTripleEvidence, tripleEvidence+ofChunks, collect(&e.Triples)),
		inBatches(ctx, q, chunks, scanProposalEvidence, proposalEvidence+ofChunks, collect(&e.Proposals)),
	)
	return e, err
}

func collect[R any](into *[]R) func(R) { return func(r R) { *into = append(*into, r) } }

// State reads what is stored of the touched items. A fact that is not stored has no ABOUT edges.
func (t applyTx) State(ctx context.Context, touched graph.Touched) (graph.State, error) {
	s, err := readState(ctx, t.tx, graph.StatesQuery{Facts: touched.Facts, Elements: touched.Elements,
		Attributes: touched.Attributes, Triples: touched.Triples, Proposals: touched.Proposals})
	if err != nil {
		return s, err
	}
	stored := slices.DeleteFunc(aboutFacts(touched.Abouts), func(id graph.ID) bool { _, ok := s.Facts[id]; return !ok })
	return s, readAbouts(ctx, t.tx, &s, stored)
}

// readAbouts reads the ABOUT edges of facts into the state.
func readAbouts(ctx context.Context, q queryer, s *graph.State, facts []graph.ID) error {
	return inBatches(ctx, q, facts, scanAbout, "SELECT fact, element, support FROM about WHERE fact IN ",
		func(a graph.About) { s.Abouts[graph.AboutKey{Fact: a.Fact, Element: a.Element}] = a.Support })
}

// readState reads what is stored of the items.
func readState(ctx context.Context, q queryer, touched graph.StatesQuery) (graph.State, error) {
	s := graph.State{Facts: map[graph.ID]graph.FactState{}, Elements: map[graph.ID]graph.KeyElementState{},
		Attributes: map[graph.ID]graph.Attribute{}, Triples: map[graph.ID]graph.TripleState{},
		Proposals: map[graph.ID]graph.ProposalState{}, Abouts: map[graph.AboutKey]int{}}
	err := errors.Join(
		inBatches(ctx, q, touched.Facts, scanFactState, "SELECT id, text, support, texts FROM fact WHERE id IN ",
			func(f graph.FactState) { s.Facts[f.ID] = f }),
		inBatches(ctx, q, touched.Elements, scanKeyElementState,
			"SELECT id, norm, name, type, description, support, surfaces, types, descriptions FROM key_element WHERE id IN ",
			func(k graph.KeyElementState) { s.Elements[k.ID] = k }),
		inBatches(ctx, q, touched.Attributes, scanAttribute, "SELECT id, entity, key, value, support FROM attribute WHERE id IN ",
			func(a graph.Attribute) { s.Attributes[a.ID] = a }),
		inBatches(ctx, q, touched.Triples, scanTripleState, "SELECT "+tripleColumns+", t.names FROM triple t WHERE t.id IN ",
			func(r graph.TripleState) { s.Triples[r.ID] = r }),
		inBatches(ctx, q, touched.Proposals, scanProposalState, "SELECT "+proposalColumns+", p.signatures FROM proposal p WHERE p.id IN ",
			func(p graph.ProposalState) { s.Proposals[p.ID] = p }),
	)
	return s, err
}

// aboutFacts returns the facts of sorted pairs, each once. State may hold more pairs
// of a fact than were asked: a fact has few.
func aboutFacts(pairs []graph.AboutKey) []graph.ID {
	var facts []graph.ID
	for i, p := range pairs {
		if i == 0 || pairs[i-1].Fact != p.Fact {
			facts = append(facts, p.Fact)
		}
	}
	return facts
}

var scanFactState = fields(func(f *graph.FactState) []any { return []any{&f.ID, &f.Text, &f.Support, jsonColumn{&f.Texts}} })

var scanKeyElementState = fields(func(k *graph.KeyElementState) []any {
	return []any{&k.ID, &k.Norm, &k.Name, &k.Type, &k.Description, &k.Support,
		jsonColumn{&k.Surfaces}, jsonColumn{&k.Types}, jsonColumn{&k.Descriptions}}
})

var scanTripleState = fields(func(t *graph.TripleState) []any { return append(tripleTargets(&t.Triple), jsonColumn{&t.Names}) })

var scanAbout = fields(func(a *graph.About) []any { return []any{&a.Fact, &a.Element, &a.Support} })
