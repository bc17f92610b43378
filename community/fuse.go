package community

import (
	"context"
	"slices"
)

// fuse unites communities whose centres have at least the least affinity, the
// best pair first, ties to the smaller entity, until no pair is left. The centre
// of a community is its member of highest affinity with it.
//
// The paper unites two communities when the expected affinities of their centres
// differ by less than epsilon; taken as a signed difference that holds for every
// pair one way round, hence the affinity of the centres themselves.
func fuse(ctx context.Context, a *affinity, part []int32, count int, least int64) ([]int32, error) {
	f := &fusion{affinity: a, members: members(part, count), centres: make([]profile, count), pairs: make([][]int64, count)}
	for i := range f.members {
		f.pairs[i] = make([]int64, count)
		if err := f.centre(ctx, i); err != nil {
			return nil, err
		}
	}
	for i := range f.members {
		f.compare(i)
	}
	for {
		i, j, best := f.bestPair()
		if best < least {
			break
		}
		f.members[i] = append(f.members[i], f.members[j]...)
		slices.Sort(f.members[i])
		f.members[j] = nil
		if err := f.centre(ctx, i); err != nil {
			return nil, err
		}
		f.compare(i)
	}
	fused := make([]int32, len(part))
	for i, m := range f.members {
		for _, e := range m {
			fused[e] = int32(i)
		}
	}
	return fused, nil
}

// fusion is the state of fuse. Communities are numbered by their first member,
// and a united one keeps the smaller number: so the order of numbers is that of
// first members throughout. One that went into another has no members.
type fusion struct {
	*affinity
	members [][]int32
	centres []profile
	// pairs[i][j] is the affinity of the centres of i and j.
	pairs [][]int64
}

// centre finds the centre of community i.
func (f *fusion) centre(ctx context.Context, i int) error {
	whole := f.perceiver().community(f.members[i])
	scores := make([]int64, len(f.members[i]))
	err := parallel(ctx, len(scores), 512, func() func(from, end int) {
		p := f.perceiver()
		return func(from, end int) {
			for k := from; k < end; k++ {
				scores[k] = f.between(p.entity(f.members[i][k]), whole)
			}
		}
	})
	if err != nil {
		return err
	}
	best := slices.Index(scores, slices.Max(scores))
	f.centres[i] = f.perceiver().entity(f.members[i][best])
	return nil
}

// compare fills in the pairs of community i.
func (f *fusion) compare(i int) {
	for j := range f.members {
		if j != i && len(f.members[j]) > 0 {
			f.pairs[i][j] = f.between(f.centres[i], f.centres[j])
			f.pairs[j][i] = f.pairs[i][j]
		}
	}
}

// bestPair returns the pair of highest affinity, i < j, or one of affinity below
// any where fewer than two communities are left.
func (f *fusion) bestPair() (i, j int, best int64) {
	best = -micro - 1
	for a := range f.members {
		for b := a + 1; b < len(f.members); b++ {
			if len(f.members[a]) > 0 && len(f.members[b]) > 0 && f.pairs[a][b] > best {
				i, j, best = a, b, f.pairs[a][b]
			}
		}
	}
	return i, j, best
}
