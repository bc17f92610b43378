package cypher

import (
	"context"
	"errors"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"grove/internal/graph"
	"grove/internal/storetest"
)

// TestTracedBoundsAndRecords makes each read that knows a scope through a Traced: it is bounded to
// the scope and recorded once, with the statement that Render gives.
func TestTracedBoundsAndRecords(t *testing.T) {
	scope := graph.Scope{Tags: []string{"k=v"}}
	var got []Read
	reader := reflect.ValueOf(Traced{storetest.Open(t), "novels", scope, func(r Read) { got = append(got, r) }})
	reads := reads()
	reads["members"], reads["communities"] = graph.MembersQuery{Community: "m1"}, graph.CommunitiesQuery{Top: true}
	for name, query := range reads {
		q := reflect.New(reflect.TypeOf(query)).Elem()
		q.Set(reflect.ValueOf(query))
		bounded := q.Kind() == reflect.Struct && q.FieldByName("Scope").IsValid()
		page, paged := query.(Page)
		if !bounded && name != "members" && name != "communities" || paged && page.Label != "KeyElement" {
			continue
		}
		if bounded {
			q.FieldByName("Scope").Set(reflect.ValueOf(scope))
		}
		want := mustRender(t, q.Interface())
		asked := reflect.ValueOf(query)
		if paged {
			asked = reflect.ValueOf(page.PageQuery)
		}
		got = nil
		method, _ := methodOf(reader.Type(), asked.Type(), paged)
		out := reader.Method(method).Call([]reflect.Value{reflect.ValueOf(t.Context()), asked})
		if err := out[1].Interface(); err != nil {
			t.Fatal(name, err)
		}
		if len(got) != 1 || got[0].Action == "" || got[0].Args == nil || got[0].Err != nil || cmp.Diff(want, got[0].Statement) != "" {
			t.Errorf("%s: %d reads recorded: %+v", name, len(got), got)
		}
	}
}

// methodOf returns the method of a reader that takes a query.
func methodOf(reader, query reflect.Type, paged bool) (int, bool) {
	for i := range reader.NumMethod() {
		m := reader.Method(i)
		if m.Type.NumIn() == 3 && m.Type.In(2) == query && (!paged || m.Name == "PageKeyElements") {
			return i, true
		}
	}
	return 0, false
}

// TestTracedRecordsFailures: a read that fails is recorded with its error, one that cannot be
// rendered is not.
func TestTracedRecordsFailures(t *testing.T) {
	var got []Read
	g := Traced{storetest.Open(t), "novels", graph.Scope{}, func(r Read) { got = append(got, r) }}
	if counts, err := g.Counts(t.Context()); err != nil || counts != (graph.Counts{}) || len(got) != 1 || got[0].Action != "counts" || len(got[0].IDs) != 1 {
		t.Errorf("%v, %v, %+v", counts, err, got)
	}
	if _, err := g.Facts(t.Context(), graph.FactsQuery{Elements: make([]graph.ID, graph.MaxRows+1)}); err == nil || len(got) != 1 {
		t.Errorf("%v, %+v", err, got)
	}
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := g.Find(canceled, graph.FindQuery{}); err == nil || len(got) != 2 || !errors.Is(got[1].Err, err) {
		t.Errorf("%v, %+v", err, got)
	}
}
