package refresh

import (
	"context"
	"testing"

	"grove/internal/fault"
	"grove/internal/llm"
	"grove/internal/llm/offline"
)

// defective is a layer that panics.
type defective struct{}

func (defective) Name() string                         { return "defective" }
func (defective) Stale(context.Context) (bool, error)  { return true, nil }
func (defective) Refresh(context.Context, *Pass) error { panic("a defect") }

// TestPanicInLayer: a panic in a layer is the error of the refresh.
func TestPanicInLayer(t *testing.T) {
	_, err := Run(t.Context(), []Chain{{defective{}}}, &llm.Client{Kit: offline.New()}, Options{})
	if !fault.IsPanic(err) || !fault.Is(err, fault.Internal) {
		t.Errorf("%v", err)
	}
}
