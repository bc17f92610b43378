package offline

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"sync"
)

// recentBytes bounds a generation of readings, by the length of their texts; two are kept.
const recentBytes = 1 << 18

// recent caches the readings of passages: agents ask about the same passages several times. It
// is safe for concurrent use.
type recent struct {
	mu       sync.Mutex
	now, old map[Passage]*reading
	bytes    int
	// answers are those of the last questions with their passages, at most recentAnswers.
	answers map[[sha256.Size]byte]Answer
}

// recentAnswers bounds the answers kept: an agent asks again while its notes stay the same.
const recentAnswers = 256

func answerKey(q Question, passages []Passage) [sha256.Size]byte {
	h := sha256.New()
	fmt.Fprintf(h, "%q %q", q.Language, q.Text)
	for _, p := range passages {
		fmt.Fprintf(h, " %d %d %s%s", len(p.Title), len(p.Text), p.Title, p.Text)
	}
	return [sha256.Size]byte(h.Sum(nil))
}

// answer returns an answer that was kept; its lists are the caller's.
func (c *recent) answer(key [sha256.Size]byte) (Answer, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	a, ok := c.answers[key]
	a.Support, a.Wanted = slices.Clone(a.Support), slices.Clone(a.Wanted)
	return a, ok
}

func (c *recent) keep(key [sha256.Size]byte, a Answer) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.answers == nil || len(c.answers) >= recentAnswers {
		c.answers = map[[sha256.Size]byte]Answer{}
	}
	a.Support, a.Wanted = slices.Clone(a.Support), slices.Clone(a.Wanted)
	c.answers[key] = a
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
