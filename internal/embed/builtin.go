package embed

import (
	"context"
	"math"
	"unicode/utf8"

	"grove/internal/lists"
	"grove/internal/text"
)

// The shape of the built-in vectors.
const (
	builtinName = "builtin-1"
	builtinDim  = 512
	// gramRunes is the length of the pieces of words: three runes, the word's two
	// ends counting as one each.
	gramRunes = 3
	// termWeight is what a term counts; its pieces share gramWeight among them, in
	// the same whole-number units.
	termWeight = 64
	gramWeight = 48
	// grain is the number of steps from 0 to 1 of a component. Products of two
	// vectors are whole multiples of 1/grain², and all partial sums stay below 2^24
	// of them (Cauchy-Schwarz), so float32 adds them up exactly in any order.
	grain = 1024
)

// Builtin hashes the search terms of a text (Chinese by pairs of letters) and
// the pieces of each term into a vector. It knows no meaning, only shapes:
// inflections, compounds and misspellings come out near each other. The same
// text gives the same vector on every machine. The zero value is ready to use.
type Builtin struct{}

// Name returns the name of the built-in vectors, which changes when they do.
func (Builtin) Name() string { return builtinName }

// Dim returns the length of the built-in vectors.
func (Builtin) Dim() int { return builtinDim }

// Embed returns the vectors of the texts. It fails only when ctx ends.
func (Builtin) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	out := make([][]float32, len(texts))
	known := map[string][]feature{}
	for i, s := range texts {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		out[i] = hashed(s, known)
	}
	return out, nil
}

// feature is a component of the vector and what it is raised by.
type feature struct {
	at     int
	amount float64
}

// hashed returns the vector of a text. known has the features of terms seen before.
// A term that is repeated n times counts 1+ln(n) times, in steps of 1/16.
func hashed(s string, known map[string][]feature) []float32 {
	counts := map[string]int{}
	var order []string // sums of whole numbers are exact, but order costs nothing
	for _, t := range text.Terms(s) {
		if counts[t]++; counts[t] == 1 {
			order = append(order, t)
		}
	}
	var sum [builtinDim]float64
	for _, t := range order {
		features, ok := known[t]
		if !ok {
			features = featuresOf(t)
			known[t] = features
		}
		times := math.Round(16*(1+math.Log(float64(counts[t])))) / 16
		for _, f := range features {
			sum[f.at] += float64(f.amount * times)
		}
	}
	return quantised(sum[:])
}

// quantised returns a vector at unit length, each component a multiple of 1/grain.
func quantised(sum []float64) []float32 {
	squares := lists.Sum(sum, func(v float64) float64 { return float64(v * v) })
	out := make([]float32, len(sum))
	if squares == 0 {
		return out
	}
	length := math.Sqrt(squares)
	for i, v := range sum {
		if v != 0 { // most are 0
			out[i] = float32(math.Round(v/length*grain) / grain)
		}
	}
	return out
}

// featuresOf hashes a term and its pieces. Each hash gives a component and a sign.
func featuresOf(term string) []feature {
	if utf8.RuneCountInString(term) < gramRunes {
		return []feature{featureOf('t', []byte(term), termWeight)}
	}
	runes := []rune("<" + term + ">")
	pieces := len(runes) - gramRunes + 1
	out := make([]feature, 0, 1+pieces)
	out = append(out, featureOf('t', []byte(term), termWeight))
	amount := math.Round(gramWeight / math.Sqrt(float64(pieces)))
	var room [gramRunes * utf8.UTFMax]byte
	for i := range pieces {
		gram := room[:0]
		for _, r := range runes[i : i+gramRunes] {
			gram = utf8.AppendRune(gram, r)
		}
		out = append(out, featureOf('g', gram, amount))
	}
	return out
}

// The constants of FNV-1a of 64 bits, which is written out below: the package for
// it would make garbage of each piece of each word.
const (
	fnvBasis = 14695981039346656037
	fnvPrime = 1099511628211
)

func featureOf(kind byte, s []byte, amount float64) feature {
	bits := (uint64(fnvBasis) ^ uint64(kind)) * fnvPrime
	for _, c := range s {
		bits = (bits ^ uint64(c)) * fnvPrime
	}
	bits ^= bits >> 29 // FNV's low bits alone mix badly
	bits *= 0xbf58476d1ce4e5b9
	bits ^= bits >> 32
	if bits>>63 == 1 {
		amount = -amount
	}
	return feature{int(bits % builtinDim), amount}
}
