package ingest_test

import (
	"context"
	"strings"
	"testing"

	"grove/ingest"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/load"
)

// TestPanicInPacket: a panic in the extraction of a packet fails its document and no
// other; the next run reads it.
func TestPanicInPacket(t *testing.T) {
	b := newBench(t)
	records := []load.Record{record("a", "A sailor sails."), record("b", "A defect lurks here."), record("c", "A harbour sleeps.")}
	b.model.fail = func(chunk string) error {
		if strings.Contains(chunk, "defect") {
			panic("a defect of the model's client")
		}
		return nil
	}
	report := b.run(t, records...)
	if report.Documents.New != 2 || report.Documents.Failed != 1 || len(report.Errors) != 1 ||
		report.Errors[0].Item != "b" || report.Errors[0].Code != string(fault.Internal) {
		t.Fatalf("%+v, %+v", report.Documents, report.Errors)
	}
	b.model.fail = nil
	if report := b.run(t, records...); report.Documents.New != 1 || report.Documents.Unchanged != 2 {
		t.Errorf("second run: %+v", report.Documents)
	}
}

// defective is a store that panics where it is written to.
type defective struct {
	ingest.Store
	journal bool
}

func (d defective) Apply(context.Context, graph.Change) (graph.Applied, error) {
	panic("a defect of the store")
}

func (d defective) Journal(ctx context.Context, e []graph.Extraction) error {
	if d.journal {
		panic("a defect of the store")
	}
	return d.Store.Journal(ctx, e)
}

// TestPanicInWriter: a panic of the writer, the producer or the source is the error of
// the run, and nobody waits for ever.
func TestPanicInWriter(t *testing.T) {
	for _, journal := range []bool{false, true} {
		b := newBench(t)
		b.Store = defective{b.Store, journal}
		if _, err := b.Run(t.Context(), source(record("a", "A sailor sails."))); !fault.IsPanic(err) {
			t.Errorf("journal %v: %v", journal, err)
		}
	}
	b := newBench(t)
	_, err := b.Run(t.Context(), func(context.Context, func(load.Record, error) error) error { panic("a defect of the source") })
	if !fault.IsPanic(err) {
		t.Errorf("source: %v", err)
	}
}
