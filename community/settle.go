package community

import (
	"context"
	"slices"
)

// settle looks again at single entities, in the network's order, and lets the
// affinity decide where the structure does not.
//
// An entity that was left alone, as the neighbours of a hub may be, goes to the
// community that it is tied to most. One that is tied to another community as
// much as to its own goes to the one that it has the higher affinity with,
// counted without itself; by the method Structure it stays. Only entities with at
// most one neighbour in their own community leave it, so that it stays connected.
//
// No entity is drawn into a community of more than o.maxSize while there is
// another choice, so that no community is looked through too often.
func settle(ctx context.Context, g *network, a *affinity, part []int32, o options) ([]int32, error) {
	part, count := number(part)
	s := &settler{
		mover: newMover(g, part, 0), perceiver: a.perceiver(), members: members(part, count),
		most: o.maxSize, structure: o.method == Structure,
	}
	for i, v := range g.order {
		if i%256 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		s.settle(v)
	}
	return s.mover.part, nil
}

type settler struct {
	mover     *mover
	perceiver *perceiver
	// members of each community, in no order.
	members   [][]int32
	most      int
	structure bool
	choices   []int32
}

// settle moves v if it is alone or tied, and another community suits it better.
func (s *settler) settle(v int32) {
	home := s.mover.part[v]
	s.mover.weigh(v)
	s.findChoices(v, home)
	s.mover.forget()
	if len(s.choices) == 0 {
		return
	}
	at := slices.Index(s.members[home], v)
	last := len(s.members[home]) - 1
	s.members[home][at] = s.members[home][last]
	s.members[home] = s.members[home][:last]
	to := s.best(v)
	s.members[to] = append(s.members[to], v)
	s.mover.part[v] = to
}

// findChoices lists the communities that v may go to, its own first unless it is
// alone there, the others by name; none if it is to stay.
func (s *settler) findChoices(v, home int32) {
	s.choices = s.choices[:0]
	toward, alone := s.mover.toward, len(s.members[home]) == 1
	tie := toward[home]
	if alone {
		for _, c := range s.mover.touched {
			tie = max(tie, toward[c])
		}
	} else if s.structure || len(s.members[home]) > s.most || s.mover.inside(v) != 1 {
		return
	}
	large := int32(-1)
	for _, c := range s.mover.touched {
		switch {
		case c == home || toward[c] != tie:
		case len(s.members[c]) < s.most:
			s.choices = append(s.choices, c)
		case large < 0 || c < large:
			large = c
		}
	}
	slices.Sort(s.choices)
	switch {
	case alone && len(s.choices) == 0 && large >= 0:
		s.choices = append(s.choices, large)
	case !alone && len(s.choices) > 0:
		s.choices = slices.Insert(s.choices, 0, home)
	}
}

// best returns the choice of highest affinity with v, which is in none of them, the
// first of equals.
func (s *settler) best(v int32) int32 {
	best, highest := s.choices[0], int64(-micro-1)
	if len(s.choices) == 1 || s.structure {
		return best
	}
	own := s.perceiver.entity(v)
	for _, c := range s.choices {
		if score := s.perceiver.between(own, s.perceiver.community(s.members[c])); score > highest {
			best, highest = c, score
		}
	}
	return best
}
