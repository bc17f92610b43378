package app

import (
	"context"
	"slices"

	"grove/internal/graph"
	"grove/web"
)

// Entities lists entities by id.
func (s served) Entities(ctx context.Context, after graph.ID, limit int) ([]graph.KeyElement, error) {
	rows, err := s.store.PageEntities(ctx, graph.PageQuery{After: after, Limit: limit})
	return elements(rows), err
}

// FindEntities finds elements by name.
func (s served) FindEntities(ctx context.Context, name string, limit int) ([]graph.KeyElement, error) {
	found, err := s.SearchEntities(ctx, name, limit)
	return elements(found), err
}

// elements are those of the store, with lists that are lists.
func elements(rows []graph.KeyElement) []graph.KeyElement {
	out := slices.Clone(list(rows))
	for i := range out {
		out[i].Aliases = list(out[i].Aliases)
	}
	return out
}

// Entity shows one element.
func (s served) Entity(ctx context.Context, ref string, limit int) (web.Entity, error) {
	v, err := s.App.Entity(ctx, ref, limit)
	if err != nil {
		return web.Entity{}, err
	}
	out := web.Entity{KeyElement: v.KeyElement, Attributes: list(v.Attributes), Relations: []web.Relation{}, Facts: v.Facts, Mentions: v.Mentions,
		Evidence: evidenceView(v.Evidence), Community: v.Community}
	out.Aliases = list(out.Aliases)
	for _, r := range v.Relations {
		out.Relations = append(out.Relations, web.Relation{Triple: r.Triple, HeadName: r.HeadName, TailName: r.TailName})
	}
	return out, nil
}

// Communities lists communities.
func (s served) Communities(ctx context.Context, all bool, limit int) ([]web.Community, error) {
	rows, err := s.App.Communities(ctx, all, limit)
	out := make([]web.Community, len(rows))
	for i, r := range rows {
		out[i] = web.Community{Community: r.Community, Keywords: list(r.Keywords)}
	}
	return out, err
}

// Community shows one community.
func (s served) Community(ctx context.Context, id graph.ID, limit int) (web.CommunityMembers, error) {
	v, err := s.App.Community(ctx, id, limit)
	return web.CommunityMembers{Community: web.Community{Community: v.Community, Keywords: list(v.Keywords)},
		Children: list(v.Children), Members: elements(v.Members)}, err
}
