package text

import "testing"

func TestCountOfNouns(t *testing.T) {
	for _, c := range []struct {
		n          int
		noun, want string
	}{
		{0, "call", "0 calls"}, {1, "call", "1 call"}, {2, "key element", "2 key elements"}, {1, "entity", "1 entity"},
		{3, "entity", "3 entities"}, {2, "survey day", "2 survey days"},
	} {
		if got := Count(c.n, c.noun); got != c.want {
			t.Errorf("%d %s: %q, want %q", c.n, c.noun, got, c.want)
		}
	}
}
