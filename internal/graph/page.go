package graph

// PageQuery pages through all things of one kind by id, each with its evidence
// (ordered by chunk, in, surface): the way of export and verify, in bounded
// memory. Limit bounds the things on a page; 0 is DefaultLimit.
type PageQuery struct {
	// After leaves out ids up to and including this one.
	After ID
	Limit int
	// Bare leaves the evidence out, which is most of a page; of entities it leaves out
	// the aliases, of communities members and keywords.
	Bare bool
	// Scope leaves out key elements that no chunk in it mentions, and evidence from
	// chunks outside it. PageKeyElements alone knows it: the other pages are for
	// export and verify, which take the whole.
	Scope Scope
}

// FactPage is a fact with all its evidence.
type FactPage struct {
	Fact
	Evidence []FactEvidence
}

// KeyElementPage is a key element with all its evidence.
type KeyElementPage struct {
	KeyElement
	Evidence []Mention
}

// AttributePage is an attribute with all its evidence.
type AttributePage struct {
	Attribute
	Evidence []AttributeEvidence
}

// TriplePage is a triple with all its evidence.
type TriplePage struct {
	Triple
	Evidence []TripleEvidence
}
