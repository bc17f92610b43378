package goa

import (
	"math"
	"slices"

	"grove/internal/embed"
	"grove/internal/lists"
)

// The clusterings. None draws at random: all begin at the vectors that starts selects. Clusters
// have at least one member each and are in the order of their first members.
const (
	kMedoids = "k-medoids"
	kMeans   = "k-means"
	spectral = "spectral"
)

// maxIterations bounds the alternation of medoids and of means, and the power iteration of cuts.
const maxIterations = 100

// likeness returns the cosines of all pairs of unit vectors.
func likeness(vectors [][]float32) [][]float64 {
	like := square(len(vectors))
	for i := range like {
		for j := range like[i] {
			like[i][j] = embed.Dot(vectors[i], vectors[j])
		}
	}
	return like
}

// starts returns k members that most increase, one after the other, the similarity of all to
// their nearest one; ties go to the earlier.
func starts(like [][]float64, k int) (centres []int) {
	n := len(like)
	nearest := slices.Repeat([]float64{-1}, n)
	for range k {
		best, most := -1, 0.0
		for c := range n {
			gain := 0.0
			for i := range n {
				gain += max(like[c][i]-nearest[i], 0)
			}
			if !slices.Contains(centres, c) && (best < 0 || gain > most) {
				best, most = c, gain
			}
		}
		centres = append(centres, best)
		for i := range n {
			nearest[i] = max(nearest[i], like[best][i])
		}
	}
	return centres
}

// medoids returns k clusters by k-medoids: each cluster's medoid is chosen anew until none
// changes. Time: n*n*(k+iterations) similarities, for n up to some thousands.
func medoids(like [][]float64, k int) (groups [][]int) {
	centres := starts(like, k)
	for range maxIterations {
		groups = assign(like, centres)
		changed := false
		for g, members := range groups {
			if c := centre(like, members); c != centres[g] {
				centres[g], changed = c, true
			}
		}
		if !changed {
			break
		}
	}
	return inOrder(groups)
}

// assign returns the members of each centre's cluster; a centre is in its own.
func assign(like [][]float64, centres []int) [][]int {
	groups := make([][]int, len(centres))
	for i := range like {
		best := slices.Index(centres, i)
		if best < 0 {
			best = 0
			for g, c := range centres {
				if like[i][c] > like[i][centres[best]] {
					best = g
				}
			}
		}
		groups[best] = append(groups[best], i)
	}
	return groups
}

// centre returns the member most similar to all members.
func centre(like [][]float64, members []int) int {
	best, most := members[0], -1.0
	for _, c := range members {
		sum := lists.Sum(members, func(i int) float64 { return like[c][i] })
		if sum > most {
			best, most = c, sum
		}
	}
	return best
}

// means returns at most one cluster for each start by k-means (Lloyd): points go to the nearest
// mean, ties to the earlier, and means move until no point changes its cluster.
func means(points [][]float64, from []int) [][]int {
	centres := lists.Map(from, func(i int) []float64 { return slices.Clone(points[i]) })
	part := make([]int, len(points))
	for range maxIterations {
		changed := false
		for i, p := range points {
			best := part[i]
			for c := range centres {
				if away, least := distance(p, centres[c]), distance(p, centres[best]); away < least || away == least && c < best {
					best = c
				}
			}
			part[i], changed = best, changed || best != part[i]
		}
		if !changed {
			break
		}
		moveToMeans(centres, points, part)
	}
	groups := make([][]int, len(centres))
	for i, c := range part {
		groups[c] = append(groups[c], i)
	}
	return inOrder(slices.DeleteFunc(groups, func(g []int) bool { return len(g) == 0 }))
}

// moveToMeans moves each centre to the mean of its points; one without points stays.
func moveToMeans(centres, points [][]float64, part []int) {
	for c := range centres {
		sum, count := make([]float64, len(centres[c])), 0.0
		for i, p := range points {
			if part[i] == c {
				count++
				addTo(sum, p, 1)
			}
		}
		if count > 0 {
			for j := range sum {
				centres[c][j] = sum[j] / count
			}
		}
	}
}

// cuts returns at most k clusters by spectral clustering (Ng, Jordan and Weiss 2001): k-means of
// the rows of the k leading eigenvectors of the normalised similarities, negative ones as 0,
// each row scaled to length 1.
func cuts(like [][]float64, k int) [][]int {
	n := len(like)
	degree := make([]float64, n)
	for i := range like {
		for _, x := range like[i] {
			degree[i] += max(x, 0)
		}
	}
	normal := square(n)
	for i := range normal {
		for j := range normal[i] {
			if d := math.Sqrt(degree[i] * degree[j]); d > 0 {
				normal[i][j] = max(like[i][j], 0) / d
			}
		}
		normal[i][i]++ // no eigenvalue is negative, so that the leading ones are the largest
	}
	// Eigenvectors by orthogonal iteration, from the columns of the starts.
	vectors := lists.Map(starts(like, k), func(c int) []float64 { return slices.Clone(normal[c]) })
	for range maxIterations {
		vectors = lists.Map(vectors, func(v []float64) []float64 {
			return lists.Map(normal, func(row []float64) float64 { return dot(row, v) })
		})
		orthonormalise(vectors)
	}
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = lists.Map(vectors, func(v []float64) float64 { return v[i] })
		scale(rows[i])
	}
	near := square(n)
	for i := range near {
		near[i] = lists.Map(rows, func(row []float64) float64 { return dot(rows[i], row) })
	}
	return means(rows, starts(near, k))
}

// orthonormalise makes vectors orthogonal and of length 1 (modified Gram-Schmidt); what depends
// on those before becomes zero.
func orthonormalise(vectors [][]float64) {
	for i, v := range vectors {
		before := dot(v, v)
		for _, u := range vectors[:i] {
			addTo(v, u, -dot(u, v))
		}
		if dot(v, v) < 1e-20*before {
			clear(v)
		}
		scale(v)
	}
}

func square(n int) [][]float64 {
	out := make([][]float64, n)
	for i := range out {
		out[i] = make([]float64, n)
	}
	return out
}

func wide(vectors [][]float32) [][]float64 {
	return lists.Map(vectors, func(v []float32) []float64 { return lists.Map(v, func(x float32) float64 { return float64(x) }) })
}

func dot(a, b []float64) (sum float64) {
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}

func distance(a, b []float64) (sum float64) {
	for i := range a {
		sum += (a[i] - b[i]) * (a[i] - b[i])
	}
	return sum
}

// addTo adds factor times v to sum.
func addTo(sum, v []float64, factor float64) {
	for i := range sum {
		sum[i] += factor * v[i]
	}
}

// scale makes a vector's length 1, unless it is zero.
func scale(v []float64) {
	if length := math.Sqrt(dot(v, v)); length > 0 {
		for i := range v {
			v[i] /= length
		}
	}
}

func inOrder(groups [][]int) [][]int {
	slices.SortFunc(groups, func(a, b []int) int { return a[0] - b[0] })
	return groups
}
