package offline

import "sync"

// recentBytes bounds a generation of readings, by the length of their texts; two are kept.
const recentBytes = 1 << 18

// recent caches the readings of passages: agents ask about the same passages several times. It
// is safe for concurrent use.
type recent struct {
	mu       sync.Mutex
	now, old map[Passage]*reading
	bytes    int
}

// reading returns the reading of a passage. It is shared: nobody may change it.
func (k *Kit) reading(p Passage) *reading {
	c := &k.recent
	c.mu.Lock()
	r, ok := c.now[p]
	if !ok {
		r, ok = c.old[p]
	}
	c.mu.Unlock()
	if ok {
		return r
	}
	r = readPassage(p)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.now == nil || c.bytes+len(p.Text) > recentBytes {
		c.now, c.old, c.bytes = map[Passage]*reading{}, c.now, 0
	}
	c.bytes += len(p.Text)
	c.now[p] = r
	return r
}
