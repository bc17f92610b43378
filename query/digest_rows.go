package query

import "grove/internal/graph"

// row adds what a row says beside its id, the order of fields being that of its type.
// It takes a pointer to one of the types that a graph's reads give; of another one
// it adds nothing.
func (s *summer) row(r any) {
	switch r := r.(type) {
	case *graph.Counts:
		s.counts(r)
	case *graph.Document:
		s.text(r.Source, r.SourceID, r.Title, r.Language, r.SHA256)
		s.list(r.Tags)
	case *graph.ChunkRow:
		s.text(string(r.Document), r.Text, r.Page, r.Heading, r.Source, r.SourceID, r.Title, string(r.Previous), string(r.Next))
		s.number(r.Index, r.Start, r.End)
	case *graph.FactRow:
		s.text(r.Text, string(r.Element), string(r.Chunk), string(r.Document), string(r.In))
		s.number(r.Index, r.Start, r.End)
	case *graph.KeyElementRow:
		s.text(string(r.Fact))
		s.element(&r.KeyElement)
	case *graph.KeyElement:
		s.element(r)
	case *graph.MentionRow:
		s.text(string(r.Chunk))
		s.number(r.Count)
		s.element(&r.KeyElement)
	case *graph.Neighbour:
		s.number(r.Shared)
		s.element(&r.KeyElement)
	case *graph.RelationRow:
		s.text(string(r.Element), r.HeadName, r.TailName)
		s.triple(&r.Triple)
	case *graph.Path:
		s.path(r)
	case *graph.KeyElementPage:
		s.element(&r.KeyElement)
		s.mentions(r.Evidence)
	case *graph.Attribute:
		s.text(string(r.Entity), r.Key, r.Value)
		s.number(r.Support)
	case *graph.CommunityRow:
		s.community(r)
	}
}

// counts adds what counts say of the graph. Embeddings are left out: questions
// add some.
func (s *summer) counts(c *graph.Counts) {
	s.number(c.Documents, c.Chunks, c.Episodes, c.Facts, c.KeyElements, c.Entities, c.Triples, c.Attributes,
		c.Communities, c.Keywords, c.Proposals, c.Extractions, c.Quarantined, c.Tombstones)
}

func (s *summer) element(e *graph.KeyElement) {
	s.text(e.Norm, e.Name, e.Type, e.Description)
	s.list(e.Aliases)
	s.number(e.Support)
}

func (s *summer) triple(t *graph.Triple) {
	s.text(string(t.ID), string(t.Head), t.Relation, string(t.Tail), t.Name)
	s.number(t.Support)
}

func (s *summer) path(p *graph.Path) {
	s.number(p.Weight)
	s.list(p.Names)
	for i := range p.Elements {
		s.text(string(p.Elements[i]))
	}
	for i := range p.Triples {
		s.triple(&p.Triples[i])
	}
}

func (s *summer) mentions(list []graph.Mention) {
	for i := range list {
		m := &list[i]
		s.text(string(m.Chunk), string(m.In), m.Surface, m.Type, m.Description)
		s.number(m.Start, m.End, m.Count)
	}
}

func (s *summer) community(c *graph.CommunityRow) {
	s.text(string(c.Parent), c.Title, c.Summary)
	s.number(c.Level, c.Size)
	for i := range c.Keywords {
		s.text(string(c.Keywords[i].Entity), c.Keywords[i].Name)
	}
}

// list adds a list of texts, after its length.
func (s *summer) list(texts []string) {
	s.number(len(texts))
	s.text(texts...)
}
