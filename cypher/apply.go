package cypher

import (
	"context"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"grove/internal/graph"
	"grove/internal/lists"
)

// Apply carries a change out in one transaction, whose first statement locks
// the workspace. The driver may run it again; graph.Apply stands that.
func (s *Store) Apply(ctx context.Context, change graph.Change) (graph.Applied, error) {
	return write(ctx, s, "cypher.Apply", func(tx neo4j.ManagedTransaction) (graph.Applied, error) {
		return graph.Apply(ctx, &applyTx{tx: tx, workspace: s.workspace}, change)
	})
}

// applyTx is one write transaction as graph.Apply needs it.
type applyTx struct {
	tx        neo4j.ManagedTransaction
	workspace scope
	// before is what State read: which types and relations were stored decides
	// which labels and typed relations go.
	before graph.State
}

func (t *applyTx) Bump(ctx context.Context) (int64, error) { return lock(ctx, t.tx, t.workspace, 1) }

func (t *applyTx) Stored(ctx context.Context, documents []graph.ID) (map[graph.ID]graph.Stored, error) {
	stored := map[graph.ID]graph.Stored{}
	err := t.lookUp(ctx, "Document", documents, "n.id AS id, n.sha256 AS sha256, coalesce(n.partial, false) AS partial", func(r row) {
		stored[r.id("id")] = graph.Stored{SHA256: r.text("sha256"), Partial: r.flag("partial")}
	})
	return stored, err
}

func (t *applyTx) Present(ctx context.Context, chunks []graph.ID) (map[graph.ID]bool, error) {
	present := map[graph.ID]bool{}
	err := t.lookUp(ctx, "Chunk", chunks, "n.id AS id", func(r row) { present[r.id("id")] = true })
	return present, err
}

func (t *applyTx) Removed(ctx context.Context, documents, chunks []graph.ID) (graph.Removed, error) {
	removed := graph.Removed{Documents: documents}
	e := &removed.Evidence
	addChunk := func(r row) { removed.Chunks = append(removed.Chunks, r.id("chunk")) }
	if err := t.lookUpFrom(ctx, "Document", documents, "-[:HAS_CHUNK]->(c:Chunk)", "c.id AS chunk", addChunk); err != nil {
		return graph.Removed{}, err
	}
	if err := t.lookUp(ctx, "Chunk", chunks, "n.id AS chunk", addChunk); err != nil {
		return graph.Removed{}, err
	}
	const chunk = "n.id AS chunk, "
	span := "e.start AS start, e.`end` AS `end`, e.`in` AS `in`, e.surface AS surface, e.count AS count"
	for _, part := range []struct {
		path, columns string
		each          func(row)
	}{
		{"-[e:HAS_FACT]->(i:AtomicFact)", chunk + "i.id AS item, e.text AS text, e.about AS about, " + span, func(r row) {
			e.Facts = append(e.Facts, graph.FactEvidence{Chunk: r.id("chunk"), Fact: r.id("item"), Text: r.text("text"), Span: r.span(),
				About: r.ids("about")})
		}},
		{"-[e:MENTIONS]->(i:KeyElement)", chunk + "i.id AS item, i.norm AS norm, e.type AS type, e.description AS description, " +
			"e.same AS same, e.apart AS apart, " + span, func(r row) {
			e.Mentions = append(e.Mentions, graph.Mention{Chunk: r.id("chunk"), Element: r.id("item"), Norm: r.text("norm"), Span: r.span(),
				Type: r.text("type"), Description: r.text("description"), Same: r.text("same"), Apart: r.text("apart")})
		}},
		{"-[e:STATES]->(i:Attribute)", chunk + "i.id AS item, i.entity AS entity, i.attribute AS attribute, " +
			"i.value AS value, " + span, func(r row) {
			e.Attributes = append(e.Attributes, graph.AttributeEvidence{Chunk: r.id("chunk"), Attribute: r.id("item"),
				Entity: r.id("entity"), Key: r.text("attribute"), Value: r.text("value"), Span: r.span()})
		}},
		{"-[e:STATES]->(i:Triple)", chunk + "i.id AS item, i.subject AS subject, i.relation AS relation, i.object AS object, " +
			"e.head AS head, e.tail AS tail, " + span, func(r row) {
			e.Triples = append(e.Triples, graph.TripleEvidence{Chunk: r.id("chunk"), Triple: r.id("item"), Head: r.id("subject"),
				Relation: r.text("relation"), Tail: r.id("object"), HeadText: r.text("head"), TailText: r.text("tail"), Span: r.span()})
		}},
		{"-[e:PROPOSES]->(i:Proposal)", chunk + "i.id AS item, i.part AS part, i.name AS name, e.subject AS subject, e.object AS object, " +
			"e.signature AS signature, " + span, func(r row) {
			e.Proposals = append(e.Proposals, graph.ProposalEvidence{Chunk: r.id("chunk"), Proposal: r.id("item"),
				Part: graph.SchemaPart(r.text("part")),
				Name: r.text("name"), Subject: r.text("subject"), Object: r.text("object"), Signature: r.text("signature"), Span: r.span()})
		}},
	} {
		if err := t.lookUpFrom(ctx, "Chunk", removed.Chunks, part.path, part.columns, part.each); err != nil {
			return graph.Removed{}, err
		}
	}
	return removed, nil
}

