package app

import (
	"testing"

	"grove/internal/fault"
)

// TestCommunityMethodStays: the method that was named last is that of every later
// job, until another is named.
func TestCommunityMethodStays(t *testing.T) {
	c := settings(t, "w")
	method := func(named string, text string) (made string) {
		t.Helper()
		c.CommunityMethod = named
		use(t, c, func(a *App) {
			if err := ingestText(t, a, "a.txt", text); err != nil {
				t.Fatal(err)
			}
			if stale, err := a.Stale(t.Context()); err != nil || stale {
				t.Errorf("stale: %v, %v", stale, err)
			}
			var err error
			if made, err = a.Store.TreeMethod(t.Context()); err != nil {
				t.Fatal(err)
			}
		})
		return made
	}
	for i, step := range []struct{ named, text, want string }{
		{"", publicText, ""}, {"paper", publicText, "paper"}, {"", publicText + "Pip was born in Alabama.", "paper"}, {"leiden", publicText, "leiden"}, {"", publicText, "leiden"},
	} {
		if got := method(step.named, step.text); got != step.want {
			t.Errorf("step %d: made by %q, want %q", i, got, step.want)
		}
	}
	c.CommunityMethod = "paper"
	use(t, c, func(a *App) {
		if r, err := a.RebuildCommunities(t.Context()); err != nil || r.Method != "paper" {
			t.Errorf("rebuild: %+v, %v", r, err)
		}
	})
	c.CommunityMethod = ""
	use(t, c, func(a *App) {
		if r, err := a.RebuildCommunities(t.Context()); err != nil || r.Method != "paper" {
			t.Errorf("rebuild after a rebuild: %+v, %v", r, err)
		}
	})
	c.CommunityMethod = "dice"
	if _, err := Open(t.Context(), c); !fault.Is(err, fault.Invalid) {
		t.Errorf("no such method: %v", err)
	}
}
