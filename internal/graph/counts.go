package graph

// Counts are the numbers of nodes in a workspace, one for each structural label.
type Counts struct {
	Documents   int `json:"documents"`
	Chunks      int `json:"chunks"`
	Episodes    int `json:"episodes"`
	Facts       int `json:"facts"`
	KeyElements int `json:"key_elements"`
	// Entities are the key elements that carry a schema type.
	Entities    int `json:"entities"`
	Triples     int `json:"triples"`
	Attributes  int `json:"attributes"`
	Communities int `json:"communities"`
	Keywords    int `json:"keywords"`
	// Proposals are the names that chunks use and the schema's seed lacks.
	Proposals   int `json:"proposals"`
	Extractions int `json:"extractions"`
	// Quarantined are the extractions whose replies could not be read.
	Quarantined int `json:"quarantined"`
	Tombstones  int `json:"tombstones"`
	// Embeddings are the vectors of texts, including those of texts that are no longer in the graph.
	Embeddings int `json:"embeddings"`
}
