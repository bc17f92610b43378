package community

import "sync"

// mostKept is the number of texts up to which vectors are kept; each takes about
// 200 bytes by the built-in embedder.
const mostKept = 100_000

// Vectors keeps the vectors of the names in a graph from one Detect to the next, so
// that only new names are embedded. It serves one embedder, and what it keeps
// changes no result. The zero Vectors keeps nothing yet. It is safe for concurrent
// use; of two Detects at once, one finds nothing.
type Vectors struct {
	mu   sync.Mutex
	last keptVectors
}

// keptVectors are quantised vectors by text.
type keptVectors struct {
	dim  int
	rows map[string]sparse
}

// take returns what is kept, once. A nil *Vectors keeps nothing.
func (v *Vectors) take() (last keptVectors) {
	if v == nil {
		return last
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	last, v.last = v.last, keptVectors{}
	return last
}

// keep keeps the vectors of a graph in the place of all others.
func (v *Vectors) keep(of *vectors, names, relations []string) {
	if v == nil || len(names)+len(relations) > mostKept {
		return
	}
	rows := make(map[string]sparse, len(names)+len(relations))
	for i, name := range names {
		rows[name] = of.names[i]
	}
	for i, name := range relations {
		rows[name] = of.relations[i]
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.last = keptVectors{of.dim, rows}
}
