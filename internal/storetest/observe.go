package storetest

import (
	"context"
	"reflect"
	"slices"
	"testing"

	"grove/internal/graph"
)

// Observed checks that every operation of a store calls its [graph.Observe] once, with the
// name of its method. open gives a fresh, empty workspace.
func Observed(t *testing.T, open func(t *testing.T, observe graph.Observe) graph.Store) {
	t.Helper()
	var began, ended []string
	store := open(t, func(ctx context.Context, operation string) (context.Context, func(error)) {
		began = append(began, operation)
		return ctx, func(error) { ended = append(ended, operation) }
	})
	kind := reflect.TypeFor[graph.Store]()
	for i := range kind.NumMethod() {
		name := kind.Method(i).Name
		if name == "Close" || name == "Snapshot" {
			continue
		}
		began, ended = nil, nil
		callZero(t, store, name)
		if want := []string{name}; !slices.Equal(began, want) || !slices.Equal(ended, want) {
			t.Errorf("%s began %q and ended %q", name, began, ended)
		}
	}
	snapshot, release, err := store.Snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	for range 2 { // the second time some rows are in memory
		began = nil
		if _, err := snapshot.Members(t.Context(), graph.MembersQuery{Community: "c"}); err != nil || !slices.Equal(began, []string{"Members"}) {
			t.Errorf("Members of a snapshot began %q: %v", began, err)
		}
	}
}

// callZero calls a method with zero values; its results are not looked at.
func callZero(t *testing.T, on any, name string) {
	t.Helper()
	method := reflect.ValueOf(on).MethodByName(name)
	args := []reflect.Value{reflect.ValueOf(t.Context())}
	for i := 1; i < method.Type().NumIn(); i++ {
		args = append(args, reflect.Zero(method.Type().In(i)))
	}
	method.Call(args)
}
