package graph

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"grove/internal/fault"
	"grove/internal/lists"
)

// touchedBy returns the items of all evidence that a change removes or adds.
func touchedBy(add []Bundle, removed Removed, restatement restatement) Touched {
	facts, elements, attributes, triples, proposals := map[ID]bool{}, map[ID]bool{}, map[ID]bool{}, map[ID]bool{}, map[ID]bool{}
	abouts := map[AboutKey]bool{}
	each := func(e *Evidence) {
		for _, r := range e.Facts {
			facts[r.Fact] = true
			for _, k := range r.About {
				abouts[AboutKey{r.Fact, k}] = true
			}
		}
		for _, r := range e.Mentions {
			elements[r.Element] = true
		}
		for _, r := range e.Attributes {
			attributes[r.Attribute] = true
		}
		for _, r := range e.Triples {
			triples[r.Triple] = true
		}
		for _, r := range e.Proposals {
			proposals[r.Proposal] = true
		}
	}
	each(&removed.Evidence)
	each(&restatement.before)
	each(&restatement.after)
	for i := range add {
		each(&add[i].Evidence)
	}
	pairs := slices.SortedFunc(maps.Keys(abouts), func(a, b AboutKey) int {
		return cmp.Or(cmp.Compare(a.Fact, b.Fact), cmp.Compare(a.Element, b.Element))
	})
	return Touched{sortedKeys(facts), sortedKeys(elements), sortedKeys(attributes), sortedKeys(triples), sortedKeys(proposals), pairs}
}

// plan computes the delta of a change. It is a pure function, and its result does not
// depend on the order of bundles and rows.
func plan(add []Bundle, removed Removed, restatement restatement, touched Touched, state State) (Delta, error) {
	w := newAggregates(state)
	w.count(&removed.Evidence, -1)
	w.count(&restatement.before, -1)
	w.count(&restatement.after, +1)
	d := Delta{Withdrawn: withdrawnBy(restatement.before), DropDocuments: removed.Documents,
		DropChunks: slices.Sorted(slices.Values(removed.Chunks))}
	for i := range add {
		b := &add[i]
		b.Evidence.Canonical()
		if err := checkBundle(b); err != nil {
			return Delta{}, err
		}
		w.count(&b.Evidence, +1)
		d.Documents = append(d.Documents, b.Document)
		d.Chunks = append(d.Chunks, b.Chunks...)
		d.Next = append(d.Next, nextOf(b)...)
		d.Evidence.Append(b.Evidence)
	}
	slices.SortFunc(d.Documents, func(a, b Document) int { return cmp.Compare(a.ID, b.ID) })
	slices.SortFunc(d.Chunks, func(a, b Chunk) int { return cmp.Compare(a.ID, b.ID) })
	slices.SortFunc(d.Next, func(a, b Next) int { return cmp.Compare(a.To, b.To) })
	d.Evidence.Append(restatement.after)
	d.Evidence.Canonical()
	added := lists.SetOf(d.Chunks, func(c Chunk) ID { return c.ID })
	d.Forget = lists.Filter(d.DropChunks, func(c ID) bool { return !added[c] })
	d.ForgetDocuments = lists.Filter(d.DropDocuments, func(id ID) bool {
		return !slices.ContainsFunc(d.Documents, func(x Document) bool { return x.ID == id })
	})
	divide(touched.Facts, w.facts, func(s *FactState) int { s.derive(); return s.Support }, &d.Facts, &d.DropFacts)
	divide(touched.Elements, w.elements, func(s *KeyElementState) int { s.derive(); return s.Support }, &d.Elements, &d.DropElements)
	divide(touched.Attributes, w.attributes, func(s *Attribute) int { return s.Support }, &d.Attributes, &d.DropAttributes)
	divide(touched.Triples, w.triples, func(s *TripleState) int { s.derive(); return s.Support }, &d.Triples, &d.DropTriples)
	divide(touched.Proposals, w.proposals, func(s *ProposalState) int { s.derive(); return s.Support }, &d.Proposals, &d.DropProposals)
	for _, k := range touched.Abouts {
		if n := w.abouts[k]; n > 0 {
			d.Abouts = append(d.Abouts, About{k.Fact, k.Element, n})
		} else {
			d.DropAbouts = append(d.DropAbouts, k)
		}
	}
	d.diffNorms(state)
	return d, nil
}

