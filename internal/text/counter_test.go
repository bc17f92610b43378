package text

import (
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestCount(t *testing.T) {
	c, err := NewCounter()
	if err != nil {
		t.Fatal(err)
	}
	// The counts are those of OpenAI's tiktoken for cl100k_base.
	for in, want := range map[string]int{
		"": 0, "hello world": 2, "tiktoken is great!": 6, "<|endoftext|>": 7, "antidisestablishmentarianism": 6,
	} {
		if got := c.Count(in); got != want {
			t.Errorf("Count(%q) = %d, want %d", in, got, want)
		}
	}
}

func TestCountOfPiecesAddsUp(t *testing.T) {
	c, _ := NewCounter()
	long := strings.Repeat("It's 12345 o'clock ... \n\n\tthen  they\r\n  say: “Hm, 好。” and go on 😀.\n", 2000)
	whole, err := c.codec.Count(long)
	if err != nil {
		t.Fatal(err)
	}
	if got := c.Count(long); got != whole {
		t.Fatalf("in pieces %d, at once %d", got, whole)
	}
}

// What is remembered is what was counted, also for more pieces than are remembered
// and from several goroutines.
func TestCountRemembers(t *testing.T) {
	c, _ := NewCounter()
	fresh := func(s string) int {
		n, err := c.codec.Count(s)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	lines := make([]string, 500)
	for i := range lines {
		lines[i] = strings.Repeat(string(rune('a'+i%26)), i%40+1) + strings.Repeat(" 好\n", i%3) + strings.Repeat("?! ", i%5)
	}
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			for range 2 {
				for _, s := range lines {
					if got, want := c.Count(s), fresh(s); got != want {
						t.Errorf("Count(%q) = %d, want %d", s, got, want)
					}
				}
			}
		})
	}
	wait.Wait()
	for i := range c.cache.slots { // each slot holds something else now
		c.cache.slots[i].Store(&countedPiece{slot: 1, check: 2, tokens: -1})
	}
	if got, want := c.Count(lines[77]), fresh(lines[77]); got != want {
		t.Errorf("with slots taken over: %d, want %d", got, want)
	}
}

// However a text is cut into lines, its tokens are those of the whole.
func TestCountOfLinesAddsUp(t *testing.T) {
	c, _ := NewCounter()
	parts := []string{"\n", "\r\n", " ", "  ", "a", "It's", "...", "12345", "好", "\t", "-\n", "!", "\u00a0", "\u2028", "\u3000", "'s", "\n\n"}
	r := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		var b strings.Builder
		for range 1 + r.IntN(12) {
			b.WriteString(parts[r.IntN(len(parts))])
		}
		want, err := c.codec.Count(b.String())
		if err != nil {
			t.Fatal(err)
		}
		if got := c.Count(b.String()); got != want {
			t.Fatalf("Count(%q) = %d, want %d", b.String(), got, want)
		}
	}
}

func TestCountIsLinear(t *testing.T) {
	c, _ := NewCounter()
	start := time.Now()
	for _, unit := range []string{"a", " ", "人", "ab", "\n", "\xff", "!"} {
		if n := c.Count(strings.Repeat(unit, 1<<20)); n == 0 {
			t.Errorf("%q repeated counts 0", unit)
		}
	}
	if d := time.Since(start); d > 20*time.Second {
		t.Fatalf("took %s", d)
	}
}

func FuzzCount(f *testing.F) {
	seed(f)
	c, err := NewCounter()
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if n := c.Count(s); n < 0 || n > 3*len(s) || (n == 0) != (s == "") {
			t.Fatalf("%q counts %d", s, n)
		}
	})
}
