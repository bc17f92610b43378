package exchange

import (
	"cmp"
	"slices"

	"grove/internal/graph"
	"grove/internal/text"
)

func (im *importer) fact(line []byte) error {
	var l factLine
	if err := im.parse(line, &l); err != nil {
		return err
	}
	for i := range l.Evidence {
		e := &l.Evidence[i]
		e.Fact = l.ID
		if l.ID != graph.FactID(text.Normalise(e.Text)) {
			return bad(im.report.Lines, "%s is not the id of %q", l.ID, text.Truncate(e.Text, 80))
		}
		if e.About == nil || !slices.IsSorted(e.About) || len(slices.Compact(slices.Clone(e.About))) != len(e.About) {
			return bad(im.report.Lines, "the key elements of a fact come in order, each once")
		}
	}
	if err := im.next(l.ID); err != nil {
		return err
	}
	now := graph.Recount(graph.Evidence{Facts: l.Evidence}).Facts[l.ID]
	im.report.Facts++
	return evidence(im, line, l.Evidence, now.Fact == l.Fact,
		func(e graph.FactEvidence) place { return place{e.Chunk, e.In, e.Surface} },
		func(r *record, e *graph.FactEvidence) { r.Fact = e })
}

func (im *importer) keyElement(line []byte) error {
	var l keyElementLine
	if err := im.parse(line, &l); err != nil {
		return err
	}
	if l.ID != graph.KeyElementID(l.Norm, "") {
		im.parts[l.ID] = im.report.Lines // a person may have split it off: decisions come last
	}
	if err := im.next(l.ID); err != nil {
		return err
	}
	if len(l.Norm) > graph.MaxLookupBytes {
		return bad(im.report.Lines, "a normalised name of more than %d bytes", graph.MaxLookupBytes)
	}
	for i := range l.Evidence {
		e := &l.Evidence[i]
		e.Element, e.Norm = l.ID, l.Norm
		if e.Type != "" && graph.CheckName("type", e.Type) != nil {
			return bad(im.report.Lines, "%q cannot be the name of a type", e.Type)
		}
	}
	now := graph.Recount(graph.Evidence{Mentions: l.Evidence}).Elements[l.ID]
	im.report.KeyElements++
	if l.Type != "" {
		im.entities[l.ID] = l.Name
	}
	agrees := now.Name == l.Name && slices.Equal(now.Aliases, l.Aliases) && now.Type == l.Type &&
		now.Description == l.Description && now.Support == l.Support
	return evidence(im, line, l.Evidence, agrees,
		func(e graph.Mention) place { return place{e.Chunk, e.In, e.Surface} },
		func(r *record, e *graph.Mention) { r.Mention = e })
}

func (im *importer) attribute(line []byte) error {
	var l attributeLine
	if err := im.parse(line, &l); err != nil {
		return err
	}
	if err := im.identity(l.ID, graph.AttributeID(l.Entity, l.Key, l.Value)); err != nil {
		return err
	}
	for i := range l.Evidence {
		e := &l.Evidence[i]
		e.Attribute, e.Entity, e.Key, e.Value = l.ID, l.Entity, l.Key, l.Value
	}
	now := graph.Recount(graph.Evidence{Attributes: l.Evidence}).Attributes[l.ID]
	im.report.Attributes++
	return evidence(im, line, l.Evidence, now == l.Attribute,
		func(e graph.AttributeEvidence) place { return place{e.Chunk, e.In, e.Surface} },
		func(r *record, e *graph.AttributeEvidence) { r.Attribute = e })
}

func (im *importer) triple(line []byte) error {
	var l tripleLine
	if err := im.parse(line, &l); err != nil {
		return err
	}
	if err := im.identity(l.ID, graph.TripleID(l.Head, l.Relation, l.Tail)); err != nil {
		return err
	}
	if graph.CheckName("relation", l.Relation) != nil {
		return bad(im.report.Lines, "%q cannot be the name of a relation", l.Relation)
	}
	for i := range l.Evidence {
		e := &l.Evidence[i]
		e.Triple, e.Head, e.Relation, e.Tail = l.ID, l.Head, l.Relation, l.Tail
	}
	now := graph.Recount(graph.Evidence{Triples: l.Evidence}).Triples[l.ID]
	im.report.Triples++
	return evidence(im, line, l.Evidence, now.Triple == l.Triple,
		func(e graph.TripleEvidence) place { return place{e.Chunk, e.In, e.Surface} },
		func(r *record, e *graph.TripleEvidence) { r.Triple = e })
}

func (im *importer) proposal(line []byte) error {
	var l proposalLine
	if err := im.parse(line, &l); err != nil {
		return err
	}
	if err := im.identity(l.ID, graph.ProposalID(l.Part, l.Name)); err != nil {
		return err
	}
	if !l.Part.Valid() || l.Name == "" {
		return bad(im.report.Lines, "%q of %q cannot be a name of a schema", l.Name, l.Part)
	}
	for i := range l.Evidence {
		e := &l.Evidence[i]
		e.Proposal, e.Part, e.Name = l.ID, l.Part, l.Name
		if e.Signature == "" {
			return bad(im.report.Lines, "evidence without a signature")
		}
	}
	now := graph.Recount(graph.Evidence{Proposals: l.Evidence}).Proposals[l.ID]
	im.report.Proposals++
	return evidence(im, line, l.Evidence, now.Proposal == l.Proposal,
		func(e graph.ProposalEvidence) place { return place{e.Chunk, e.In, e.Surface} },
		func(r *record, e *graph.ProposalEvidence) { r.Proposal = e })
}

// place orders the evidence of a thing.
type place struct {
	chunk   graph.ID
	in      graph.Place
	surface string
}

func (p place) compare(o place) int {
	return cmp.Or(cmp.Compare(p.chunk, o.chunk), cmp.Compare(p.in, o.in), cmp.Compare(p.surface, o.surface))
}

// evidence keeps the evidence of a thing, row by row. agrees tells whether what
// the line says of the thing follows from it.
func evidence[E any](im *importer, line []byte, rows []E, agrees bool, at func(E) place, put func(*record, *E)) error {
	if len(rows) == 0 {
		return bad(im.report.Lines, "no evidence")
	}
	if !agrees {
		return bad(im.report.Lines, "what it says does not follow from its evidence")
	}
	for i := range rows {
		p := at(rows[i])
		if i > 0 && at(rows[i-1]).compare(p) >= 0 {
			return bad(im.report.Lines, "evidence out of order")
		}
		document, ok := im.chunks[p.chunk]
		if !ok {
			return bad(im.report.Lines, "evidence of chunk %s, which is not in the file", p.chunk)
		}
		r := record{Of: document, Rank: evidenceRank, Line: im.report.Lines}
		put(&r, &rows[i])
		if err := im.spool.add(r, recordBytes+len(line)/len(rows)); err != nil {
			return err
		}
	}
	return nil
}
