package identity

import (
	"context"
	"errors"
	"slices"
	"sync"

	"grove/ingest/resolve/alias"
	"grove/internal/graph"
)

// mostRemembered is the number of mentions up to which names are remembered; each
// takes about 300 bytes.
const mostRemembered = 100_000

// Memory settles the names of one workspace time after time and remembers them in
// between: all mentions are read every time, but only names whose mentions differ
// are judged again. It does what Resolver.Settle does, whatever was written
// meanwhile and by whom. The zero Memory remembers nothing yet. It is safe for
// concurrent use; of two that settle at once, one judges everything.
type Memory struct {
	mu   sync.Mutex
	last *remembered
}

// remembered are names with the mentions of each chunk that has any.
type remembered struct {
	*Names
	decisions []Decision
	said      map[graph.ID][]graph.NameUse
}

// Settle is Resolver.Settle.
func (m *Memory) Settle(ctx context.Context, r Resolver) (Report, error) {
	now, err := m.take().recall(ctx, r)
	if errors.Is(err, errTooMany) {
		_, report, err := r.Settle(ctx)
		return report, err
	}
	if err != nil {
		return Report{}, err
	}
	report, err := r.settle(ctx, now.Names)
	if err == nil {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.last = now
	}
	return report, err
}

// take takes the names out of the memory: nobody else has them until they are put back.
func (m *Memory) take() *remembered {
	m.mu.Lock()
	defer m.mu.Unlock()
	last := m.last
	m.last = nil
	return last
}

var errTooMany = errors.New("more mentions than are remembered")

// recall gives the names as they are, or errTooMany. It begins anew without any
// that were judged by the same decisions.
func (n *remembered) recall(ctx context.Context, r Resolver) (*remembered, error) {
	decisions, err := Decisions(ctx, r.Store)
	if err != nil {
		return nil, err
	}
	if n == nil || n.automatic != r.Automatic || !slices.EqualFunc(n.decisions, decisions, sameDecision) || n.overgrown() {
		n = &remembered{Names: r.noNames(decisions), decisions: decisions}
		n.set = alias.NewSet(nil, aliasDecisions(decisions))
	}
	now, mentions := make(map[graph.ID][]graph.NameUse, len(n.said)), 0
	err = eachChunk(ctx, r.Store, func(said []graph.NameUse) error {
		if mentions += len(said); mentions > mostRemembered {
			return errTooMany
		}
		now[said[0].Chunk] = said
		return nil
	})
	if err != nil {
		return nil, err
	}
	n.follow(now)
	return n, nil
}

// mostGone is how many names that nothing mentions any more may be remembered, where
// they are also more than the others.
const mostGone = 1000

// overgrown tells that most of the names that are remembered are gone from the texts.
func (n *remembered) overgrown() bool {
	gone := 0
	for _, u := range n.known {
		if len(u.standing) == 0 {
			gone++
		}
	}
	return gone > mostGone && gone > len(n.known)/2
}

func sameDecision(a, b Decision) bool {
	return a.ID == b.ID && a.Seq == b.Seq && a.Kind == b.Kind && slices.Equal(a.Names, b.Names)
}

// follow puts what chunks say now in the place of what they said, and settles
// where the names belong whose uses that changes.
func (n *remembered) follow(now map[graph.ID][]graph.NameUse) {
	lost, touched := map[*uses]bool{}, map[*uses]bool{}
	for chunk, said := range n.said {
		if slices.Equal(said, now[chunk]) {
			continue
		}
		for _, use := range said {
			lost[n.of(use.Surface, use.Document)] = true
		}
		delete(n.documents, chunk)
	}
	before := n.said
	n.said = now
	for u := range lost {
		n.recount(u, before)
		touched[u] = true
	}
	for chunk, said := range now {
		if slices.Equal(before[chunk], said) {
			continue
		}
		n.read(said)
		for _, use := range said {
			touched[n.of(use.Surface, use.Document)] = true
		}
	}
	n.move(touched)
}

// recount gathers the uses of a name anew from the chunks that say what they said.
func (n *remembered) recount(u *uses, before map[graph.ID][]graph.NameUse) {
	var chunks []graph.ID
	for _, s := range u.standing {
		chunks = append(chunks, s.chunks...)
	}
	slices.Sort(chunks)
	*u = uses{name: u.name, id: u.id, belongs: u.belongs}
	for _, c := range slices.Compact(chunks) {
		if !slices.Equal(before[c], n.said[c]) {
			continue
		}
		for _, use := range n.said[c] {
			if n.of(use.Surface, use.Document) == u {
				u.add(use)
			}
		}
	}
}

// move settles where names belong whose uses changed, and those that go with them.
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
		touched[n.own[m.ID]] = true
	}
	for u := range touched {
		n.place(u)
	}
}
