package alias

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"iter"
	"slices"

	"grove/internal/graph"
	"grove/internal/lists"
)

// batchNames is the number of names from which [Clustered] resolves a batch of components.
const batchNames = 10_000

// Clustered returns the representatives of those of n names that have another one: what [NewSet] has for the profiles that profile
// returns, which must have different ids. It is for more names than a Set can hold, which takes some 1.5 KB for each: a name is
// parsed when it is needed, and names that no rule, claim or decision relates are resolved apart, in batches.
func Clustered(n int, profile func(int) Profile, claims []Claim, decisions []Decision) map[graph.ID]graph.ID {
	return clustered(n, profile, claims, decisions, batchNames)
}

func clustered(n int, profile func(int) Profile, claims []Claim, decisions []Decision, least int) map[graph.ID]graph.ID {
	d := &division{profile: profile, component: make([]int32, n), crowded: map[digest]bool{}}
	for i := range d.component {
		d.component[i] = int32(i)
	}
	d.spellings(n)
	d.relate()
	d.connect(claims, decisions)
	out := map[graph.ID]graph.ID{}
	for batch := range d.batches(least) {
		s := newSet(batch, claims, decisions, d.crowded)
		for _, p := range batch {
			if to := s.Representative(p.ID); to != p.ID {
				out[p.ID] = to
			}
		}
	}
	return out
}

// division finds the components of names that may bear on each other.
type division struct {
	profile func(int) Profile
	// component is a union-find forest over the names, each with its parent, the root with itself.
	component []int32
	// nodes are the names of each spelling, that with the smallest id first.
	nodes [][]int32
	// crowded are the digests of the keys that too many spellings share.
	crowded map[digest]bool
}

// digest stands for a key or a spelling.
type digest [16]byte

func digestOf(s string) (d digest) {
	sum := sha256.Sum256([]byte(s))
	copy(d[:], sum[:])
	return d
}

// entry is a digest and what has it: a name or a node.
type entry struct {
	digest
	of int32
}

// runs sorts the entries and returns those of each digest, in order.
func runs(entries []entry) iter.Seq[[]entry] {
	slices.SortFunc(entries, func(a, b entry) int { return cmp.Or(bytes.Compare(a.digest[:], b.digest[:]), cmp.Compare(a.of, b.of)) })
	return func(yield func([]entry) bool) {
		for from := 0; from < len(entries); {
			end := from + 1
			for end < len(entries) && entries[end].digest == entries[from].digest {
				end++
			}
			if !yield(entries[from:end]) {
				return
			}
			from = end
		}
	}
}

// spellings finds the names of each spelling, which are in one component.
func (d *division) spellings(n int) {
	spelled := make([]entry, n)
	for i := range n {
		spelled[i] = entry{digestOf(newForm(d.profile(i)).key), int32(i)}
	}
	for run := range runs(spelled) {
		names := make([]int32, len(run))
		for i, e := range run {
			names[i] = e.of
			d.join(e.of, names[0])
		}
		if len(names) > 1 {
			slices.SortFunc(names, func(a, b int32) int { return cmp.Compare(d.profile(int(a)).ID, d.profile(int(b)).ID) })
		}
		d.nodes = append(d.nodes, names)
	}
}

// form returns the form of a node and the documents of its names, as [Set.spell] has them.
func (d *division) form(node int32) (*form, []graph.ID) {
	first := d.profile(int(d.nodes[node][0]))
	documents := first.Documents
	for _, other := range d.nodes[node][1:] {
		documents = append(slices.Clip(documents), d.profile(int(other)).Documents...)
	}
	return newForm(first), lists.Sorted(documents)
}

// relate joins the components of the nodes that share a key and that a rule relates.
func (d *division) relate() {
	var keyed []entry
	for node := range d.nodes {
		f, documents := d.form(int32(node))
		for _, key := range f.keys(documents) {
			keyed = append(keyed, entry{digestOf(key), int32(node)})
		}
	}
	for run := range runs(keyed) {
		if len(run) > maxBlock {
			d.crowded[run[0].digest] = true
			continue
		}
		if len(run) == 1 {
			continue
		}
		forms := lists.Map(run, func(e entry) *form { return newForm(d.profile(int(d.nodes[e.of][0]))) })
		for i, a := range forms {
			for j, b := range forms[:i] {
				if v := relate(a, b).Verdict; v == Same || v == Grey {
					d.join(d.nodes[run[i].of][0], d.nodes[run[j].of][0])
				}
			}
		}
	}
}

// connect makes one component of all names with a claim or a decision, and what is in theirs.
func (d *division) connect(claims []Claim, decisions []Decision) {
	named := map[graph.ID]bool{}
	for _, c := range claims {
		named[c.Name], named[c.Other] = true, true
	}
	for _, dec := range decisions {
		for _, id := range dec.IDs {
			named[id] = true
		}
	}
	if len(named) == 0 {
		return
	}
	first := int32(-1)
	for i := range d.component {
		if !named[d.profile(i).ID] {
			continue
		}
		if first < 0 {
			first = int32(i)
		}
		d.join(int32(i), first)
	}
}

// root returns the root of a name's component.
func (d *division) root(i int32) int32 {
	for d.component[i] != i {
		d.component[i] = d.component[d.component[i]]
		i = d.component[i]
	}
	return i
}

// join joins the components of two names; the smaller number stays the root.
func (d *division) join(a, b int32) {
	a, b = d.root(a), d.root(b)
	d.component[max(a, b)] = min(a, b)
}

// batches returns the profiles of whole components of several names, so many or more at a time.
func (d *division) batches(least int) iter.Seq[[]Profile] {
	order := make([]int32, len(d.component))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int { return cmp.Or(cmp.Compare(d.root(a), d.root(b)), cmp.Compare(a, b)) })
	return func(yield func([]Profile) bool) {
		var batch []Profile
		for from := 0; from < len(order); {
			end := from + 1
			for end < len(order) && d.root(order[end]) == d.root(order[from]) {
				end++
			}
			if end-from > 1 {
				for _, i := range order[from:end] {
					batch = append(batch, d.profile(int(i)))
				}
			}
			if from = end; len(batch) >= least || from == len(order) && len(batch) > 0 {
				if !yield(batch) {
					return
				}
				batch = nil
			}
		}
	}
}
