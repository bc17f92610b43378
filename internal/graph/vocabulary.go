package graph

// Term is a name of the schema that the graph uses: a type that entities carry,
// a relation of triples, a key of attributes.
type Term struct {
	Part SchemaPart `json:"part"`
	Name string     `json:"name"`
	// Count is the number of entities, triples or attributes that use it.
	Count int `json:"count"`
}
