package recent_test

import (
	"testing"

	"grove/internal/recent"
)

func TestCacheKeepsWhatIsUsedWithinItsSize(t *testing.T) {
	c := recent.New[int, string](10)
	c.Put(0, "used", 4)
	c.Put(1, "unused", 4)
	c.Put(1, "unused", 4) // counts once
	kept := func() (n int) {
		for key := range 100 {
			if v, ok := c.Get(key); ok && v != "" {
				n++
			}
		}
		return n
	}
	if n := kept(); n != 2 {
		t.Errorf("%d of 2 are kept", n)
	}
	for key := 2; key < 100; key++ {
		c.Put(key, "other", 4)
		if v, ok := c.Get(0); !ok || v != "used" {
			t.Fatalf("what is used is lost at %d", key)
		}
	}
	if _, ok := c.Get(1); ok {
		t.Error("what is not used is kept")
	}
	c.Put(200, "large", 11)
	if v, ok := c.Get(200); !ok || v != "large" {
		t.Error("a value above the size is lost at once")
	}
	if n := kept(); n > 4 {
		t.Errorf("%d values of 4 in two generations of 10", n)
	}
}
