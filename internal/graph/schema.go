package graph

// SchemaVersion is one version of a workspace's schema, kept apart from the
// file it came from. Body is the schema as canonical JSON.
type SchemaVersion struct {
	Version int
	Body    string
	// Settled is true once the whole graph follows this version: after a version
	// was put, what it changes must be resolved again. The first is settled from
	// the start.
	Settled bool
}

// SchemaVersionsQuery asks for versions, the latest first.
type SchemaVersionsQuery struct {
	// Before leaves out this version and later ones; 0 is none.
	Before int
	// Limit is the most rows; 0 is DefaultLimit.
	Limit int
}
