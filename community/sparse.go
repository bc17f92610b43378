package community

import "slices"

// sparse is a vector of whole numbers by those that are not 0, by ascending
// places. A name's built-in vector has some twenty of 512, that of an entity a
// hundred of 1,536.
type sparse []component

// component is a number and its place.
type component struct {
	at    uint16
	value int16
}

// maxDim is the largest dimension of embeddings: three side by side have places
// below 2^16.
const maxDim = 1 << 16 / 3

// addTo adds the vector to sum.
func (s sparse) addTo(sum []int64) {
	for _, c := range s {
		sum[c.at] += int64(c.value)
	}
}

// read writes the vector as floats, zeros too.
func (s sparse) read(out []float32) {
	clear(out)
	for _, c := range s {
		out[c.at] = float32(c.value)
	}
}

// square returns the vector's product with itself.
func (s sparse) square() int64 {
	square := int64(0)
	for _, c := range s {
		square += int64(c.value) * int64(c.value)
	}
	return square
}

// times returns the product with a vector that has all its numbers.
func (s sparse) times(whole []int32) int64 {
	product := int64(0)
	for _, c := range s {
		product += int64(c.value) * int64(whole[c.at])
	}
	return product
}

// timesSparse returns the product with another such vector.
func (s sparse) timesSparse(other sparse) int64 {
	product := int64(0)
	for len(s) > 0 && len(other) > 0 {
		switch {
		case s[0].at < other[0].at:
			s = s[1:]
		case s[0].at > other[0].at:
			other = other[1:]
		default:
			product += int64(s[0].value) * int64(other[0].value)
			s, other = s[1:], other[1:]
		}
	}
	return product
}

// sparseRows gathers vectors whose numbers share their room.
type sparseRows struct {
	sparse
	ends []int
}

// add puts a number that is not 0 at the end of the last row.
func (r *sparseRows) add(at int, value int16) {
	r.sparse = append(r.sparse, component{uint16(at), value})
}

// end ends the row.
func (r *sparseRows) end() { r.ends = append(r.ends, len(r.sparse)) }

// appendTo returns the rows, and is empty again.
func (r *sparseRows) appendTo(rows []sparse) []sparse {
	all, from := slices.Clone(r.sparse), 0
	for _, end := range r.ends {
		rows = append(rows, all[from:end:end])
		from = end
	}
	r.sparse, r.ends = r.sparse[:0], r.ends[:0]
	return rows
}
