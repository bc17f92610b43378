package app

import (
	"context"
	"fmt"
	"log/slog"
	"reflect"
	"strings"
	"testing"
	"time"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/sqlite"
	"grove/internal/telemetry"
)

// TestWatched calls every operation of a watched store: each is counted under its own
// name, those of a snapshot too, and goes through to the store.
func TestWatched(t *testing.T) {
	w := &watch{metrics: telemetry.NewMetrics(), log: slog.New(slog.DiscardHandler)}
	watched, err := sqlite.Open(t.Context(), t.TempDir(), w.observer())
	if err != nil {
		t.Fatal(err)
	}
	defer watched.Close(context.WithoutCancel(t.Context()))
	kind := reflect.TypeFor[graph.Store]()
	for i := range kind.NumMethod() {
		name := kind.Method(i).Name
		if name == "Close" || name == "Snapshot" {
			continue
		}
		callZero(t, watched, name)
		if text := string(w.metrics.Text(t.Context())); !strings.Contains(text, fmt.Sprintf("grove_store_seconds_count{operation=%q} 1\n", name)) {
			t.Errorf("%s is not counted", name)
		}
	}
	snapshot, release, err := watched.Snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	callZero(t, snapshot, "Counts")
	text := string(w.metrics.Text(t.Context()))
	if !strings.Contains(text, `grove_store_seconds_count{operation="Counts"} 2`) || !strings.Contains(text, `grove_store_errors_total{code="not_found",operation="DropDecision"} 1`) {
		t.Error(text)
	}
	if (*watch)(nil).observer() != nil {
		t.Error("nobody watches, and is called")
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

// TestTroubled: three jobs in a row that fail by no fault of their own are trouble, for
// a minute, until one succeeds.
func TestTroubled(t *testing.T) {
	away, unreadable, ended := fault.New(fault.Unavailable, "", "", "away", ""), fault.New(fault.Unreadable, "", "", "a picture", ""), fault.New(fault.Canceled, "", "", "", "")
	for _, c := range []struct {
		jobs    []error
		trouble bool
	}{
		{nil, false}, {[]error{away, away}, false}, {[]error{away, away, away}, true}, {[]error{away, away, ended, away}, true},
		{[]error{away, away, away, nil}, false}, {[]error{away, away, unreadable, away}, false}, {[]error{unreadable, unreadable, unreadable}, false},
	} {
		q := &queue{}
		for _, err := range c.jobs {
			q.judge(err)
		}
		if err := q.troubled(time.Now()); (err != nil) != c.trouble {
			t.Errorf("%v: %v", c.jobs, err)
		}
		if err := q.troubled(time.Now().Add(troubledFor + time.Second)); err != nil {
			t.Errorf("%v: %v for ever", c.jobs, err)
		}
	}
}
