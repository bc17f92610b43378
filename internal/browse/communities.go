package browse

import (
	"context"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/lists"
	"grove/internal/llm"
)

// Community is a community with its keywords.
type Community struct {
	graph.Community
	Keywords []graph.Keyword `json:"keywords"`
}

// CommunityDetail is a community with its children and members.
type CommunityDetail struct {
	Community
	// Unnamed is the reason why the model that is to name it as it is read did not, else "".
	Unnamed  string             `json:"unnamed,omitempty"`
	Children []graph.Community  `json:"children"`
	Members  []graph.KeyElement `json:"members"`
}

// Namer names communities as they are read, in place, as workspace.NameCommunities does.
type Namer func(context.Context, graph.Reader, *llm.Session, []graph.CommunityRow) error

// Communities returns at most limit communities, the highest level first; unless all is
// set, only those without a parent.
func (b *Browser) Communities(ctx context.Context, all bool, limit int) ([]Community, error) {
	rows, err := b.store.Communities(ctx, graph.CommunitiesQuery{Top: !all, Limit: limit})
	return lists.Map(rows, communityOf), err
}

func communityOf(r graph.CommunityRow) Community {
	return Community{r.Community, graph.List(r.Keywords)}
}

// Community returns a community with at most limit children and limit members. The model names it first where it is to
// be named as it is read; the children keep the names of their hub members until they are read themselves.
func (b *Browser) Community(ctx context.Context, id graph.ID, limit int) (CommunityDetail, error) {
	rows, err := b.store.Communities(ctx, graph.CommunitiesQuery{IDs: []graph.ID{id}, Limit: 1})
	if err != nil {
		return CommunityDetail{}, err
	}
	if len(rows) == 0 {
		return CommunityDetail{}, noCommunity(id)
	}
	unnamed := ""
	if b.name != nil {
		if err := b.name(ctx, b.store, nil, rows); err != nil {
			if ctx.Err() != nil {
				return CommunityDetail{}, err
			}
			unnamed = fault.Brief(err)
		}
	}
	v := CommunityDetail{Unnamed: unnamed, Community: communityOf(rows[0])}
	below, err := b.store.Communities(ctx, graph.CommunitiesQuery{Parent: id, Limit: limit})
	if err != nil {
		return v, err
	}
	v.Children = lists.Map(below, func(c graph.CommunityRow) graph.Community { return c.Community })
	v.Members, err = b.Members(ctx, id, "", limit)
	return v, err
}

// Members returns the entities of a community of level 0 by id, at most limit after one.
func (b *Browser) Members(ctx context.Context, id, after graph.ID, limit int) ([]graph.KeyElement, error) {
	rows, err := b.store.Members(ctx, graph.MembersQuery{Community: id, After: after, Limit: limit})
	return elements(rows), err
}
