package recent_test

import (
	"testing"

	"grove/internal/recent"
)

func TestCacheKeepsWhatIsUsedWithinItsSize(t *testing.T) {
	c := recent.New[int, string](10)
	c.Put(0, "used", 4)
	c.Put(1, "unused", 4)
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
	kept := 0
	for key := range 100 {
		if _, ok := c.Get(key); ok {
			kept++
		}
	}
	if kept > 3 {
		t.Errorf("%d values of 4 in two generations of 10", kept)
	}
}

func TestPutAgainCountsOnce(t *testing.T) {
	c := recent.New[int, string](10)
	c.Put(0, "first", 4)
	for range 5 {
		c.Put(1, "again", 4)
	}
	c.Put(2, "small", 2) // the generation is full
	c.Put(3, "next", 4)
	if _, ok := c.Get(0); !ok {
		t.Error("a value that was put again counts again")
	}
}
