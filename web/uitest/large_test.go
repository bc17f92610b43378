//go:build large

package uitest

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"grove/internal/app"
	"grove/internal/config"
	"grove/internal/graph"
	"grove/internal/text"
	"grove/schema"
)

// The size of the graph, and what the page may take for it.
// emulatedPage leaves the whole page to the emulation of a GPU, so that its own thread is as free as in a user's browser.
const emulatedPage = true

const (
	largeEntities  = 100_000
	largeRelations = 300_000
	villageSize    = 250 // entities that mostly know each other
	inVillage      = 0.9 // the share of relations that stay in one
	perDocument    = 150 // relations that a document states
	mostPaint      = 3 * time.Second
	mostBlocked    = 200 // milliseconds
	mostHeap       = 600 << 20
	mostDrawn      = 5000
)

// TestLarge opens a workspace of 100,000 entities and 300,000 relations: what is
// drawn, how long it takes, and what it costs are all bounded.
//
//	go test -tags large -run Large -v -timeout 60m ./web/uitest
func TestLarge(t *testing.T) {
	c := config.Default()
	c.Data, c.Workspace = t.TempDir(), workspace
	importLarge(t, c)
	h := newHouseOn(t, c)
	started := time.Now()
	h.call("GET", "/graph/overview", "", nil)
	t.Logf("the first overview took %v", time.Since(started))
	b := open(t, h, "/?workspace=default&open="+strings.Join(h.widest(), ","))
	b.watchThread()
	b.settled()
	paint := eval[float64](b, `performance.getEntriesByName("first-contentful-paint")[0].startTime`)
	drawn := eval[int](b, `Number(document.querySelector(".canvas-status").dataset.drawn)`)
	longest := eval[float64](b, "window.longestTask")
	heap := eval[float64](b, "performance.memory.usedJSHeapSize")
	t.Logf("first paint %.0f ms, drawn %d, longest task %.0f ms, heap %.0f MB", paint, drawn, longest, heap/(1<<20))
	t.Log(eval[string](b, `document.querySelector(".canvas-status").innerText`))
	if paint > float64(mostPaint.Milliseconds()) || drawn > mostDrawn || drawn < 500 || longest > mostBlocked || heap > mostHeap {
		t.Error("beyond the bounds")
	}
}

// watchThread has the page note its longest task, those before the call too.
func (b *browser) watchThread() {
	eval[bool](b, `(() => { window.longestTask = 0; new PerformanceObserver((l) => { for (const e of l.getEntries()) window.longestTask = Math.max(window.longestTask, e.duration); }).observe({ type: "longtask", buffered: true }); return true; })()`)
}

// widest are the communities of the overview and some below them, as many as give the
// page more to draw than it may.
func (h *house) widest() []string {
	h.Helper()
	var top struct{ Nodes []struct{ ID string } }
	h.call("GET", "/graph/overview?fit=true&limit=400", "", &top)
	open := []string{}
	for _, n := range top.Nodes[:min(20, len(top.Nodes))] {
		open = append(open, n.ID)
	}
	for _, n := range top.Nodes[:min(10, len(top.Nodes))] {
		var inside struct{ Children []struct{ ID string } }
		h.call("GET", "/communities/"+n.ID+"/graph", "", &inside)
		for _, c := range inside.Children[:min(3, len(inside.Children))] {
			open = append(open, c.ID)
		}
	}
	return open
}

