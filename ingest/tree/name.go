package tree

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sync/errgroup"

	"grove/internal/config"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/lists"
	"grove/internal/llm"
	"grove/internal/text"
)

const (
	// shownMembers, shownTriples and shownGroups are the most members, triples and smaller communities in a prompt.
	shownMembers, shownTriples, shownGroups = 20, 20, 20
	// plainTriples are the triples in a summary that no model writes.
	plainTriples = 5
	// namedFrom is the least number of members of a community that the model titles.
	namedFrom = 3
)

// ModelError is the failure of the model to title communities. No community is written
// then.
type ModelError struct{ Err error }

func (e *ModelError) Error() string { return "naming communities: " + e.Err.Error() }

// Unwrap returns the model's own error.
func (e *ModelError) Unwrap() error { return e.Err }

// name sets the title, summary and digest of every community, level by level, since a larger one is
// described by the smaller ones in it. Those whose digest is stored keep their title and summary; it
// returns the number of the others. Where the model is not to name them (Summaries), they are titled by
// their hub members.
func (b Builder) name(ctx context.Context, n *network, states []graph.CommunityState) (int, error) {
	existing, err := b.existing(ctx)
	if err != nil {
		return 0, err
	}
	levels, groups := map[int][]int{}, map[graph.ID][]int{}
	for i, s := range states {
		levels[s.Level] = append(levels[s.Level], i)
		if s.Parent != "" {
			groups[s.Parent] = append(groups[s.Parent], i)
		}
	}
	inside, named := n.inside(states), 0
	offline := b.Session.ModelName() == llm.OfflineName
	unnamed := !offline && (b.Summaries == config.Lazy || b.Summaries == config.Off)
	var linked []bool
	if !offline && !unnamed {
		if linked, err = b.linked(ctx, n, states, inside); err != nil {
			return 0, err
		}
	}
	for _, level := range slices.Sorted(maps.Keys(levels)) {
		var open []naming
		for _, i := range levels[level] {
			s := &states[i]
			from := n.shown(*s, inside[i])
			if unnamed {
				plain := from.plain()
				s.Title, s.Summary, s.Digest = plain.Title, plain.Summary, graph.Unnamed
				continue
			}
			from.Groups = described(states, groups[s.ID])
			from.unlinked = linked != nil && !linked[i]
			s.Digest = digest(b.Session, *s, from)
			if former, ok := existing[s.Digest]; ok && s.Digest != "" {
				s.Title, s.Summary = former.Title, former.Summary
				continue
			}
			open = append(open, naming{s, from})
		}
		named += len(open)
		if err := b.nameAll(ctx, open); err != nil {
			return named, err
		}
	}
	return named, nil
}

// naming is a community that needs a title, and what describes it.
type naming struct {
	state *graph.CommunityState
	from  shown
}

// nameAll asks for the titles and summaries of the communities of one level.
func (b Builder) nameAll(ctx context.Context, open []naming) error {
	calls, ctx := errgroup.WithContext(ctx)
	calls.SetLimit(cmp.Or(max(b.Concurrency, 0), 8))
	for _, o := range open {
		calls.Go(func() (err error) {
			defer fault.Recover(ctx, &err, "tree.name", string(o.state.ID))
			named, err := b.ask(ctx, o.from)
			if fault.Is(err, fault.LimitReached) {
				// Titled by its keywords until a build that may spend more.
				named, err, o.state.Digest = o.from.plain(), nil, ""
			}
			o.state.Title, o.state.Summary = named.Title, named.Summary
			if err != nil {
				return &ModelError{err}
			}
			return nil
		})
		if ctx.Err() != nil {
			break
		}
	}
	return calls.Wait()
}

// described returns "title: summary" of the communities, the largest first, without those of one member.
func described(states []graph.CommunityState, groups []int) (out []string) {
	slices.SortFunc(groups, func(a, b int) int {
		return cmp.Or(cmp.Compare(states[b].Size, states[a].Size), cmp.Compare(states[a].ID, states[b].ID))
	})
	for _, g := range groups[:min(len(groups), shownGroups)] {
		if s := states[g]; s.Size > 1 {
			out = append(out, s.Title+": "+s.Summary)
		}
	}
	return out
}

// existing returns the stored communities by digest.
func (b Builder) existing(ctx context.Context) (map[string]graph.Community, error) {
	out := map[string]graph.Community{}
	for c, err := range graph.Rows(ctx, b.Store.PageCommunities, graph.PageQuery{Bare: true}) {
		if err != nil {
			return nil, err
		}
		out[c.Digest] = c.Community
	}
	return out, nil
}

// ask asks the model for title and summary; a small community, one whose members nothing links, and one without a readable
// reply, gets those of its keywords.
func (b Builder) ask(ctx context.Context, s shown) (Named, error) {
	if len(s.Members) < namedFrom || s.unlinked || b.Session.ModelName() == llm.OfflineName {
		return s.plain(), nil
	}
	named, err := llm.Ask(ctx, b.Session, Prompt{s})
	if fault.Is(err, fault.BadReply) || fault.Is(err, fault.WindowTooSmall) {
		return s.plain(), nil
	}
	return named, err
}

