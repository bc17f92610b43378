package main_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestDamagedIndex flips a bit of an index file before each command: the command says that it rebuilt
// the index, and its result is right.
func TestDamagedIndex(t *testing.T) {
	data, docs := t.TempDir(), t.TempDir()
	write(t, filepath.Join(docs, "harbour.md"), "# The harbour\n\nThe harbour of Velm was built by Orsa Tind in 1871.\n")
	write(t, filepath.Join(docs, "velm.txt"), "Velm is a town on the coast of Norrland.")
	if r := run(t, "ingest", docs, "--data", data); r.code != 0 {
		t.Fatal(r.err)
	}
	rnd := rand.New(rand.NewPCG(1, 2))
	files := 0
	for _, pattern := range []string{"root.bolt", "root.sum", "*.zap"} {
		for _, c := range []struct {
			shows string
			args  []string
		}{
			{"Orsa Tind", []string{"search", "who built the harbour"}},
			{"Orsa Tind", []string{"ask", "Who built the harbour of Velm?"}},
			{"2 unchanged", []string{"ingest", docs}},
		} {
			found, err := filepath.Glob(filepath.Join(data, "default", "index", pattern))
			if err != nil || len(found) == 0 {
				t.Fatalf("no %s: %v", pattern, err)
			}
			file := found[rnd.IntN(len(found))]
			body, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			body[rnd.IntN(len(body))] ^= 1 << rnd.IntN(8)
			write(t, file, string(body))
			files++
			r := run(t, append(c.args, "--data", data)...)
			if r.code != 0 || !strings.Contains(r.out, c.shows) || !strings.Contains(r.err, "the text index was made anew: it is damaged") {
				t.Errorf("%s after damage of %s: exit %d\n%s%s", c.args[0], filepath.Base(file), r.code, r.out, r.err)
			}
		}
	}
	if files != 9 {
		t.Errorf("%d files were damaged", files)
	}
}
