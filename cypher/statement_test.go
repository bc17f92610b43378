package cypher

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"grove/internal/lists"
)

func TestBrowserKeepsEveryValueOnItsLine(t *testing.T) {
	st := Statement{"RETURN $a", map[string]any{"b": []string{hostile, ""}, "a": hostile, "in": map[string]any{"x`y": nil, "n": -1, "t": true},
		"at": time.Date(2026, 11, 21, 5, 0, 0, 0, time.UTC), "c": []int64{1, 2}}}
	const name = `'it\'s \\\' ` + "`x`" + `") // \n MATCH (n) DETACH DELETE n \u2028 \u0000 亚哈 𝔸'`
	want := ":param a => " + name + ";\n" +
		":param at => datetime('2026-11-21T05:00:00Z');\n" +
		":param b => [" + name + ", ''];\n" +
		":param c => [1, 2];\n" +
		":param `in` => {n: -1, t: true, `x``y`: null};\n" +
		"RETURN $a;\n"
	if d := cmp.Diff(want, st.Browser()); d != "" {
		t.Fatal(d)
	}
}

// literals are strings that try to leave a literal.
func literals() []string {
	list := []string{hostile, `\u0027`, `\\u0027`, `\`, `\\`, "'", `\'`, "''", `" + 'x`, "`", "\u2029", "\ufeff", "\u202e", "\x7f", "\r\n", "/* */", "//", "$a", ":param"}
	random := rand.New(rand.NewPCG(1, 2))
	alphabet := []string{`\`, `'`, `"`, "`", "u", "0027", "\n", "\r", "\x00", " ", "亚", "𝔸", "//", "/*", "*/", "$", "{", "}", ";", "\u2028", "\u00a0"}
	for range 200 {
		var b strings.Builder
		for range random.IntN(12) {
			b.WriteString(alphabet[random.IntN(len(alphabet))])
		}
		list = append(list, b.String())
	}
	return list
}

// TestLiteralsReadBack has the server read each literal: what comes back is the
// value, so nothing left it.
func TestLiteralsReadBack(t *testing.T) {
	s := open(t)
	var b strings.Builder
	list := literals()
	writeLiteral(&b, list)
	got, err := read(t.Context(), s, "test", Statement{Text: "RETURN " + b.String() + " AS list"}, func(r row) []string { return r.texts("list") })
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([][]string{list}, got); d != "" {
		t.Fatalf("(-value +read back)\n%s", d)
	}
}

// FuzzLiteral holds the one rule of a literal without a server: read by the
// language's own escapes, it is one string that ends at its last character.
func FuzzLiteral(f *testing.F) {
	for _, s := range literals() {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var b strings.Builder
		writeString(&b, s)
		text := b.String()
		if strings.ContainsAny(text, "\n\r\x00") {
			t.Fatalf("%q breaks its line", text)
		}
		inside := text[1 : len(text)-1]
		for i := 0; i < len(inside); i++ {
			switch inside[i] {
			case '\\':
				i++
				if i == len(inside) {
					t.Fatalf("%q escapes its own end", text)
				}
			case '\'':
				t.Fatalf("%q ends early", text)
			}
		}
	})
}

// TestNoOperationScans plans every statement: none may look at all nodes, all
// of a label or all of an index. The planner knows of many nodes in each index: of an empty one a scan is as cheap as a look-up.
func TestNoOperationScans(t *testing.T) {
	s := open(t)
	session := s.driver.NewSession(t.Context(), neo4j.SessionConfig{})
	defer session.Close(t.Context())
	statistics := lists.Map(structuralLabels[:len(structuralLabels)-1], func(label string) string { // a workspace has one node of its own
		return "UNWIND range(1, 1000) AS i CREATE (:" + label + " {workspace: $workspace, key: $prefix + toString(i), changed: i})"
	})
	for _, statement := range append(statistics, "CALL db.prepareForReplanning()") {
		result, err := session.Run(t.Context(), statement, map[string]any{"workspace": string(s.workspace), "prefix": s.workspace.key("")})
		if err == nil {
			_, err = result.Consume(t.Context())
		}
		if err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	statements := map[string]Statement{"drop": renderDrop(s.workspace, "Chunk")}
	for name, query := range reads() {
		st, err := Render(string(s.workspace), query)
		if err != nil {
			t.Fatal(err)
		}
		statements[name] = st
	}
	for i, st := range writes(t) {
		statements[fmt.Sprint("write ", i)] = st
	}
	for name, st := range statements {
		plan, err := explain(t.Context(), s, st)
		if err != nil {
			t.Fatalf("%s: %v\n%s", name, err, st.Text)
		}
		if strings.Contains(plan, "Scan") || !strings.Contains(plan, "IndexSeek") {
			t.Errorf("%s: %s\n%s", name, plan, st.Text)
		}
	}
}

// explain returns the server's plan for a statement as text.
func explain(ctx context.Context, s *Store, st Statement) (string, error) {
	session := s.driver.NewSession(ctx, neo4j.SessionConfig{})
	defer session.Close(ctx)
	result, err := session.Run(ctx, "EXPLAIN "+st.Text, st.Params)
	if err != nil {
		return "", err
	}
	summary, err := result.Consume(ctx)
	if err != nil {
		return "", err
	}
	return fmt.Sprint(summary.Plan().Arguments()["string-representation"]), nil
}
