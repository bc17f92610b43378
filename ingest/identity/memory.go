package identity

import (
	"context"
	"errors"
	"slices"
	"sync"

	"grove/ingest/resolve/alias"
	"grove/internal/graph"
)

// maxCached is the number of mentions up to which names are cached; each takes about
// 300 bytes.
const maxCached = 100_000

// Memory is a Resolver that caches names between calls of Settle: all mentions are read
// every time, but only names whose mentions changed are compared again. The result is
// that of Resolver.Settle, whatever was written in between. The zero Memory is empty. It
// is safe for concurrent use; of two concurrent calls one compares everything.
type Memory struct {
	mu   sync.Mutex
	last *cache
}

// cache is names with the mentions of each chunk that has any.
type cache struct {
	*Names
	decisions []Decision
	mentions  map[graph.ID][]graph.NameUse
}

// Settle does what Resolver.Settle does, with the cached names.
func (m *Memory) Settle(ctx context.Context, r Resolver) (Report, error) {
	now, err := m.take().update(ctx, r)
	if errors.Is(err, errTooMany) {
		return r.settleOnce(ctx)
	}
	if err != nil {
		return Report{}, err
	}
	report, err := r.settle(ctx, now.Names, now.pending())
	if err == nil {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.last = now
	}
	return report, err
}

// take removes the cache from the memory, so that nobody else uses it until it is put back.
func (m *Memory) take() *cache {
	m.mu.Lock()
	defer m.mu.Unlock()
	last := m.last
	m.last = nil
	return last
}

var errTooMany = errors.New("more mentions than are cached")

// update brings the cache up to date, or returns errTooMany. It starts an empty one where
// there is none, or the decisions changed.
func (n *cache) update(ctx context.Context, r Resolver) (*cache, error) {
	decisions, err := Decisions(ctx, r.Store)
	if err != nil {
		return nil, err
	}
	if n == nil || n.automatic != r.Automatic || !slices.EqualFunc(n.decisions, decisions, sameDecision) || n.mostlyUnused() {
		n = &cache{Names: r.newNames(decisions), decisions: decisions}
		n.set = alias.NewSet(nil, aliasDecisions(decisions))
	}
	now, count := make(map[graph.ID][]graph.NameUse, len(n.mentions)), 0
	for mentions, err := range graph.ChunkNames(ctx, r.Store.PageNames) {
		if err != nil {
			return nil, err
		}
		if count += len(mentions); count > maxCached {
			return nil, errTooMany
		}
		now[mentions[0].Chunk] = mentions
	}
	n.follow(now)
	return n, nil
}

// maxUnused is the number of names without mentions up to which a cache is kept even if
// they are more than the others.
const maxUnused = 1000

// mostlyUnused reports whether most of the cached names have no mentions any more.
func (n *cache) mostlyUnused() bool {
	unused := 0
	for _, u := range n.byName {
		if len(u.placements) == 0 {
			unused++
		}
	}
	return unused > maxUnused && unused > len(n.byName)/2
}

func sameDecision(a, b Decision) bool {
	return a.ID == b.ID && a.Seq == b.Seq && a.Kind == b.Kind && slices.Equal(a.Names, b.Names)
}

// follow replaces the cached mentions by the current ones, and resolves anew the names
// whose uses change by that.
func (n *cache) follow(now map[graph.ID][]graph.NameUse) {
	lost, touched := map[*uses]bool{}, map[*uses]bool{}
	for chunk, mentions := range n.mentions {
		if slices.Equal(mentions, now[chunk]) {
			continue
		}
		for _, use := range mentions {
			lost[n.of(use.Surface, use.Document)] = true
		}
		delete(n.documents, chunk)
	}
	before := n.mentions
	n.mentions = now
	for u := range lost {
		n.recount(u, before)
		touched[u] = true
	}
	for chunk, mentions := range now {
		if slices.Equal(before[chunk], mentions) {
			continue
		}
		n.read(mentions)
		for _, use := range mentions {
			touched[n.of(use.Surface, use.Document)] = true
		}
	}
	n.claims = nil
	for _, mentions := range now {
		for _, use := range mentions {
			n.claim(use)
		}
	}
	n.set.SetClaims(n.aliasClaims())
	n.move(touched)
}

// recount gathers the uses of a name anew from the chunks that did not change.
func (n *cache) recount(u *uses, before map[graph.ID][]graph.NameUse) {
	var chunks []graph.ID
	for _, s := range u.placements {
		chunks = append(chunks, s.chunks...)
	}
	slices.Sort(chunks)
	*u = uses{counted: counted{name: u.name}, id: u.id, belongs: u.belongs}
	for _, c := range slices.Compact(chunks) {
		if !slices.Equal(before[c], n.mentions[c]) {
			continue
		}
		for _, use := range n.mentions[c] {
			if n.of(use.Surface, use.Document) == u {
				u.add(use)
			}
		}
	}
}

// move resolves anew the names whose uses changed, and those that are one with them.
func (n *Names) move(touched map[*uses]bool) {
	var put []alias.Profile
	var gone []graph.ID
	for u := range touched {
		switch p, ok := n.profile(u); {
		case !ok:
			gone = append(gone, u.id)
		case !n.set.Holds(p): // it does where chunks were restated only
			put = append(put, p)
		}
	}
	for _, m := range n.set.Update(put, gone) {
		touched[n.byID[m.ID]] = true
	}
	for u := range touched {
		n.place(u)
	}
}
