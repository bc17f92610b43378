package embed

import (
	"context"
	"hash/fnv"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func builtin(t testing.TB, texts ...string) [][]float32 {
	t.Helper()
	rows, err := Builtin{}.Embed(context.Background(), texts)
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

func dot(a, b []float32) float64 {
	sum := 0.0
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}

func TestBuiltinOrdersByLikeness(t *testing.T) {
	for name, c := range map[string]struct{ text, nearer, farther string }{
		"same words":  {"the white whale", "a white whale was seen", "the harbour at night"},
		"inflection":  {"translator of novels", "novel translations", "a ship in the harbour"},
		"misspelling": {"Nantucket", "Nantuckett", "Manchester"},
		"chinese":     {"唐三藏西天取经", "三藏往西天取经", "林黛玉进贾府"},
	} {
		rows := builtin(t, c.text, c.nearer, c.farther)
		if near, far := dot(rows[0], rows[1]), dot(rows[0], rows[2]); near <= far {
			t.Errorf("%s: %.3f to %q, %.3f to %q", name, near, c.nearer, far, c.farther)
		}
	}
}

func TestBuiltinVectors(t *testing.T) {
	rows := builtin(t, "Call me Ishmael.", "", "\x00\xff`' OR 1=1", "Call me Ishmael.")
	for i, r := range rows {
		if len(r) != (Builtin{}).Dim() {
			t.Fatalf("row %d has %d components", i, len(r))
		}
		for _, c := range r {
			if s := float64(c) * grain; s != math.Trunc(s) {
				t.Fatalf("row %d: %v is no multiple of 1/%d", i, c, grain)
			}
		}
	}
	if length := dot(rows[0], rows[0]); math.Abs(length-1) > 0.01 {
		t.Errorf("squared length %v, want 1", length)
	}
	if dot(rows[1], rows[1]) != 0 {
		t.Error("an empty text has a vector")
	}
	if diff := cmp.Diff(rows[0], rows[3]); diff != "" {
		t.Errorf("the same text, another vector: %s", diff)
	}
}

// TestBuiltinStays holds the vectors to their name: whoever changes them must
// change the name too, as stored vectors are told apart by it.
func TestBuiltinStays(t *testing.T) {
	h := fnv.New64a()
	for _, c := range builtin(t, "The Pequod sailed from Nantucket. 捕鲸船出海了")[0] {
		n := int16(c * grain)
		h.Write([]byte{byte(n), byte(n >> 8)})
	}
	if got, want := h.Sum64(), uint64(0x9485f09d84976e0b); got != want {
		t.Errorf("%s: the vectors hash to %#x, want %#x", Builtin{}.Name(), got, want)
	}
}

func TestBuiltinEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := (Builtin{}).Embed(ctx, []string{"a"}); err == nil {
		t.Error("no error")
	}
}

func BenchmarkBuiltin(b *testing.B) {
	const text = "Moby-Dick; or, The Whale is an 1851 novel by American writer Herman Melville, about the quest of Captain Ahab."
	for b.Loop() {
		builtin(b, text)
	}
}
