// Package recent keeps values that were used a short time ago.
package recent

import "sync"

// Cache keeps values by key in two generations, each up to a size: when the present one is full it becomes the old one, whose values go
// unless they are used again. It is safe for concurrent use. Make one with New.
type Cache[K comparable, V any] struct {
	mu         sync.Mutex
	most, size int
	now, old   map[K]sized[V]
}

type sized[V any] struct {
	value V
	size  int
}

// New makes a cache whose generations hold values of a size of at most most each, or one value.
func New[K comparable, V any](most int) *Cache[K, V] {
	return &Cache[K, V]{most: most, now: map[K]sized[V]{}}
}

// Get returns the value of a key, if it is kept.
func (c *Cache[K, V]) Get(key K) (v V, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	s, ok := c.now[key]
	if !ok {
		if s, ok = c.old[key]; ok {
			c.keep(key, s)
		}
	}
	return s.value, ok
}

// Put keeps a value. Its size is in the unit of New; one above the bound of a generation drives out all others.
func (c *Cache[K, V]) Put(key K, v V, size int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.keep(key, sized[V]{v, size})
}

func (c *Cache[K, V]) keep(key K, s sized[V]) {
	c.size -= c.now[key].size
	if c.size += s.size; c.size > c.most {
		c.now, c.old, c.size = map[K]sized[V]{}, c.now, s.size
	}
	c.now[key] = s
}
