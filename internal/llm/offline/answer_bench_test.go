package offline

import (
	"fmt"
	"strings"
	"testing"
)

// BenchmarkClause asks for who did a deed, of one long passage and of many: what it
// costs must grow with their length and not with its square.
func BenchmarkClause(b *testing.B) {
	for _, c := range []struct{ passages, sentences int }{{1, 125}, {1, 500}, {1, 1000}, {50, 100}} {
		passages := make([]Passage, c.passages)
		for i := range passages {
			var body strings.Builder
			for j := range c.sentences {
				fmt.Fprintf(&body, "Ann Lee repaired the pier number %d of the old harbour in the spring of 1871. ", i*c.sentences+j)
			}
			passages[i] = Passage{fmt.Sprint("Harbour ", i), body.String()}
		}
		k := New()
		q := k.Question("Who repaired the lighthouse in Port Hale?", "")
		b.Run(fmt.Sprintf("%dx%dKB", c.passages, len(passages[0].Text)/1024), func(b *testing.B) {
			for b.Loop() {
				k.Answer(q, passages)
			}
		})
	}
}
