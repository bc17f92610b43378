package graph

// SchemaVersion is one version of a workspace's schema, kept apart from the
// file it came from. Body is the schema as canonical JSON.
type SchemaVersion struct {
	Version int
	Body    string
}
