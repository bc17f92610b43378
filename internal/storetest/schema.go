package storetest

import (
	"testing"

	"grove/internal/fault"
	"grove/internal/graph"
)

func schemaCases() []writeCase {
	return []writeCase{{"schema/versions", schemaVersions}}
}

func schemaVersions(t *testing.T, store graph.Store) {
	_, err := store.Schema(t.Context())
	wantKind(t, "no schema yet", err, fault.NotFound)
	for _, step := range []struct {
		body string
		want graph.SchemaVersion
	}{
		{`{"types":["Person"]}`, graph.SchemaVersion{Version: 1, Body: `{"types":["Person"]}`}},
		{`{"types":["Person"]}`, graph.SchemaVersion{Version: 1, Body: `{"types":["Person"]}`}},
		{`{"types":["人物'"]}`, graph.SchemaVersion{Version: 2, Body: `{"types":["人物'"]}`}},
		{`{"types":["Person"]}`, graph.SchemaVersion{Version: 3, Body: `{"types":["Person"]}`}},
	} {
		same(t, "PutSchema", must[graph.SchemaVersion](t)(store.PutSchema(t.Context(), step.body)), step.want)
		same(t, "change number", must[int64](t)(store.ChangeNumber(t.Context())), int64(step.want.Version))
		same(t, "Schema", must[graph.SchemaVersion](t)(store.Schema(t.Context())), step.want)
	}
}
