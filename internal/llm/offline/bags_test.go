package offline

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestBagsAreRememberedWithinTheirBounds(t *testing.T) {
	k := New()
	texts := []string{"The white whale, a whale.", "白鲸", "", "The white whale, a whale."}
	first := k.Rank("white whale", texts)
	if again := k.Rank("white whale", texts); !slices.Equal(first, again) || first[0] != first[3] {
		t.Errorf("%v, then %v", first, again)
	}
	if got := k.bags.of(texts[:1])[0]; !slices.Equal(got, []string{"white", "whale"}) {
		t.Errorf("%q", got)
	}
	for i := range 800 {
		k.bags.of([]string{fmt.Sprint(i, strings.Repeat(" whale", 2000))})
		if k.bags.bytes > bagBytes {
			t.Fatalf("%d bytes", k.bags.bytes)
		}
	}
	if k.bags.old == nil {
		t.Error("no generation was given up")
	}
	whole := strings.Repeat("whale ", bagBytes/64)
	k.bags.of([]string{whole})
	if _, kept := k.bags.now[whole]; kept {
		t.Error("a whole document is kept")
	}
}
