package offline

import (
	"strings"
	"sync"

	"grove/internal/text"
)

// bagBytes bounds a generation of bags, by estimate; two are kept.
const bagBytes = 16 << 20

// bags remembers the distinct terms of texts: the same names, facts and summaries
// are ranked for one question after another, and stemming their words is most of
// what that costs. It is safe for concurrent use.
type bags struct {
	mu       sync.Mutex
	now, old map[string][]string
	bytes    int
}

// of gives the distinct terms of each text, in the order of their first places.
// They are shared: nobody may change them.
func (b *bags) of(texts []string) [][]string {
	out := make([][]string, len(texts))
	missing := b.recall(texts, out)
	for _, i := range missing {
		// What is kept must not hold on to a text that this one was cut out of.
		kept := strings.Clone(texts[i])
		out[i] = bagOf(kept)
		b.keep(kept, out[i])
	}
	return out
}

// recall fills in the bags that are known, and gives the places of the others.
func (b *bags) recall(texts []string, out [][]string) (missing []int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for i, t := range texts {
		bag, known := b.now[t]
		if !known {
			if bag, known = b.old[t]; known {
				b.put(t, bag)
			}
		}
		if out[i] = bag; !known {
			missing = append(missing, i)
		}
	}
	return missing
}

func (b *bags) keep(t string, bag []string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.put(t, bag)
}

// put keeps a bag in the present generation; a full one becomes the old one.
func (b *bags) put(t string, bag []string) {
	size := 64 + 2*len(t) + 24*len(bag)
	if size > bagBytes/64 {
		return // a whole document, not what questions are compared with
	}
	if b.now == nil || b.bytes+size > bagBytes {
		b.now, b.old, b.bytes = map[string][]string{}, b.now, 0
	}
	if _, known := b.now[t]; !known {
		b.bytes += size
	}
	b.now[t] = bag
}

// bagOf are the distinct terms of a text.
func bagOf(s string) []string {
	terms := text.Terms(s)
	seen := make(map[string]bool, len(terms))
	out := terms[:0]
	for _, t := range terms {
		if !seen[t] {
			seen[t] = true
			out = append(out, t)
		}
	}
	return out
}
