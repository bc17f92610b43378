package ingest_test

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"unsafe"
	"weak"

	"grove/internal/load"
)

// TestTextIsReleased: once a document is written nothing holds its text, which may be of many megabytes.
func TestTextIsReleased(t *testing.T) {
	b := newBench(t)
	b.Client.Model = nil
	var text weak.Pointer[byte]
	report, err := b.Run(t.Context(), func(_ context.Context, yield func(load.Record, error) error) error {
		var s strings.Builder
		for i := range 3000 {
			fmt.Fprintf(&s, "Captain Ann Smith%d sailed the ship Pequod%d to London in 1851. She knew Bob Jones%d.\n\n", i, i, i)
		}
		whole := s.String()
		text = weak.Make(unsafe.StringData(whole))
		return yield(load.Record{Source: "long.txt", Text: whole}, nil)
	})
	if err != nil || report.Chunks < 10 {
		t.Fatalf("%+v, %v", report, err)
	}
	for range 3 {
		runtime.GC()
	}
	if text.Value() != nil {
		t.Error("the text is still in memory")
	}
	runtime.KeepAlive(b)
}
