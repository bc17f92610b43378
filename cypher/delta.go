package cypher

import (
	"cmp"
	"maps"
	"slices"

	"grove/internal/graph"
	"grove/internal/lists"
)

// renderDelta returns the statements that write a delta, in the order in which
// they have to run. before is the stored state that the delta was made from.
func renderDelta(w scope, number int64, d graph.Delta, before graph.State) ([]Statement, error) {
	relations, err := renderTypedRelations(w, d, before)
	if err != nil {
		return nil, err
	}
	labels, err := renderTypeLabels(w, d, before)
	if err != nil {
		return nil, err
	}
	return slices.Concat(renderDrops(w, number, d), renderNodes(w, number, d), labels, renderStructure(w, d, before), relations,
		renderEvidence(w, d)), nil
}

// renderDrops removes what goes. Edges go with their nodes; a triple's typed
// relation and an ABOUT edge may go while both ends stay.
func renderDrops(w scope, number int64, d graph.Delta) []Statement {
	tombstones := mergeNodes("Tombstone", lists.Map(d.Forget, func(id graph.ID) map[string]any {
		m := w.base(id, "Removed "+string(id))
		m["changed"] = number
		return m
	}))
	back := lists.Map(d.Chunks, func(c graph.Chunk) map[string]any { return map[string]any{"key": w.key(c.ID)} })
	abouts := lists.Map(staying(d), func(k graph.AboutKey) map[string]any { return w.edge(k.Fact, k.Element) })
	return slices.Concat(
		renderDropEpisodes(w, slices.Concat(d.DropDocuments, d.Partial)),
		renderForgetReplies(w, d.ForgetDocuments, nil),
		dropNodes(w, "Document", d.DropDocuments),
		dropNodes(w, "Chunk", d.DropChunks),
		renderWithdrawn(w, d.Withdrawn),
		inBatches("MATCH (n:Document {key: row.key})\nSET n.partial = true, n.paged = null", w.rows(d.Partial)),
		dropNodes(w, "Extraction", d.Forget),
		tombstones,
		inBatches("MATCH (n:Tombstone {key: row.key})\nDELETE n", back),
		inBatches(matchEnds("AtomicFact", "KeyElement")+"MATCH (from)-[a:ABOUT]->(to)\nDELETE a", abouts),
		dropNodes(w, "AtomicFact", d.DropFacts),
		dropNodes(w, "Attribute", d.DropAttributes),
		dropNodes(w, "Triple", d.DropTriples),
		dropNodes(w, "KeyElement", d.DropElements),
		dropNodes(w, "Proposal", d.DropProposals),
	)
}

// renderWithdrawn deletes evidence edges of chunks that stay.
func renderWithdrawn(w scope, u graph.Withdrawn) []Statement {
	drop := func(typ, label string, edges []graph.EvidenceEdge) []Statement {
		return inBatches(matchEnds("Chunk", label)+"MATCH (from)-[e:"+typ+"]->(to)\nDELETE e",
			lists.Map(edges, func(e graph.EvidenceEdge) map[string]any { return w.edge(e.Chunk, e.Item) }))
	}
	return slices.Concat(drop("HAS_FACT", "AtomicFact", u.Facts), drop("MENTIONS", "KeyElement", u.Mentions),
		drop("STATES", "Attribute", u.Attributes), drop("STATES", "Triple", u.Triples), drop("PROPOSES", "Proposal", u.Proposals))
}

// staying returns the dropped ABOUT edges of which both ends stay; all others go with an end.
func staying(d graph.Delta) []graph.AboutKey {
	return lists.Filter(d.DropAbouts, func(k graph.AboutKey) bool {
		return !contains(d.DropFacts, k.Fact) && !contains(d.DropElements, k.Element)
	})
}

// contains looks an id up in a sorted list.
func contains(sorted []graph.ID, id graph.ID) bool {
	_, found := slices.BinarySearch(sorted, id)
	return found
}

