package exchange

import (
	"slices"
	"strings"

	"grove/internal/graph"
	"grove/internal/lists"
	"grove/internal/text"
)

func (im *importer) fact(l factLine) error {
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
	return evidence(im, l.Evidence, now.Fact == l.Fact,
		func(rows []graph.FactEvidence) graph.Evidence { return graph.Evidence{Facts: rows} })
}

func (im *importer) keyElement(l keyElementLine) error {
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
	return evidence(im, l.Evidence, agrees,
		func(rows []graph.Mention) graph.Evidence { return graph.Evidence{Mentions: rows} })
}

func (im *importer) attribute(l attributeLine) error {
	if err := im.identity(l.ID, graph.AttributeID(l.Entity, l.Key, l.Value)); err != nil {
		return err
	}
	for i := range l.Evidence {
		e := &l.Evidence[i]
		e.Attribute, e.Entity, e.Key, e.Value = l.ID, l.Entity, l.Key, l.Value
	}
	now := graph.Recount(graph.Evidence{Attributes: l.Evidence}).Attributes[l.ID]
	im.report.Attributes++
	return evidence(im, l.Evidence, now == l.Attribute,
		func(rows []graph.AttributeEvidence) graph.Evidence { return graph.Evidence{Attributes: rows} })
}

func (im *importer) triple(l tripleLine) error {
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
	return evidence(im, l.Evidence, now.Triple == l.Triple,
		func(rows []graph.TripleEvidence) graph.Evidence { return graph.Evidence{Triples: rows} })
}

func (im *importer) proposal(l proposalLine) error {
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
	return evidence(im, l.Evidence, now.Proposal == l.Proposal,
		func(rows []graph.ProposalEvidence) graph.Evidence { return graph.Evidence{Proposals: rows} })
}

// evidence keeps the evidence of a thing, row by row. agrees tells whether what
// the line says of the thing follows from it.
func evidence[E any](im *importer, rows []E, agrees bool, of func([]E) graph.Evidence) error {
	if len(rows) == 0 {
		return bad(im.report.Lines, "no evidence")
	}
	if !agrees {
		return bad(im.report.Lines, "what it says does not follow from its evidence")
	}
	before := ""
	for i := range rows {
		r := record{Rank: evidenceRank, Line: im.report.Lines, Evidence: of(rows[i : i+1])}
		chunk, span, _ := r.quote()
		place := strings.Join([]string{string(chunk), string(span.In), span.Surface}, "\x00")
		if i > 0 && before >= place {
			return bad(im.report.Lines, "evidence out of order")
		}
		before = place
		var ok bool
		if r.Of, ok = im.chunks[chunk]; !ok {
			return bad(im.report.Lines, "evidence of chunk %s, which is not in the file", chunk)
		}
		if err := im.spool.add(r, recordBytes+im.size/len(rows)); err != nil {
			return err
		}
	}
	return nil
}

func (im *importer) keyword(l keywordLine) error {
	if err := im.identity(l.ID, graph.KeywordID(l.Community, l.Entity)); err != nil {
		return err
	}
	if _, ok := im.entities[l.Entity]; !ok {
		return bad(im.report.Lines, "its entity %s is not in the file", l.Entity)
	}
	im.keywords[l.Community] = append(im.keywords[l.Community], l.Keyword)
	return nil
}

func (im *importer) community(l communityLine) error {
	if err := im.next(l.ID); err != nil {
		return err
	}
	if l.Members == nil || l.Level < 0 || l.Size < 1 {
		return bad(im.report.Lines, "a community without size or members")
	}
	words := im.keywords[l.ID]
	delete(im.keywords, l.ID)
	slices.SortFunc(words, func(a, b graph.Keyword) int { return a.Rank - b.Rank })
	for i, w := range words {
		if w.Rank != i+1 {
			return bad(im.report.Lines, "its keywords have the ranks of others")
		}
	}
	c := graph.Community{ID: l.ID, Level: l.Level, Parent: l.Parent, Size: l.Size}
	switch {
	case l.Title != nil && l.Summary != nil:
		c.Title, c.Summary = *l.Title, *l.Summary
	case l.Title != nil || l.Summary != nil:
		return bad(im.report.Lines, "a community with a title or a summary alone")
	default:
		hubs := lists.Map(words, func(w graph.Keyword) string { return w.Name })
		for _, m := range l.Members[:min(len(l.Members), graph.HubNames)] {
			if len(words) == 0 {
				hubs = append(hubs, im.entities[m])
			}
		}
		c.Title, c.Digest = graph.HubTitle(hubs), graph.Unnamed
	}
	state := graph.CommunityState{Community: c, Keywords: words}
	if l.Level == 0 {
		state.Members = l.Members
	} else if len(l.Members) > 0 {
		return bad(im.report.Lines, "a larger community with members of its own")
	}
	im.tree = append(im.tree, state)
	im.report.Communities++
	return nil
}

// checkTree checks that the communities are a tree over the entities: every
// entity in exactly one of level 0, every parent there and larger, and each id
// that of what is in the community.
func (im *importer) checkTree() error {
	problem := graph.CheckTree(im.tree, func(e graph.ID) bool { _, ok := im.entities[e]; return ok }, len(im.entities))
	switch {
	case problem != "":
		return bad(im.report.Lines, "%s", problem)
	case len(im.keywords) > 0:
		return bad(im.report.Lines, "keywords of communities that are not in the file")
	}
	return nil
}
