package workspace

import (
	"context"
	"fmt"
	"log/slog"
	"reflect"
	"strings"
	"testing"

	"grove/internal/graph"
	"grove/internal/sqlite"
	"grove/internal/telemetry"
)

// TestObserver calls every operation of an observed store: each is counted under its own
// name, those of a snapshot too, and goes through to the store.
func TestObserver(t *testing.T) {
	o := &Observer{Metrics: telemetry.NewMetrics(), Log: slog.New(slog.DiscardHandler)}
	observed, err := sqlite.Open(t.Context(), t.TempDir(), o.store())
	if err != nil {
		t.Fatal(err)
	}
	defer observed.Close(context.WithoutCancel(t.Context()))
	kind := reflect.TypeFor[graph.Store]()
	for i := range kind.NumMethod() {
		name := kind.Method(i).Name
		if name == "Close" || name == "Snapshot" {
			continue
		}
		callZero(t, observed, name)
		if text := string(o.Metrics.Text(t.Context())); !strings.Contains(text, fmt.Sprintf("grove_store_seconds_count{operation=%q} 1\n", name)) {
			t.Errorf("%s is not counted", name)
		}
	}
	snapshot, release, err := observed.Snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	callZero(t, snapshot, "Counts")
	text := string(o.Metrics.Text(t.Context()))
	if !strings.Contains(text, `grove_store_seconds_count{operation="Counts"} 2`) || !strings.Contains(text, `grove_store_errors_total{code="not_found",operation="DropDecision"} 1`) {
		t.Error(text)
	}
	if (*Observer)(nil).store() != nil {
		t.Error("a nil Observer is called")
	}
}

// callZero calls a method with nothing; what it gives is not looked at.
func callZero(t *testing.T, on any, name string) {
	t.Helper()
	method := reflect.ValueOf(on).MethodByName(name)
	args := []reflect.Value{reflect.ValueOf(t.Context())}
	for i := 1; i < method.Type().NumIn(); i++ {
		args = append(args, reflect.Zero(method.Type().In(i)))
	}
	method.Call(args)
}