// renderNodes writes the nodes, whole.
func renderNodes(w scope, number int64, d graph.Delta) []Statement {
	retagged := lists.Map(d.Retagged,
		func(r graph.Retag) map[string]any { return map[string]any{"key": w.key(r.Document), "tags": r.Tags} })
	return slices.Concat(
		inBatches("MATCH (n:Document {key: row.key})\nSET n.tags = row.tags", retagged),
		mergeNodes("Document", lists.Map(d.Documents, func(x graph.Document) map[string]any { return documentRow(w, x) })),
		mergeNodes("Chunk", lists.Map(d.Chunks, func(c graph.Chunk) map[string]any { return chunkRow(w, c, number) })),
		mergeNodes("KeyElement", lists.Map(d.Elements, func(e graph.KeyElementState) map[string]any { return elementRow(w, e) })),
		mergeNodes("AtomicFact", lists.Map(d.Facts, func(f graph.FactState) map[string]any { return factRow(w, f) })),
		mergeNodes("Attribute", lists.Map(d.Attributes, func(a graph.Attribute) map[string]any { return attributeRow(w, a) })),
		mergeNodes("Triple", lists.Map(d.Triples, func(t graph.TripleState) map[string]any { return tripleRow(w, t) })),
		mergeNodes("Proposal", lists.Map(d.Proposals, func(p graph.ProposalState) map[string]any { return proposalRow(w, p) })),
	)
}

// renderTypeLabels adds the label Entity and that of its schema type to each key element
// whose type changes, and removes the former ones.
func renderTypeLabels(w scope, d graph.Delta, before graph.State) ([]Statement, error) {
	taken, given := map[string]rows{}, map[string]rows{}
	note := func(m map[string]rows, id graph.ID, typ string) error {
		if typ == "" {
			return nil
		}
		label, err := typeLabel(typ)
		if err == nil {
			m[label] = append(m[label], map[string]any{"key": w.key(id)})
		}
		return err
	}
	for _, e := range d.Elements {
		former := before.Elements[e.ID].Type
		if former == e.Type {
			continue
		}
		if err := cmp.Or(note(taken, e.ID, former), note(given, e.ID, e.Type)); err != nil {
			return nil, err
		}
	}
	var out []Statement
	for _, label := range slices.Sorted(maps.Keys(taken)) {
		out = append(out, inBatches("MATCH (n:KeyElement {key: row.key})\nREMOVE n:Entity:"+label, taken[label])...)
	}
	for _, label := range slices.Sorted(maps.Keys(given)) {
		out = append(out, inBatches("MATCH (n:KeyElement {key: row.key})\nSET n:Entity:"+label, given[label])...)
	}
	return out, nil
}

// renderStructure writes the edges that are no evidence.
func renderStructure(w scope, d graph.Delta, before graph.State) []Statement {
	var attributes rows
	for _, a := range d.Attributes {
		if _, there := before.Attributes[a.ID]; !there {
			attributes = append(attributes, w.edge(a.Entity, a.ID))
		}
	}
	abouts := lists.Map(d.Abouts, func(a graph.About) map[string]any {
		m := w.edge(a.Fact, a.Element)
		m["support"] = a.Support
		return m
	})
	next := lists.Map(d.Next, func(n graph.Next) map[string]any { return w.edge(n.From, n.To) })
	hasChunk := lists.Map(d.Chunks, func(c graph.Chunk) map[string]any { return w.edge(c.Document, c.ID) })
	return slices.Concat(
		inBatches(matchEnds("Document", "Chunk")+"CREATE (from)-[:HAS_CHUNK]->(to)", hasChunk),
		inBatches(matchEnds("Chunk", "Chunk")+"CREATE (from)-[:NEXT]->(to)", next),
		inBatches(matchEnds("KeyElement", "Attribute")+"CREATE (from)-[:HAS_ATTRIBUTE]->(to)", attributes),
		inBatches(matchEnds("AtomicFact", "KeyElement")+"MERGE (from)-[a:ABOUT]->(to)\nSET a.support = row.support", abouts),
	)
}