// holding returns the communities that hold both of two entities, the smallest first.
func (n *network) holding(states []graph.CommunityState) func(a, b int) iter.Seq[int] {
	at := map[graph.ID]int{}
	for i, s := range states {
		at[s.ID] = i
	}
	of := make([]int, len(n.entities))
	for i, s := range states {
		for _, m := range s.Members {
			of[n.at[m]] = i
		}
	}
	up := func(i int) int {
		if parent, ok := at[states[i].Parent]; ok && states[i].Parent != "" {
			return parent
		}
		return -1
	}
	return func(a, b int) iter.Seq[int] {
		return func(yield func(int) bool) {
			a, b := of[a], of[b]
			for a != b && a >= 0 && b >= 0 {
				if states[a].Level <= states[b].Level {
					a = up(a)
				} else {
					b = up(b)
				}
			}
			for c := a; a == b && c >= 0 && yield(c); c = up(c) {
			}
		}
	}
}

// inside returns, for each community, the triples with both ends in it, those with the
// most support first.
func (n *network) inside(states []graph.CommunityState) [][]graph.Triple {
	out, holding := make([][]graph.Triple, len(states)), n.holding(states)
	for _, t := range n.triples {
		for c := range holding(n.at[t.Head], n.at[t.Tail]) {
			out[c] = append(out[c], t)
		}
	}
	for _, list := range out {
		slices.SortFunc(list, bySupport)
	}
	return out
}

// linked reports for each community whether members of it are related, or share a fact. The facts are read only where a community
// has no relation.
func (b Builder) linked(ctx context.Context, n *network, states []graph.CommunityState, inside [][]graph.Triple) ([]bool, error) {
	out, all := make([]bool, len(states)), true
	for i, s := range states {
		out[i] = len(inside[i]) > 0 || s.Size < namedFrom
		all = all && out[i]
	}
	if all {
		return out, nil
	}
	holding := n.holding(states)
	for f, err := range graph.Ties(ctx, b.Store.PageTies) {
		if err != nil {
			return nil, err
		}
		for x, y := range n.tied(f.Elements) {
			for c := range holding(x, y) {
				out[c] = true
			}
		}
	}
	return out, nil
}

// shown is the part of a community that a prompt shows.
type shown struct {
	Level    int
	Keywords []string
	// Members are "name (type): description": the keywords, then those with the most triples in the community.
	Members []string
	// Triples are those between Members, Groups the smaller communities in it as "title: summary".
	Triples, Groups []string
	// plainTriples are the triples of a summary that no model writes.
	plainTriples []string
	// unlinked is true if no two members are related or share a fact: a model would have nothing to name it by.
	unlinked bool
}

func (n *network) shown(s graph.CommunityState, inside []graph.Triple) shown {
	out := shown{Level: s.Level}
	for _, k := range s.Keywords {
		out.Keywords = append(out.Keywords, k.Name)
	}
	members := lists.Map(s.Members, func(id graph.ID) int { return n.at[id] })
	if s.Level > 0 {
		for _, k := range s.Keywords {
			members = append(members, n.at[k.Entity])
		}
	}
	main, degree := map[int]int{}, map[int]int{}
	for _, k := range s.Keywords {
		main[n.at[k.Entity]] = 1
	}
	for _, t := range inside {
		degree[n.at[t.Head]]++
		degree[n.at[t.Tail]]++
	}
	// Entities are by id.
	slices.SortFunc(members, func(a, b int) int {
		return cmp.Or(cmp.Compare(main[b], main[a]), cmp.Compare(degree[b], degree[a]),
			cmp.Compare(n.entities[b].Support, n.entities[a].Support), cmp.Compare(a, b))
	})
	members = members[:min(len(members), shownMembers)]
	for _, m := range members {
		e := n.entities[m]
		line := e.Name + " (" + e.Type + ")"
		if e.Description != "" {
			line += ": " + e.Description
		}
		out.Members = append(out.Members, line)
	}
	for _, t := range inside {
		if len(out.Triples) < shownTriples && slices.Contains(members, n.at[t.Head]) && slices.Contains(members, n.at[t.Tail]) {
			out.Triples = append(out.Triples, t.Name)
		}
	}
	for _, t := range inside[:min(len(inside), plainTriples)] {
		out.plainTriples = append(out.plainTriples, t.Name)
	}
	return out
}

// digest returns a hash of what title and summary derive from, and of model and prompt.
func digest(s *llm.Session, c graph.CommunityState, from shown) string {
	var b []byte
	b = strconv.AppendQuote(b, Name+s.InForce().Mark(Name))
	b = strconv.AppendQuote(b, s.ModelName())
	b = strconv.AppendInt(b, int64(c.Level), 10)
	for _, list := range [][]string{from.Keywords, from.Members, from.Triples, from.Groups, from.plainTriples} {
		b = append(b, '[')
		for i, text := range list {
			if i > 0 {
				b = append(b, ' ')
			}
			b = strconv.AppendQuote(b, text)
		}
		b = append(b, ']')
	}
	if from.unlinked {
		b = append(b, '-')
	}
	for _, m := range c.Members {
		b = append(b, m...)
	}
	b = strconv.AppendInt(b, int64(c.Size), 10)
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:12])
}

// plain returns a title and a summary made of keywords and triples.
func (s shown) plain() Named {
	names := s.Keywords
	if len(names) == 0 {
		for _, m := range s.Members {
			name, _, _ := strings.Cut(m, " (")
			names = append(names, name)
		}
	}
	summary := cmp.Or(strings.Join(s.plainTriples, "; "), strings.Join(s.Members[:min(len(s.Members), 5)], "; "))
	return Named{graph.HubTitle(names), text.OneLine(summary)}
}
