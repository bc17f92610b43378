package identity

import (
	"bytes"
	"context"
	"maps"
	"slices"

	"grove/ingest/resolve/alias"
	"grove/internal/graph"
	"grove/internal/text"
)

// settleOnce is Settle without the names, for more than memory holds. It reads the mentions three times: to find which names are
// compared, which are a few of all, then what decides which of them are one, and then the chunks to restate.
func (r Resolver) settleOnce(ctx context.Context) (Report, error) {
	decisions, err := Decisions(ctx, r.Store)
	if err != nil {
		return Report{}, err
	}
	names := r.newNames(decisions)
	report, compared, err := r.survey(ctx, names)
	if err != nil {
		return Report{}, err
	}
	if report.Merged, err = r.merge(ctx, names, compared, decisions); err != nil {
		return Report{}, err
	}
	pending, err := r.differing(ctx, names)
	if err != nil {
		return Report{}, err
	}
	settled, err := r.settle(ctx, names, pending)
	report.Restated, report.Left = settled.Restated, settled.Left
	return report, err
}

// survey counts the names, and returns the ids of those that are compared, each with its number, in the order of the ids.
func (r Resolver) survey(ctx context.Context, names *Names) (report Report, compared map[graph.CompactID]int32, err error) {
	type mentions struct{ all, typed int32 }
	counts := map[graph.CompactID]mentions{}
	for mentions, err := range graph.ChunkNames(ctx, r.Store.PageNames) {
		if err != nil {
			return report, nil, err
		}
		for _, use := range mentions {
			id := names.name(use).ID().Compact()
			c := counts[id]
			c.all += int32(use.Count)
			if use.Type != "" {
				c.typed += int32(use.Count)
			}
			counts[id] = c
		}
	}
	compared = map[graph.CompactID]int32{}
	for name := range names.decided {
		if id := name.ID().Compact(); counts[id].all > 0 {
			compared[id] = 0
		}
	}
	for id, c := range counts {
		report.Names++
		if c.typed > 0 {
			report.Entities++
		}
		if _, decided := compared[id]; !decided && r.Automatic && 2*int64(c.typed) > int64(c.all) {
			compared[id] = 0
		}
	}
	order := slices.SortedFunc(maps.Keys(compared), func(a, b graph.CompactID) int { return bytes.Compare(a[:], b[:]) })
	for i, id := range order {
		compared[id] = int32(i)
	}
	return report, compared, nil
}

// name returns the name of a mention.
func (n *Names) name(use graph.NameUse) graph.Name {
	return n.in(use.Document, text.Normalise(use.Surface))
}

// merge resolves which of the compared names are one. Of the names there remain those that belong to the element of another,
// whose number it returns.
func (r Resolver) merge(ctx context.Context, names *Names, compared map[graph.CompactID]int32, decisions []Decision) (int, error) {
	list := make([]counted, len(compared))
	types := map[string]string{}
	for mentions, err := range graph.ChunkNames(ctx, r.Store.PageNames) {
		if err != nil {
			return 0, err
		}
		for _, use := range mentions {
			names.claim(use)
			name := names.name(use)
			at, ok := compared[name.ID().Compact()]
			if !ok {
				continue
			}
			if list[at].name.Norm == "" {
				list[at].name = name
			}
			if _, ok := types[use.Type]; !ok {
				types[use.Type] = use.Type
			}
			use.Type, use.Document = types[use.Type], mentions[0].Document // each in the memory of one
			list[at].add(use)
		}
	}
	profile := func(i int) alias.Profile {
		c := &list[i]
		return c.profile(c.name.ID(), r.Automatic && c.typed())
	}
	of := alias.Clustered(len(list), profile, names.aliasClaims(), aliasDecisions(decisions))
	for i := range list {
		name := list[i].name
		if id, ok := of[name.ID()]; ok {
			names.byName[name] = &uses{belongs: Element{id, list[compared[id.Compact()]].name.Norm}}
		}
	}
	names.claims = nil
	return len(of), nil
}

// differing returns the chunks with a mention of another element than its name belongs to, sorted.
func (r Resolver) differing(ctx context.Context, names *Names) (pending []graph.ID, err error) {
	for mentions, err := range graph.ChunkNames(ctx, r.Store.PageNames) {
		if err != nil {
			return nil, err
		}
		for _, use := range mentions {
			if use.Element != names.Element(names.name(use)).ID {
				names.documents[use.Chunk] = use.Document
				pending = append(pending, use.Chunk)
				break
			}
		}
	}
	return pending, nil
}
