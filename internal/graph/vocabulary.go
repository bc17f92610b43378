package graph

// Term is a name of the schema that the graph uses: a type of entities, a relation of
// triples, or a key of attributes.
type Term struct {
	Part SchemaPart `json:"part"`
	Name string     `json:"name"`
	// Count is the number of entities, triples or attributes that use it.
	Count int `json:"count"`
}
