package community

// seed is the random state of Youtu-GraphRAG's K-means; every other draw uses it too.
const seed = 42

// random is the splitmix64 generator: the same numbers on every machine.
type random uint64

// next returns 64 random bits.
func (r *random) next() uint64 {
	*r += 0x9e3779b97f4a7c15
	return mix(uint64(*r))
}

// below returns a number in [0, n). The bias of the remainder is below n/2^64.
func (r *random) below(n uint64) uint64 { return r.next() % n }

// mix scatters the bits of x (the finaliser of splitmix64).
func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