// divide appends the items that have support to write, and the ids of the others to drop.
func divide[S any](ids []ID, items map[ID]*S, support func(*S) int, write *[]S, drop *[]ID) {
	for _, id := range ids {
		if s := items[id]; support(s) > 0 {
			*write = append(*write, *s)
		} else {
			*drop = append(*drop, id)
		}
	}
}

// nextOf returns the NEXT edges between the chunks of a bundle, and to the first of them.
func nextOf(b *Bundle) []Next {
	var out []Next
	before := b.After
	for _, c := range slices.SortedFunc(slices.Values(b.Chunks), func(a, b Chunk) int { return cmp.Compare(a.Index, b.Index) }) {
		if before != "" {
			out = append(out, Next{before, c.ID})
		}
		before = c.ID
	}
	return out
}

// checkBundle checks the invariants of a bundle that the stores rely on.
func checkBundle(b *Bundle) error {
	type at struct{ chunk, element ID }
	chunks, mentioned := map[ID]bool{}, map[at]bool{}
	d := b.Document
	if err := cmp.Or(checkLookup("source", d.Source), checkLookup("source id", d.SourceID), checkLookup("origin", d.Origin)); err != nil {
		return err
	}
	for _, c := range b.Chunks {
		chunks[c.ID] = true
		if c.Document != b.Document.ID {
			return bad(b, fmt.Sprintf("chunk %s belongs to document %s", c.ID, c.Document))
		}
	}
	for _, m := range b.Evidence.Mentions {
		if !chunks[m.Chunk] {
			return bad(b, fmt.Sprintf("evidence of chunk %s, which is not in the bundle", m.Chunk))
		}
		if m.Type != "" {
			if err := CheckName("type", m.Type); err != nil {
				return fault.Wrap(err, "graph.plan", b.Document.Source)
			}
		}
		if err := checkLookup("normalised name", m.Norm); err != nil {
			return fault.Wrap(err, "graph.plan", b.Document.Source)
		}
		mentioned[at{m.Chunk, m.Element}] = true
	}
	check := func(chunk ID, elements ...ID) error {
		for _, e := range elements {
			if !mentioned[at{chunk, e}] {
				return bad(b, fmt.Sprintf("chunk %s has evidence about key element %s, which it does not mention", chunk, e))
			}
		}
		return nil
	}
	for _, f := range b.Evidence.Facts {
		if !chunks[f.Chunk] {
			return bad(b, fmt.Sprintf("evidence of chunk %s, which is not in the bundle", f.Chunk))
		}
		if err := check(f.Chunk, f.About...); err != nil {
			return err
		}
	}
	for _, a := range b.Evidence.Attributes {
		if err := check(a.Chunk, a.Entity); err != nil {
			return err
		}
	}
	for _, t := range b.Evidence.Triples {
		if err := CheckName("relation", t.Relation); err != nil {
			return fault.Wrap(err, "graph.plan", b.Document.Source)
		}
		if err := check(t.Chunk, t.Head, t.Tail); err != nil {
			return err
		}
	}
	for _, p := range b.Evidence.Proposals {
		switch {
		case !chunks[p.Chunk]:
			return bad(b, fmt.Sprintf("evidence of chunk %s, which is not in the bundle", p.Chunk))
		case !p.Part.Valid() || p.Name == "" || p.Signature == "" || p.Proposal != ProposalID(p.Part, p.Name):
			return bad(b, fmt.Sprintf("chunk %s proposes the %s %q in an invalid form", p.Chunk, p.Part, p.Name))
		}
	}
	return nil
}

func bad(b *Bundle, message string) error {
	return fault.New(fault.Internal, "graph.plan", b.Document.Source, message, "")
}

