package community

import "slices"

// sparse is a vector of whole numbers by those that are not 0: at has their
// places, ascending. A name's built-in vector has some twenty of 512, that of an
// entity a hundred of 1,536.
type sparse struct {
	at    []uint16
	value []int16
}

// maxDim is the largest dimension of embeddings: three side by side have places
// below 2^16.
const maxDim = 1 << 16 / 3

// addTo adds the vector to sum.
func (s sparse) addTo(sum []int64) {
	for i, at := range s.at {
		sum[at] += int64(s.value[i])
	}
}

// read writes the vector as floats, zeros too.
func (s sparse) read(out []float32) {
	clear(out)
	for i, at := range s.at {
		out[at] = float32(s.value[i])
	}
}

// square is the vector's product with itself.
func (s sparse) square() int64 {
	square := int64(0)
	for _, x := range s.value {
		square += int64(x) * int64(x)
	}
	return square
}

// sparseRows gathers vectors whose numbers share their room.
type sparseRows struct {
	sparse
	ends []int
}

// add puts a number that is not 0 at the end of the last row.
func (r *sparseRows) add(at int, value int16) {
	r.at, r.value = append(r.at, uint16(at)), append(r.value, value)
}

// end ends the row.
func (r *sparseRows) end() { r.ends = append(r.ends, len(r.at)) }

// appendTo gives the rows, and is empty again.
func (r *sparseRows) appendTo(rows []sparse) []sparse {
	at, value, from := slices.Clone(r.at), slices.Clone(r.value), 0
	for _, end := range r.ends {
		rows = append(rows, sparse{at[from:end:end], value[from:end:end]})
		from = end
	}
	r.at, r.value, r.ends = r.at[:0], r.value[:0], r.ends[:0]
	return rows
}
