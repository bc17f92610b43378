package bench

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"grove/internal/fault"
)

// twoTriangles are two communities with one edge between, in hostile names.
const twoTriangles = "a\tR\tb\nb\tR\tc\r\n\nc\tR\ta\n`x'\tR\t张三\n张三\tR\tz\nz\tR\t`x'\nc\tS\tz"

func writeTable(t *testing.T, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestCommunities(t *testing.T) {
	edges := writeTable(t, "g.tsv", twoTriangles)
	planted := writeTable(t, "p.tsv", "a\t1\nb\t1\nc\t1\n`x'\t2\n张三\t2\nz\t2\nlonely\t3\n")
	for _, method := range []string{"leiden", "structure", "paper", "embedding"} {
		b, err := Communities(t.Context(), edges, planted, method)
		if err != nil {
			t.Fatal(err)
		}
		if b.Method != method || b.Entities != 7 || b.Edges != 7 || b.Coverage != 1 || b.NMI == nil || b.PeakMB <= 0 {
			t.Errorf("%s: %+v", method, b)
		}
		if (method == "leiden" || method == "structure") && (b.Communities != 3 || *b.NMI != 1) {
			t.Errorf("%s: %d communities, NMI %v, want the 3 planted", method, b.Communities, *b.NMI)
		}
	}
	b, err := Communities(t.Context(), edges, "", "")
	if err != nil || b.NMI != nil || b.Entities != 6 {
		t.Errorf("without planted communities: %+v, %v", b, err)
	}
}

func TestCommunitiesRefuses(t *testing.T) {
	good := writeTable(t, "good.tsv", twoTriangles)
	for name, c := range map[string]struct {
		edges, planted, method string
		kind                   fault.Kind
		says                   string
	}{
		"fields":    {edges: "a\tR\tb\na\tb\n", kind: fault.Unreadable, says: "line 2: it has 2 fields, not 3"},
		"empty":     {edges: "a\tR\tb\n\na\t\tb\n", kind: fault.Unreadable, says: "line 3: its relation is empty"},
		"encoding":  {edges: "a\tR\t\xff\n", kind: fault.Unreadable, says: "line 1: it is not UTF-8"},
		"twice":     {planted: "a\t1\na\t2\n", kind: fault.Unreadable, says: `line 2: the entity "a" stands in two lines`},
		"no method": {method: "magic", kind: fault.Invalid, says: "magic"},
	} {
		t.Run(name, func(t *testing.T) {
			edges, planted := good, ""
			if c.edges != "" {
				edges = writeTable(t, "edges.tsv", c.edges)
			}
			if c.planted != "" {
				planted = writeTable(t, "planted.tsv", c.planted)
			}
			_, err := Communities(t.Context(), edges, planted, c.method)
			if !fault.Is(err, c.kind) || !strings.Contains(err.Error(), c.says) {
				t.Errorf("error %v, want one of kind %s that says %q", err, c.kind, c.says)
			}
		})
	}
	if _, err := Communities(t.Context(), filepath.Join(t.TempDir(), "none"), "", ""); !fault.Is(err, fault.Unreadable) {
		t.Errorf("a file that is not there: %v", err)
	}
}

// FuzzTables holds that any text is read or refused by line, and that what was
// read is a graph that can be divided.
func FuzzTables(f *testing.F) {
	f.Add(twoTriangles, "a\t1\nb\t2")
	f.Add("a\ta\ta\n\r\n", "\t\n")
	f.Add("\x00\t\x00\t\xff", "x\ty\tz")
	f.Fuzz(func(t *testing.T, edges, planted string) {
		rows, err := tableOf(strings.NewReader(edges), "head", "relation", "tail")
		if err != nil {
			if !fault.Is(err, fault.Unreadable) || !strings.Contains(err.Error(), "line ") {
				t.Fatalf("error %v names no line", err)
			}
			return
		}
		gold, err := tableOf(strings.NewReader(planted), "entity", "community")
		if err != nil {
			return
		}
		g, goldOf := graphOf(rows, gold)
		if len(goldOf) != len(gold) {
			t.Fatalf("%d planted entities of %d", len(goldOf), len(gold))
		}
		for i, triple := range g.Triples {
			got := []string{g.Names[triple.Head], triple.Relation, g.Names[triple.Tail]}
			if !slices.Equal(got, rows[i]) {
				t.Fatalf("edge %d became %q, was %q", i, got, rows[i])
			}
		}
	})
}
