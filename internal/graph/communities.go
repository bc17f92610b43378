package graph

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"grove/internal/lists"
	"grove/internal/text"
)

// Community is a cluster of entities (level 4 of the tree). Every entity is a member of
// exactly one community of level 0; higher levels unite smaller communities.
type Community struct {
	ID    ID  `json:"id"`
	Level int `json:"level"`
	// Parent is the community of a higher level that contains it, "" at the top.
	Parent  ID     `json:"parent"`
	Title   string `json:"title"`
	Summary string `json:"summary"`
	// Size is the number of entities in it, those of smaller communities included.
	Size int `json:"size"`
	// Digest is a hash of what title and summary are made from: members, keywords and
	// their evidence. While it is the same, they need not be made again. Unnamed stands for those that no model was
	// to make.
	Digest string `json:"-"`
}

// Unnamed is the digest of a community titled by its hub members, which a model may name when it is read. The export
// has neither title nor summary of it.
const Unnamed = "unnamed"

const (
	// HubNames is the most names in a title made of hub members.
	HubNames = 3
	// maxTitle is the longest title, in runes.
	maxTitle = 80
)

// HubTitle returns the title of a community without a name of its own: its first hub members.
func HubTitle(names []string) string {
	return ShortTitle(strings.Join(names[:min(len(names), HubNames)], ", "))
}

// ShortTitle returns a title in one line, of at most 80 runes.
func ShortTitle(title string) string {
	runes := []rune(text.OneLine(title))
	if len(runes) <= maxTitle {
		return string(runes)
	}
	return string(runes[:maxTitle-1]) + "…"
}

// Keyword is a pivotal entity of one community (level 3 of the tree).
type Keyword struct {
	ID        ID     `json:"id"`
	Community ID     `json:"community"`
	Entity    ID     `json:"entity"`
	Name      string `json:"name"`
	// Rank is 1 for the keyword of highest affinity with the community.
	Rank int `json:"rank"`
}

// CommunityState is a community as it is stored.
type CommunityState struct {
	Community
	// Members are the entities of a community of level 0, sorted; nil on larger levels.
	Members []ID
	// Keywords are by rank.
	Keywords []Keyword
}

// CommunityID returns the id of the community of this level with these entities, in
// any order.
func CommunityID(level int, entities []ID) ID {
	fields := lists.Map(entities, func(e ID) string { return string(e) })
	slices.Sort(fields)
	return newID(CommunityKind, append(fields, strconv.Itoa(level))...)
}

// KeywordID returns the id of an entity as a keyword of a community.
func KeywordID(community, entity ID) ID { return newID(KeywordKind, string(community), string(entity)) }

// CommunitiesQuery asks for communities; of several conditions all must hold.
// Order: level, the largest first, then size, the largest first, then id.
type CommunitiesQuery struct {
	IDs []ID
	// Parent selects the communities directly below one.
	Parent ID
	// Members selects communities of level 0 that contain one of these entities.
	Members []ID
	// Top selects communities without a parent.
	Top bool
	// Limit is the most rows; 0 is DefaultLimit.
	Limit int
}

// Check returns an Invalid error for a query beyond the bounds.
func (q CommunitiesQuery) Check() error {
	return cmp.Or(checkIDs("graph.Communities", len(q.IDs)), checkIDs("graph.Communities", len(q.Members)))
}

// CommunityRow is a community with its keywords, by rank.
type CommunityRow struct {
	Community
	Keywords []Keyword
}

// MembersQuery asks for the entities of a community of level 0. Order: id.
type MembersQuery struct {
	Community ID
	After     ID
	Limit     int
}

// AllMembers returns the entities of a community of level 0, the best supported first.
func AllMembers(ctx context.Context, r Reader, community ID) (out []KeyElement, err error) {
	for q := (MembersQuery{Community: community, Limit: MaxRows}); ; q.After = out[len(out)-1].ID {
		rows, err := r.Members(ctx, q)
		if err != nil {
			return nil, err
		}
		if out = append(out, rows...); len(rows) < q.Limit {
			break
		}
	}
	slices.SortFunc(out, func(a, b KeyElement) int { return cmp.Or(b.Support-a.Support, cmp.Compare(a.ID, b.ID)) })
	return out, nil
}

// CommunityPage is a community with its members and keywords; see PageQuery.
type CommunityPage = CommunityState

// TreeDelta is the difference between the stored communities and new ones.
type TreeDelta struct {
	// Drop are deleted, with their memberships and keywords.
	Drop []ID
	// New are added; Changed are stored already with the same members. Both are sorted by id.
	New, Changed []CommunityState
}

// DiffTree compares the stored communities with new ones.
func DiffTree(stored []Community, tree []CommunityState) TreeDelta {
	former := lists.Index(stored, func(c Community) ID { return c.ID })
	var d TreeDelta
	for _, c := range slices.SortedFunc(slices.Values(tree), func(a, b CommunityState) int { return cmp.Compare(a.ID, b.ID) }) {
		switch old, there := former[c.ID]; {
		case !there:
			d.New = append(d.New, c)
		case old != c.Community:
			d.Changed = append(d.Changed, c)
		}
		delete(former, c.ID)
	}
	d.Drop = sortedKeys(former)
	return d
}

// CheckTree returns what is wrong with communities as a tree over so many entities, or "":
// every entity must be in exactly one community of level 0, every parent must exist and be
// of a higher level, and each size and id must follow from the entities in the community.
// No communities at all are correct: none were made yet.
func CheckTree(tree []CommunityState, isEntity func(ID) bool, entities int) string {
	if len(tree) == 0 {
		return ""
	}
	at := make(map[ID]int, len(tree))
	for i, c := range tree {
		at[c.ID] = i
	}
	under := make([][]ID, len(tree))
	in := make(map[ID]bool, entities)
	for i, c := range tree {
		for _, m := range c.Members {
			if in[m] {
				return "entity " + string(m) + " is in several communities"
			}
			if !isEntity(m) {
				return "member " + string(m) + " of community " + string(c.ID) + " is not an entity"
			}
			in[m] = true
		}
		under[i] = append(under[i], c.Members...)
	}
	if len(in) != entities {
		return strconv.Itoa(entities-len(in)) + " entities are in no community"
	}
	// From the smallest level up, so that each has its entities when it is added to its parent.
	order := lists.Indices(len(tree))
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(tree[a].Level, tree[b].Level) })
	for _, i := range order {
		c := tree[i]
		if c.Parent != "" {
			p, ok := at[c.Parent]
			if !ok || tree[p].Level <= c.Level {
				return "community " + string(c.ID) + " has no larger parent " + string(c.Parent)
			}
			under[p] = append(under[p], under[i]...)
		}
		if c.Size != len(under[i]) || c.ID != CommunityID(c.Level, under[i]) {
			return "community " + string(c.ID) + " has a size or id that does not match its entities"
		}
	}
	return ""
}