func (t *applyTx) State(ctx context.Context, touched graph.Touched) (graph.State, error) {
	s := graph.State{Facts: map[graph.ID]graph.FactState{}, Elements: map[graph.ID]graph.KeyElementState{},
		Attributes: map[graph.ID]graph.Attribute{}, Triples: map[graph.ID]graph.TripleState{},
		Proposals: map[graph.ID]graph.ProposalState{}, Abouts: map[graph.AboutKey]int{}}
	for _, part := range []struct {
		label   string
		ids     []graph.ID
		columns string
		each    func(row)
	}{
		{"AtomicFact", touched.Facts, "n.id AS id, n.text AS text, n.support AS support, n.texts AS texts, " +
			"n.textCounts AS textCounts", func(r row) {
			s.Facts[r.id("id")] = graph.FactState{Fact: graph.Fact{ID: r.id("id"), Text: r.text("text"), Support: r.number("support")},
				Texts: r.tally("texts", "textCounts")}
		}},
		{"KeyElement", touched.Elements, "n.id AS id, n.norm AS norm, n.name AS name, n.type AS type, n.description AS description, " +
			"n.support AS support,\n" +
			"  n.aliases AS aliases, n.aliasCounts AS aliasCounts, n.types AS types, n.typeCounts AS typeCounts,\n" +
			"  n.descriptions AS descriptions, n.descriptionCounts AS descriptionCounts", func(r row) {
			s.Elements[r.id("id")] = graph.KeyElementState{KeyElement: elementOf(r), Surfaces: r.tally("aliases", "aliasCounts"),
				Types: r.tally("types", "typeCounts"), Descriptions: r.tally("descriptions", "descriptionCounts")}
		}},
		{"Attribute", touched.Attributes, "n.id AS id, n.entity AS entity, n.attribute AS attribute, n.value AS value, " +
			"n.support AS support", func(r row) {
			s.Attributes[r.id("id")] = attributeOf(r)
		}},
		{"Triple", touched.Triples, "n.id AS id, n.subject AS subject, n.relation AS relation, n.object AS object, n.name AS name, " +
			"n.support AS support,\n" +
			"  n.names AS names, n.nameCounts AS nameCounts", func(r row) {
			s.Triples[r.id("id")] = graph.TripleState{Triple: tripleOf(r), Names: r.tally("names", "nameCounts")}
		}},
		{"Proposal", touched.Proposals, "n.id AS id, n.part AS part, n.name AS name, n.support AS support, n.signature AS signature, " +
			"n.confidence AS confidence,\n" +
			"  n.signatures AS signatures, n.signatureCounts AS signatureCounts", func(r row) {
			s.Proposals[r.id("id")] = graph.ProposalState{Proposal: proposalOf(r), Signatures: r.tally("signatures", "signatureCounts")}
		}},
	} {
		if err := t.lookUp(ctx, part.label, part.ids, part.columns, part.each); err != nil {
			return graph.State{}, err
		}
	}
	abouts := lists.Map(touched.Abouts, func(k graph.AboutKey) map[string]any { return t.workspace.edge(k.Fact, k.Element) })
	err := t.each(ctx, inBatches(matchEnds("AtomicFact", "KeyElement")+"MATCH (from)-[a:ABOUT]->(to)\n"+
		"RETURN from.id AS fact, to.id AS element, a.support AS support ORDER BY fact, element", abouts), func(r row) {
		s.Abouts[graph.AboutKey{Fact: r.id("fact"), Element: r.id("element")}] = r.number("support")
	})
	t.before = s
	return s, err
}

// lookUp reads columns of the nodes n of a label that are there.
func (t *applyTx) lookUp(ctx context.Context, label string, ids []graph.ID, columns string, each func(row)) error {
	return t.lookUpFrom(ctx, label, ids, "", columns, each)
}

// lookUpFrom reads columns along a path that begins at such nodes.
func (t *applyTx) lookUpFrom(ctx context.Context, label string, ids []graph.ID, path, columns string, each func(row)) error {
	return t.each(ctx, inBatches("MATCH (n:"+label+" {key: row.key})"+path+"\nRETURN "+columns,
		t.workspace.rows(ids)), each)
}

func (t *applyTx) each(ctx context.Context, statements []Statement, each func(row)) error {
	for _, st := range statements {
		if _, err := run(ctx, t.tx, st, func(r row) struct{} { each(r); return struct{}{} }); err != nil {
			return err
		}
	}
	return nil
}

func (t *applyTx) Write(ctx context.Context, number int64, delta graph.Delta) error {
	statements, err := renderDelta(t.workspace, number, delta, t.before)
	if err != nil {
		return err
	}
	return runAll(ctx, t.tx, statements)
}
