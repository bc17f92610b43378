package alias

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"grove/internal/graph"
)

// crowd makes n names, a dozen a document: people by family name, with title,
// in full and with a middle name, and other things. Few families have many names.
func crowd(n int) []Profile {
	rnd := rand.New(rand.NewPCG(1, 1))
	syllables := strings.Fields("ka ri mo den sul ve tor an bel cho dra el fin gor ha is jo lum ne os")
	word := func(k int) string {
		var out strings.Builder
		for range k {
			out.WriteString(syllables[rnd.IntN(len(syllables))])
		}
		return out.String()
	}
	families, given := make([]string, max(1, n/20)), make([]string, 300)
	for i := range families {
		families[i] = word(3)
	}
	for i := range given {
		given[i] = word(2)
	}
	var out []Profile
	for i := range n {
		f, g := families[rnd.IntN(1+rnd.IntN(len(families)))], given[rnd.IntN(len(given))]
		name := []string{f, "Mr. " + f, g + " " + f, "Dr. " + g + " " + f, g + " " + word(2) + " " + f}[rnd.IntN(5)]
		p := named(name, []string{"Person", "Person", "Organization", "Location", ""}[rnd.IntN(5)], graph.ID(fmt.Sprint("d", i/12)))
		p.ID = graph.ID(fmt.Sprintf("k%08d", i))
		out = append(out, p)
	}
	return out
}

func BenchmarkNewSet(b *testing.B) {
	for _, n := range []int{10_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			profiles := crowd(n)
			for b.Loop() {
				NewSet(profiles, nil, nil)
			}
		})
	}
}
