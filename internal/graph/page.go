package graph

// PageQuery asks for a page of all items of one kind, in the order of their ids, each with
// its evidence (ordered by chunk, in, surface). Limit is the most items of a page; 0 is
// DefaultLimit.
type PageQuery struct {
	// After leaves out ids up to and including this one.
	After ID
	Limit int
	// Bare leaves out the evidence, which is most of a page, the aliases of entities, and
	// the members and keywords of communities.
	Bare bool
	// Scope leaves out key elements that no chunk in it mentions, and evidence from
	// chunks outside it. Only PageKeyElements uses it.
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
