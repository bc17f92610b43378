package graph

// SchemaVersion is one version of a workspace's schema. Body is canonical JSON.
type SchemaVersion struct {
	Version int
	Body    string
	// Settled is true once the whole graph follows this version: after a version is
	// stored, affected chunks must be resolved again. The first is settled from the start.
	Settled bool
}

// SchemaVersionsQuery asks for versions, the latest first.
type SchemaVersionsQuery struct {
	// Before leaves out this version and later ones; 0 is none.
	Before int
	// Limit is the most rows; 0 is DefaultLimit.
	Limit int
}
