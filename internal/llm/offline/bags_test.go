package offline

import (
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
	if _, kept := k.bags.Get(texts[0]); !kept {
		t.Error("a bag is not kept")
	}
	if got := k.bagsOf(texts[:1])[0]; !slices.Equal(got, []string{"white", "whale"}) {
		t.Errorf("%q", got)
	}
	whole := strings.Repeat("whale ", bagBytes/64)
	k.bagsOf([]string{whole})
	if _, kept := k.bags.Get(whole); kept {
		t.Error("a whole document is kept")
	}
}
