package retrieve

import "slices"

// name fills the table of aliases from titles, first sentences and entities.
func (x *Index) name(entities []Entity) {
	for _, p := range x.passages {
		body := p.body.tokens
		if p.index > 0 {
			body = nil // a later chunk begins with an arbitrary name
		}
		x.named(p.title.tokens, body, func(name []token, weight float64) { x.addName(name, p.document, weight) })
	}
	x.spansFrom = x.documents
	for _, e := range entities {
		x.nameEntity(e)
	}
	x.aliases.finish()
	x.growSeen()
}

// addName adds a name if it is distinctive enough.
func (x *Index) addName(name []token, entity int32, weight float64) {
	if x.worthNaming(name) {
		x.aliases.add(lowers(name), entity, weight)
	}
}

// nameEntity adds the names of an entity. An entity with the name of a document is the
// document's subject; a single capitalised name is found as a span and needs no alias.
func (x *Index) nameEntity(e Entity) {
	var names [][]token
	capitals := true // in a script that has them
	for _, n := range e.Names {
		name := x.lexicon.number(segment(n), true).tokens
		if len(name) == 0 {
			continue
		}
		names = append(names, name)
		capitals = capitals && !name[0].is(unspaced)
	}
	if len(names) == 0 || len(names) == 1 && capitals {
		return
	}
	entity := x.documentNamed(names)
	if entity < 0 {
		entity = int32(x.spansFrom)
		x.spansFrom++
	}
	for _, name := range names {
		x.addName(name, entity, entityName)
	}
}

// documentNamed returns the only document that a name refers to with confidence, or -1.
func (x *Index) documentNamed(names [][]token) int32 {
	found := int32(-1)
	for _, name := range names {
		id := x.aliases.lookup(lowers(name))
		if id < 0 {
			continue
		}
		for _, t := range x.aliases.list[id].targets {
			if int(t.entity) < x.documents && t.weight >= withoutBracket && t.entity != found {
				if found >= 0 {
					return -1
				}
				found = t.entity
			}
		}
	}
	return found
}

// worthNaming rejects indistinct names: only hollow words, or a single word that begins with
// a digit or has one or two letters.
func (x *Index) worthNaming(name []token) bool {
	if len(name) == 0 || len(name) == 1 && (name[0].is(digit) || !name[0].is(unspaced) && len(x.lexicon.folded[name[0].lower]) < 3) {
		return false
	}
	return slices.ContainsFunc(name, func(t token) bool { return !t.is(hollow) })
}