// renderTypedRelations removes the typed relations of the triples that go and
// writes those of the triples that come or change.
func renderTypedRelations(w scope, d graph.Delta, before graph.State) ([]Statement, error) {
	gone, there := map[string]rows{}, map[string]rows{}
	note := func(m map[string]rows, t graph.Triple) error {
		typ, err := relationType(t.Relation)
		if err == nil {
			edge := w.edge(t.Head, t.Tail)
			edge["key"], edge["id"], edge["support"] = w.key(t.ID), string(t.ID), t.Support
			m[typ] = append(m[typ], edge)
		}
		return err
	}
	for _, id := range d.DropTriples {
		if t, stored := before.Triples[id]; stored && !contains(d.DropElements, t.Head) && !contains(d.DropElements, t.Tail) {
			if err := note(gone, t.Triple); err != nil {
				return nil, err
			}
		}
	}
	for _, t := range d.Triples {
		if err := note(there, t.Triple); err != nil {
			return nil, err
		}
	}
	ends := matchEnds("KeyElement", "KeyElement")
	var out []Statement
	for _, typ := range slices.Sorted(maps.Keys(gone)) {
		out = append(out, inBatches(ends+"MATCH (from)-[r:"+typ+" {key: row.key}]->(to)\nDELETE r", gone[typ])...)
	}
	for _, typ := range slices.Sorted(maps.Keys(there)) {
		out = append(out, inBatches(ends+"MERGE (from)-[r:"+typ+" {key: row.key}]->(to)\nSET r.id = row.id, r.support = row.support",
			there[typ])...)
	}
	return out, nil
}

// renderEvidence writes the edges from chunks to what they support. The chunks
// are new in this transaction, or have lost their edges in it, so none can be there already.
func renderEvidence(w scope, d graph.Delta) []Statement {
	edge := func(chunk, item graph.ID, s graph.Span, more map[string]any) map[string]any {
		m := w.edge(chunk, item)
		properties := map[string]any{"start": s.Start, "end": s.End, "in": string(s.In), "surface": s.Surface, "count": s.Count}
		maps.Copy(properties, more)
		m["properties"] = properties
		return m
	}
	create := func(typ, label string, edges rows) []Statement {
		return inBatches(matchEnds("Chunk", label)+"CREATE (from)-[e:"+typ+"]->(to)\nSET e = row.properties", edges)
	}
	return slices.Concat(
		create("HAS_FACT", "AtomicFact", lists.Map(d.Evidence.Facts, func(r graph.FactEvidence) map[string]any {
			return edge(r.Chunk, r.Fact, r.Span, map[string]any{"text": r.Text, "about": texts(r.About)})
		})),
		create("MENTIONS", "KeyElement", lists.Map(d.Evidence.Mentions, func(r graph.Mention) map[string]any {
			return edge(r.Chunk, r.Element, r.Span, map[string]any{"type": optional(r.Type), "description": optional(r.Description),
				"same": optional(r.Same), "apart": optional(r.Apart)})
		})),
		create("STATES", "Attribute", lists.Map(d.Evidence.Attributes, func(r graph.AttributeEvidence) map[string]any {
			return edge(r.Chunk, r.Attribute, r.Span, nil)
		})),
		create("STATES", "Triple", lists.Map(d.Evidence.Triples, func(r graph.TripleEvidence) map[string]any {
			return edge(r.Chunk, r.Triple, r.Span, map[string]any{"head": r.HeadText, "tail": r.TailText})
		})),
		create("PROPOSES", "Proposal", lists.Map(d.Evidence.Proposals, func(r graph.ProposalEvidence) map[string]any {
			return edge(r.Chunk, r.Proposal, r.Span, map[string]any{"subject": r.Subject, "object": r.Object, "signature": r.Signature})
		})),
	)
}

// texts are ids or names as plain strings.
func texts[S ~string](names []S) []string {
	return lists.Map(names, func(name S) string { return string(name) })
}
