package text

import (
	"strings"
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