// importLarge makes the workspace, with its communities.
func importLarge(t *testing.T, c config.Config) {
	t.Helper()
	file, err := os.Create(filepath.Join(t.TempDir(), "large.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	writeLarge(t, file)
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	a, err := app.Open(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	started := time.Now()
	if _, err := a.Jobs().Import(t.Context(), file, nil); err != nil {
		t.Fatal(err)
	}
	t.Logf("import took %v", time.Since(started))
	started = time.Now()
	if _, err := a.RebuildCommunities(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Logf("communities took %v", time.Since(started))
}

// largeName is the i-th name: four syllables.
func largeName(i int) string {
	const heads, tails = "bdfgklmnprstvz", "aeiou"
	var b strings.Builder
	for range 4 {
		b.WriteByte(heads[i%14])
		i /= 14
		b.WriteByte(tails[i%5])
		i /= 5
	}
	name := b.String()
	return strings.ToUpper(name[:1]) + name[1:]
}

// relation is a statement: head KNOWS tail.
type relation struct{ head, tail int }

// largeRelationsOf draws relations: each entity has one, most stay in their village.
func largeRelationsOf() []relation {
	random := rand.New(rand.NewPCG(7, 100_000))
	seen := map[relation]bool{}
	for i := 0; len(seen) < largeRelations; i++ {
		head := i % largeEntities
		tail := random.IntN(largeEntities)
		if random.Float64() < inVillage {
			tail = head/villageSize*villageSize + random.IntN(villageSize)
		}
		if tail != head && tail < largeEntities {
			seen[relation{head, tail}] = true
		}
	}
	all := make([]relation, 0, len(seen))
	for r := range seen {
		all = append(all, r)
	}
	slices.SortFunc(all, func(a, b relation) int {
		if a.head != b.head {
			return a.head - b.head
		}
		return a.tail - b.tail
	})
	return all
}

// object is a line of the export.
type object struct {
	id   graph.ID
	line []byte
}

// writeLarge writes the graph as an export has it.
func writeLarge(t *testing.T, to io.Writer) {
	t.Helper()
	kinds := map[string][]object{}
	put := func(kind string, id graph.ID, fields ...any) {
		var b strings.Builder
		fmt.Fprintf(&b, `{"kind":%q`, kind)
		for i := 0; i < len(fields); i += 2 {
			raw, err := json.Marshal(fields[i+1])
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&b, ",%q:%s", fields[i], raw)
		}
		b.WriteString("}\n")
		kinds[kind] = append(kinds[kind], object{id, []byte(b.String())})
	}
	type mention struct {
		Chunk       graph.ID `json:"chunk"`
		Start       int      `json:"start"`
		End         int      `json:"end"`
		In          string   `json:"in"`
		Surface     string   `json:"surface"`
		Count       int      `json:"count"`
		Type        string   `json:"type"`
		Description string   `json:"description"`
	}
	type statement struct {
		Chunk   graph.ID `json:"chunk"`
		Head    string   `json:"head"`
		Tail    string   `json:"tail"`
		Start   int      `json:"start"`
		End     int      `json:"end"`
		In      string   `json:"in"`
		Surface string   `json:"surface"`
		Count   int      `json:"count"`
	}
	mentions := make([][]mention, largeEntities)
	element := func(i int) graph.ID { return graph.KeyElementID(text.Normalise(largeName(i)), "") }
	for n, part := range slices.Collect(slices.Chunk(largeRelationsOf(), perDocument)) {
		source := fmt.Sprintf("large/%05d.txt", n)
		document := graph.DocumentID(source)
		var body strings.Builder
		for _, r := range part {
			fmt.Fprintf(&body, "%s knows %s.\n", largeName(r.head), largeName(r.tail))
		}
		runes := utf8.RuneCountInString(body.String())
		chunk := graph.ChunkID(document, body.String(), 0)
		put("document", document, "id", document, "source", source, "source_id", "", "title", "", "language", "en", "sha256", graph.Digest("", body.String()), "tokens", runes/4, "runes", runes, "tags", []string{})
		put("chunk", chunk, "id", chunk, "document", document, "index", 0, "start", 0, "end", runes, "text", body.String(), "tokens", runes/4, "page", "", "heading", "", "name", fmt.Sprintf("%05d.txt · 1", n))
		at := 0
		named := map[int]bool{}
		for _, r := range part {
			head, tail := largeName(r.head), largeName(r.tail)
			surface := head + " knows " + tail + "."
			id := graph.TripleID(element(r.head), "KNOWS", element(r.tail))
			put("triple", id, "id", id, "head", element(r.head), "relation", "KNOWS", "tail", element(r.tail), "name", head+" KNOWS "+tail, "support", 1,
				"evidence", []statement{{chunk, head, tail, at, at + len(surface), "text", surface, 1}})
			for _, m := range []struct{ who, start int }{{r.head, at}, {r.tail, at + len(head) + len(" knows ")}} {
				if !named[m.who] {
					named[m.who] = true
					name := largeName(m.who)
					mentions[m.who] = append(mentions[m.who], mention{chunk, m.start, m.start + len(name), "text", name, 1, "Person", ""})
				}
			}
			at += len(surface) + 1
		}
	}
	for i, of := range mentions {
		slices.SortFunc(of, func(a, b mention) int { return strings.Compare(string(a.Chunk), string(b.Chunk)) })
		name := largeName(i)
		put("key_element", element(i), "id", element(i), "norm", text.Normalise(name), "name", name, "aliases", []string{name}, "type", "Person", "description", "", "support", len(of), "evidence", of)
	}
	out := bufio.NewWriter(to)
	for _, kind := range []string{"document", "chunk", "key_element", "triple"} {
		slices.SortFunc(kinds[kind], func(a, b object) int { return strings.Compare(string(a.id), string(b.id)) })
		for _, o := range kinds[kind] {
			if _, err := out.Write(o.line); err != nil {
				t.Fatal(err)
			}
		}
	}
	if _, err := fmt.Fprintf(out, "{\"kind\":\"schema\",\"schema\":%s}\n", schema.General().Body()); err != nil {
		t.Fatal(err)
	}
	if err := out.Flush(); err != nil {
		t.Fatal(err)
	}
}
