package exchange

import (
	"slices"

	"grove/internal/graph"
	"grove/internal/lists"
)

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