// aggregates are the states of the touched items while evidence is added and subtracted.
type aggregates struct {
	facts      map[ID]*FactState
	elements   map[ID]*KeyElementState
	attributes map[ID]*Attribute
	triples    map[ID]*TripleState
	proposals  map[ID]*ProposalState
	abouts     map[AboutKey]int
}

func newAggregates(s State) *aggregates {
	w := &aggregates{map[ID]*FactState{}, map[ID]*KeyElementState{}, map[ID]*Attribute{}, map[ID]*TripleState{}, map[ID]*ProposalState{},
		map[AboutKey]int{}}
	for id, f := range s.Facts {
		f.Texts = f.Texts.clone()
		w.facts[id] = &f
	}
	for id, e := range s.Elements {
		e.Surfaces, e.Types, e.Descriptions = e.Surfaces.clone(), e.Types.clone(), e.Descriptions.clone()
		w.elements[id] = &e
	}
	for id, a := range s.Attributes {
		w.attributes[id] = &a
	}
	for id, t := range s.Triples {
		t.Names = t.Names.clone()
		w.triples[id] = &t
	}
	for id, p := range s.Proposals {
		p.Signatures = p.Signatures.clone()
		w.proposals[id] = &p
	}
	maps.Copy(w.abouts, s.Abouts)
	return w
}

// count adds (sign +1) or subtracts (-1) evidence. Support counts chunks, tallies count
// occurrences.
func (w *aggregates) count(e *Evidence, sign int) {
	type at struct{ chunk, item ID }
	type aboutAt struct {
		chunk ID
		AboutKey
	}
	seen, seenAbout := map[at]bool{}, map[aboutAt]bool{}
	once := func(chunk, item ID) int {
		if seen[at{chunk, item}] {
			return 0
		}
		seen[at{chunk, item}] = true
		return sign
	}
	for _, r := range e.Facts {
		s := entry(w.facts, r.Fact, func() FactState { return FactState{Fact: Fact{ID: r.Fact}, Texts: Tally{}} })
		s.Support += once(r.Chunk, r.Fact)
		s.Texts.Add(r.Text, sign*r.Count)
		for _, k := range r.About {
			key := aboutAt{r.Chunk, AboutKey{r.Fact, k}}
			if !seenAbout[key] {
				seenAbout[key] = true
				w.abouts[key.AboutKey] += sign
			}
		}
	}
	for _, r := range e.Mentions {
		s := entry(w.elements, r.Element, func() KeyElementState {
			return KeyElementState{KeyElement: KeyElement{ID: r.Element, Norm: r.Norm},
				Surfaces: Tally{}, Types: Tally{}, Descriptions: Tally{}}
		})
		s.Support += once(r.Chunk, r.Element)
		s.Surfaces.Add(r.Surface, sign*r.Count)
		s.Types.Add(r.Type, sign*r.Count)
		s.Descriptions.Add(r.Description, sign)
	}
	for _, r := range e.Attributes {
		s := entry(w.attributes, r.Attribute, func() Attribute {
			return Attribute{ID: r.Attribute, Entity: r.Entity, Key: r.Key, Value: r.Value}
		})
		s.Support += once(r.Chunk, r.Attribute)
	}
	for _, r := range e.Triples {
		s := entry(w.triples, r.Triple, func() TripleState {
			return TripleState{Triple: Triple{ID: r.Triple, Head: r.Head, Relation: r.Relation, Tail: r.Tail}, Names: Tally{}}
		})
		s.Support += once(r.Chunk, r.Triple)
		s.Names.Add(r.Name(), sign*r.Count)
	}
	for _, r := range e.Proposals {
		s := entry(w.proposals, r.Proposal, func() ProposalState {
			return ProposalState{Proposal: Proposal{ID: r.Proposal, Part: r.Part, Name: r.Name}, Signatures: Tally{}}
		})
		s.Support += once(r.Chunk, r.Proposal)
		s.Signatures.Add(r.Signature, sign)
	}
}

func entry[S any](m map[ID]*S, id ID, fresh func() S) *S {
	if s, ok := m[id]; ok {
		return s
	}
	s := fresh()
	m[id] = &s
	return &s
}
