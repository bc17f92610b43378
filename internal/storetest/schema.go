package storetest

import (
	"testing"

	"grove/internal/fault"
	"grove/internal/graph"
)

func schemaVersions(t *testing.T, store graph.Store) {
	_, err := store.Schema(t.Context())
	wantKind(t, "no schema yet", err, fault.NotFound)
	var all []graph.SchemaVersion
	for _, step := range []struct {
		body string
		want graph.SchemaVersion
	}{
		{`{"types":["Person"]}`, graph.SchemaVersion{Version: 1, Body: `{"types":["Person"]}`, Settled: true}},
		{`{"types":["Person"]}`, graph.SchemaVersion{Version: 1, Body: `{"types":["Person"]}`, Settled: true}},
		{`{"types":["人物'"]}`, graph.SchemaVersion{Version: 2, Body: `{"types":["人物'"]}`}},
		{`{"types":["Person"]}`, graph.SchemaVersion{Version: 3, Body: `{"types":["Person"]}`}},
	} {
		same(t, "PutSchema", must[graph.SchemaVersion](t)(store.PutSchema(t.Context(), step.body)), step.want)
		same(t, "change number", must[int64](t)(store.ChangeNumber(t.Context())), int64(step.want.Version))
		same(t, "Schema", must[graph.SchemaVersion](t)(store.Schema(t.Context())), step.want)
		if len(all) == 0 || all[0].Version != step.want.Version {
			all = append([]graph.SchemaVersion{step.want}, all...)
		}
	}
	versions := func(q graph.SchemaVersionsQuery) []graph.SchemaVersion {
		t.Helper()
		return must[[]graph.SchemaVersion](t)(store.SchemaVersions(t.Context(), q))
	}
	same(t, "the latest first", versions(graph.SchemaVersionsQuery{}), all)
	same(t, "before one", versions(graph.SchemaVersionsQuery{Before: 3, Limit: 1}), all[1:2])
	if err := store.SettleSchema(t.Context(), 3); err != nil {
		t.Fatal(err)
	}
	all[0].Settled = true
	same(t, "settled", versions(graph.SchemaVersionsQuery{}), all)
	same(t, "change number", must[int64](t)(store.ChangeNumber(t.Context())), int64(4))
	wantKind(t, "settling what is not there", store.SettleSchema(t.Context(), 9), fault.NotFound)
}
