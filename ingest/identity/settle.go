package identity

import (
	"bytes"
	"context"
	"maps"
	"slices"

	"grove/ingest/resolve/alias"
	"grove/internal/graph"
	"grove/internal/lists"
)

// Settle restates every chunk with a mention of another element than its name belongs
// to, and returns the elements. It reads the mentions three times, as memory need not hold them: to find which names are
// compared, which are a few of all, then what decides which of them are one, and then the chunks to restate. Interrupted at any moment,
// it finishes when called again.
func (r Resolver) Settle(ctx context.Context) (*Elements, Report, error) {
	decisions, err := Decisions(ctx, r.Store)
	if err != nil {
		return nil, Report{}, err
	}
	elements := newElements(decisions)
	report, compared, err := r.survey(ctx, elements)
	if err != nil {
		return nil, Report{}, err
	}
	if report.Merged, err = r.merge(ctx, elements, compared, decisions); err != nil {
		return nil, Report{}, err
	}
	pending, err := r.differing(ctx, elements)
	if err != nil {
		return nil, Report{}, err
	}
	done := 0
	for batch := range slices.Chunk(pending, batchChunks) {
		n, err := r.restate(ctx, elements, batch)
		report.Restated += n
		if err != nil {
			return elements, report, err
		}
		if done += len(batch); r.Progress != nil {
			r.Progress(done, len(pending))
		}
	}
	report.Left = len(pending) - report.Restated
	return elements, report, nil
}

// survey counts the names, and returns the ids of those that are compared, each with its number, in the order of the ids.
func (r Resolver) survey(ctx context.Context, elements *Elements) (report Report, compared map[graph.CompactID]int32, err error) {
	type mentions struct{ all, typed int32 }
	counts := map[graph.CompactID]mentions{}
	for mentions, err := range graph.ChunkNames(ctx, r.Store.PageNames) {
		if err != nil {
			return report, nil, err
		}
		for _, use := range mentions {
			id := elements.name(use).ID().Compact()
			c := counts[id]
			c.all += int32(use.Count)
			if use.Type != "" {
				c.typed += int32(use.Count)
			}
			counts[id] = c
		}
	}
	compared = map[graph.CompactID]int32{}
	for name := range elements.decided {
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

// merge resolves which of the compared names are one, and returns how many belong to the element of another.
func (r Resolver) merge(ctx context.Context, elements *Elements, compared map[graph.CompactID]int32, decisions []Decision) (int, error) {
	list := make([]counted, len(compared))
	var claims []alias.Claim
	types := map[string]string{}
	for mentions, err := range graph.ChunkNames(ctx, r.Store.PageNames) {
		if err != nil {
			return 0, err
		}
		for _, use := range mentions {
			if r.Automatic {
				claims = append(claims, elements.claims(use)...)
			}
			name := elements.name(use)
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
	of := alias.Clustered(len(list), profile, claims, aliasDecisions(decisions))
	for i := range list {
		name := list[i].name
		if id, ok := of[name.ID()]; ok {
			elements.others[name] = Element{id, list[compared[id.Compact()]].name.Norm}
		}
	}
	return len(of), nil
}

// chunk is a chunk to restate.
type chunk struct{ id, document graph.ID }

// differing returns the chunks with a mention of another element than its name belongs to, by id.
func (r Resolver) differing(ctx context.Context, elements *Elements) (pending []chunk, err error) {
	for mentions, err := range graph.ChunkNames(ctx, r.Store.PageNames) {
		if err != nil {
			return nil, err
		}
		differs := func(use graph.NameUse) bool { return use.Element != elements.Element(elements.name(use)).ID }
		if slices.ContainsFunc(mentions, differs) {
			pending = append(pending, chunk{mentions[0].Chunk, mentions[0].Document})
		}
	}
	return pending, nil
}

// batchChunks is the number of chunks whose evidence is read and restated at a time: a chunk may have a
// thousand rows, of which few change.
const batchChunks = 50

// restate rewrites chunks, and returns how many it could.
func (r Resolver) restate(ctx context.Context, elements *Elements, chunks []chunk) (int, error) {
	unclear := map[graph.ID]bool{}
	list := lists.Map(chunks, func(c chunk) graph.Restatement {
		rewrite := func(id graph.ID, stored graph.Evidence) (graph.Evidence, bool) {
			e, ok := elements.rename(c.document, stored)
			unclear[id] = !ok
			return e, ok
		}
		return graph.Restatement{Document: c.document, Chunks: []graph.ID{c.id}, Rewrite: rewrite}
	})
	if _, err := r.Store.Apply(ctx, graph.Change{Restate: list}); err != nil {
		return 0, err
	}
	left := lists.Filter(chunks, func(c chunk) bool { return unclear[c.id] })
	done := len(chunks) - len(left)
	if len(left) == 0 || r.Journalled == nil {
		return done, nil
	}
	journalled, err := r.Journalled(ctx, lists.Map(left, func(c chunk) graph.ID { return c.id }))
	if err != nil {
		return done, err
	}
	list = nil
	for _, c := range left {
		own, ok := journalled[c.id]
		if !ok {
			continue
		}
		if e, ok := elements.rename(c.document, own); ok {
			list = append(list, graph.Restatement{Document: c.document, Chunks: []graph.ID{c.id}, Evidence: e})
		}
	}
	if len(list) == 0 {
		return done, nil
	}
	_, err = r.Store.Apply(ctx, graph.Change{Restate: list})
	return done + len(list), err
}
