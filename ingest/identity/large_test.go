package identity

import (
	"bytes"
	"context"
	"fmt"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"testing"
	"time"

	"grove/internal/graph"
	"grove/internal/text"
)

// spread is a store of so many persons, a hundred a chunk, none of whom is another.
type spread struct {
	Store
	names int
}

func (s spread) Decisions(context.Context, graph.DecisionsQuery) ([]graph.Decision, error) {
	return nil, nil
}

func (s spread) PageNames(_ context.Context, q graph.PageQuery) (uses []graph.NameUse, next graph.ID, err error) {
	page := 0
	if q.After != "" {
		if _, err := fmt.Sscan(string(q.After), &page); err != nil {
			return nil, "", err
		}
	}
	for i := page * 100; i < min(s.names, page*100+100); i++ {
		surface := fmt.Sprintf("Ann%06dx Bob%06dy", i, i)
		uses = append(uses, graph.NameUse{Chunk: graph.ID(fmt.Sprintf("c%024d", page)), Document: "d", Type: "Person", Count: 1,
			Element: graph.Name{Norm: text.Normalise(surface)}.ID(), Surface: surface})
	}
	if (page+1)*100 < s.names {
		next = graph.ID(fmt.Sprint(page + 1))
	}
	return uses, next, nil
}

// TestLargeInBoundedMemory: the names of a large graph are resolved within 700 bytes for each that is compared; a set of all
// takes four times that.
func TestLargeInBoundedMemory(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(10)) // the live heap is measured by the collector
	var last uint64
	for _, names := range []int{20_000, 60_000} {
		stop := sample()
		_, report, err := Resolver{Store: spread{names: names}, Automatic: true}.Settle(t.Context())
		peak := stop()
		if err != nil || report.Names != names || report.Entities != names || report.Merged != 0 {
			t.Fatalf("%+v, %v", report, err)
		}
		t.Logf("%d names: %d MB live", names, peak>>20)
		if last > 0 && peak-last > 700*40_000 {
			t.Errorf("40,000 names more take %d bytes each", (peak-last)/40_000)
		}
		last = peak
	}
}

// TestSurveyNumbersByID: the numbers of the compared names follow from their ids, also of those with a decision, and not
// from the order of a map.
func TestSurveyNumbersByID(t *testing.T) {
	r := Resolver{Store: spread{names: 300}, Automatic: true}
	names := newElements(nil)
	for _, i := range []int{7, 8, 9} {
		names.decided[graph.Name{Norm: text.Normalise(fmt.Sprintf("Ann%06dx Bob%06dy", i, i))}] = true
	}
	_, compared, err := r.survey(t.Context(), names)
	if err != nil || len(compared) != 300 {
		t.Fatalf("%d names, %v", len(compared), err)
	}
	for a, i := range compared {
		for b, j := range compared {
			if (i < j) != (bytes.Compare(a[:], b[:]) < 0) {
				t.Fatalf("%x has number %d, %x number %d", a, i, b, j)
			}
		}
	}
}

// sample measures the largest live heap until the function returned is called, which returns it.
func sample() func() uint64 {
	var peak uint64
	var sampling sync.WaitGroup
	end := make(chan struct{})
	sampling.Go(func() {
		s := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		for {
			metrics.Read(s)
			peak = max(peak, s[0].Value.Uint64())
			select {
			case <-end:
				return
			case <-time.After(time.Millisecond):
			}
		}
	})
	return func() uint64 {
		close(end)
		sampling.Wait()
		return peak
	}
}
