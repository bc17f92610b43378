package exchange

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/sqlite"
	"grove/internal/storetest"
)

const testSchema = `{"name":"test <&>"}`

func options() ImportOptions {
	return ImportOptions{Now: time.Unix(0, 0).UTC(), Schema: func(body []byte) (string, error) {
		if !bytes.HasPrefix(body, []byte(`{"name":`)) {
			return "", errors.New("not a schema")
		}
		return string(body), nil
	}}
}

// documents are small, and say odd things.
func testDocuments() []graph.Bundle {
	odd := "a\x00b\r\n`'\"\\ <&> 😀\u2028 亚哈"
	first := storetest.Bundle("voyage.txt", "Ahab at sea",
		storetest.Piece{
			Text: "Ahab commands Pequod. ", Heading: "I", Page: "iv",
			Mentions: []storetest.Named{{Surface: "Ahab", Type: "Person", Description: "a captain"},
				{Surface: "Ahab", Type: "Person", In: graph.InTitle}, {Surface: "Pequod"}},
			Facts:      []storetest.Said{{Text: "Ahab commands Pequod.", About: []string{"ahab", "pequod"}}, {Text: "No one knows."}},
			Attributes: []storetest.Has{{Entity: "pequod", Key: "kind", Value: "ship"}},
			Relations:  []storetest.Link{{Head: "ahab", Relation: "COMMANDS", Tail: "pequod", HeadText: "Ahab", TailText: "Pequod"}},
		},
		storetest.Piece{Text: "Ahab commands Pequod. "}, storetest.Piece{Text: "Ahab commands Pequod. ", Mentions: []storetest.Named{{Surface: "Ahab"}}})
	first.Document.SourceID, first.Document.Tags = "v1", []string{"author=Melville", "year=1851"}
	second := storetest.Bundle(odd, odd, storetest.Piece{
		Text: "x " + odd + " y", Heading: odd, Page: odd,
		Mentions: []storetest.Named{{Surface: odd, Norm: odd, Type: "人物", Description: odd}, {Surface: odd, Norm: odd, In: graph.InTitle},
			{Surface: "x", Norm: "ahab", Type: "Ship"}},
		Facts:      []storetest.Said{{Text: "Ahab commands Pequod", About: []string{odd}}},
		Attributes: []storetest.Has{{Entity: odd, Key: odd, Value: odd}},
		Relations:  []storetest.Link{{Head: odd, Relation: "指挥", Tail: "ahab", HeadText: odd, TailText: odd}},
	})
	return []graph.Bundle{first, second, storetest.Bundle("empty.txt", "")}
}

// exported fills a store with documents and gives its export.
func exported(tb testing.TB, bundles ...graph.Bundle) string {
	tb.Helper()
	store := storetest.Open(tb)
	if _, err := store.PutSchema(tb.Context(), testSchema); err != nil {
		tb.Fatal(err)
	}
	if _, err := store.Apply(tb.Context(), graph.Change{Add: bundles}); err != nil {
		tb.Fatal(err)
	}
	return export(tb, store)
}

func export(tb testing.TB, store graph.Reader) string {
	tb.Helper()
	var out bytes.Buffer
	if _, err := JSONL(tb.Context(), store, &out); err != nil {
		tb.Fatal(err)
	}
	return out.String()
}

func TestImportGivesTheSameBytes(t *testing.T) {
	file := exported(t, testDocuments()...)
	// With the first limit everything is held in memory, with the others each
	// record, or a few, are a temporary file.
	for _, most := range []int{spoolBytes, 1, 3000} {
		store := storetest.Open(t)
		report, err := newImporter(t.Context(), store, options(), most).run(strings.NewReader(file))
		if err != nil {
			t.Fatal(err)
		}
		if again := export(t, store); again != file {
			t.Errorf("most %d: exported again:\n%s\nwant\n%s", most, again, file)
		}
		want := Imported{Documents: 3, Chunks: 4, Facts: 2, KeyElements: 3, Attributes: 2, Triples: 2, Lines: 17}
		if report != want {
			t.Errorf("most %d: report %+v, want %+v", most, report, want)
		}
	}
	empty := storetest.Open(t)
	if report, err := Import(t.Context(), empty, strings.NewReader(""), options()); !fault.Is(err, fault.Unreadable) || !strings.Contains(err.Error(), "the file is empty") || report != (Imported{}) {
		t.Errorf("an empty file: %+v, %v", report, err)
	}
}

// TestImportRefuses changes one thing in a sound file. Nothing may be written,
// and the message must name the line.
func TestImportRefuses(t *testing.T) {
	file := exported(t, testDocuments()...)
	first := func(kind string) int {
		return strings.Count(file[:strings.Index(file, `{"kind":"`+kind+`"`)], "\n") + 1
	}
	edit := func(old, new string) string {
		if !strings.Contains(file, old) {
			t.Fatalf("the file has no %s", old)
		}
		return strings.Replace(file, old, new, 1)
	}
	without := func(n int) string {
		lines := strings.SplitAfter(file, "\n")
		return strings.Join(append(lines[:n-1:n-1], lines[n:]...), "")
	}
	swap := func(n int) string {
		lines := strings.SplitAfter(file, "\n")
		lines[n-1], lines[n] = lines[n], lines[n-1]
		return strings.Join(lines, "")
	}
	bare := func(n int) string {
		lines := strings.SplitAfter(file, "\n")
		thing, _, _ := strings.Cut(lines[n-1], `"evidence":`)
		lines[n-1] = thing + `"evidence":[]}` + "\n"
		return strings.Join(lines, "")
	}
	for _, c := range []struct{ name, file, problem string }{
		{"not JSON", "hello\n", "line 1"},
		{"a half line", file[:len(file)-1], "ends within the line"},
		{"cut at a line", file[:strings.LastIndex(file[:len(file)-1], "\n")+1], "cut short"},
		{"an unknown kind", edit(`"kind":"fact"`, `"kind":"rumour"`), "not a kind"},
		{"an unknown key", edit(`"support":`, `"colour":1,"support":`), "unknown field"},
		{"a key twice", edit(`"support":`, `"support":7,"support":`), "as an export writes it"},
		{"a missing key", edit(`"source_id":"v1",`, ``), "as an export writes it"},
		{"another order of keys", edit(`"source":"voyage.txt","source_id":"v1"`, `"source_id":"v1","source":"voyage.txt"`), "as an export writes it"},
		{"white space", edit(`"source_id":"v1"`, `"source_id": "v1"`), "as an export writes it"},
		{"a null list", edit(`"tags":["author=Melville","year=1851"]`, `"tags":null`), "null"},
		{"tags out of order", edit(`"author=Melville","year=1851"`, `"year=1851","author=Melville"`), "out of order"},
		{"a second value on a line", edit("}\n", "}{}\n"), "as an export writes it"},
		{"a document of another source", edit(`"source":"voyage.txt"`, `"source":"voyage2.txt"`), "not the id"},
		{"a document of another title", edit(`"title":"Ahab at sea"`, `"title":"Ahab on sea"`), "digest"},
		{"a document of another length", edit(`"runes":66`, `"runes":67`), "runes"},
		{"a document left out", without(strings.Count(file[:strings.Index(file, `"source":"voyage.txt"`)], "\n") + 1), "is not in the file"},
		{"a chunk left out", without(first("chunk")), ""},
		{"a line twice", edit("\n", "\n"+strings.SplitAfter(file, "\n")[0]), "each once"},
		{"lines out of order", swap(first("chunk")), "each once"},
		{"kinds out of order", swap(first("fact") - 1), "too late"},
		{"a chunk of another text", edit(`"text":"Ahab commands Pequod. "`, `"text":"Ahab commands Pequot. "`), ""},
		{"a chunk elsewhere", edit(`"start":22,"end":44`, `"start":23,"end":45`), "begins at"},
		{"a fact of another text", strings.ReplaceAll(file, `"text":"No one knows."`, `"text":"All know."`), "is not the id"},
		{"a fact about what is not mentioned", edit(`"about":[]`, `"about":["kaaaaaaaaaaaaaaaaaaaaaaaa"]`), "without mentioning it"},
		{"a count", edit(`"support":2`, `"support":3`), "does not follow"},
		{"an alias", edit(`"aliases":["Ahab",`, `"aliases":["Ahab","Ahub",`), "does not follow"},
		{"a caption", edit(`"name":"Pequod","aliases"`, `"name":"Pequot","aliases"`), "does not follow"},
		{"an id of a key element", edit(`"norm":"pequod"`, `"norm":"pequot"`), "not the id"},
		{"a quote beside its text", edit(`"start":14,"end":20,"in":"text","surface":"Pequod"`, `"start":13,"end":19,"in":"text","surface":"Pequod"`), "surface"},
		{"a quote outside the text", edit(`"start":14,"end":20,"in":"text","surface":"Pequod"`, `"start":14,"end":2000,"in":"text","surface":"Pequod"`), "outside"},
		{"a quote turned round", edit(`"start":14,"end":20,"in":"text","surface":"Pequod"`, `"start":20,"end":14,"in":"text","surface":"Pequod"`), "outside"},
		{"a quote of nowhere", edit(`"in":"text","surface":"Ahab commands Pequod. "`, `"in":"index","surface":"Ahab commands Pequod. "`), "neither"},
		{"a count of nothing", edit(`"surface":"Pequod","count":1`, `"surface":"Pequod","count":0`), ""},
		{"evidence of another chunk", edit(`"evidence":[{"chunk":"c`, `"evidence":[{"chunk":"x`), "is not in the file"},
		{"no evidence", bare(first("attribute")), "no evidence"},
		{"a relation that is no name", edit(`"relation":"COMMANDS"`, `"relation":"COMM ANDS"`), ""},
		{"a type that is no name", strings.ReplaceAll(file, `"type":"Person"`, `"type":"Per son"`), "cannot be the name"},
		{"no schema", edit(`"schema":{"name"`, `"schema":{"game"`), "not a schema"},
		{"two schemas", file + strings.SplitAfter(file, "\n")[16], "second schema"},
	} {
		t.Run(c.name, func(t *testing.T) {
			store := storetest.Open(t)
			_, err := Import(t.Context(), store, strings.NewReader(c.file), options())
			if !fault.Is(err, fault.Unreadable) || !strings.Contains(fmt.Sprint(err), c.problem) || !strings.Contains(fmt.Sprint(err), "line ") {
				t.Errorf("error %v, want one of a line with %q", err, c.problem)
			}
			if number, err := store.ChangeNumber(t.Context()); err != nil || number != 0 {
				t.Errorf("change number %d, %v: something was written", number, err)
			}
		})
	}
}

// failing is a store that is lost after some writes.
type failing struct {
	*sqlite.Store
	writes int
}

func (f *failing) Apply(ctx context.Context, change graph.Change) (graph.Applied, error) {
	if f.writes--; f.writes < 0 {
		return graph.Applied{}, &fault.Error{Kind: fault.Unavailable, Err: errors.New("the store is gone")}
	}
	return f.Store.Apply(ctx, change)
}

// many returns a document of so many chunks, each with mentions of its own.
func many(source string, chunks int) graph.Bundle {
	var pieces []storetest.Piece
	for i := range chunks {
		word := fmt.Sprintf("w%d ", i)
		p := storetest.Piece{Text: word}
		for j := range 50 {
			p.Mentions = append(p.Mentions, storetest.Named{Surface: word, Norm: fmt.Sprintf("%s %d %d", source, i%7, j)})
		}
		pieces = append(pieces, p)
	}
	return storetest.Bundle(source, "", pieces...)
}

// TestImportGoesOn loses the store after each number of writes, one of them in
// the midst of a large document.
func TestImportGoesOn(t *testing.T) {
	file := exported(t, append(testDocuments(), many("a", 150), many("b", 20), many("c", 20))...)
	for writes := range 3 {
		store := storetest.Open(t)
		_, err := Import(t.Context(), &failing{store, writes}, strings.NewReader(file), options())
		if !fault.Is(err, fault.Unavailable) {
			t.Fatalf("%d writes: error %v, want Unavailable", writes, err)
		}
		report, err := Import(t.Context(), store, strings.NewReader(file), options())
		if err != nil {
			t.Fatalf("after %d writes: %v", writes, err)
		}
		if report.Resumed != (writes > 0) {
			t.Errorf("after %d writes: resumed %v", writes, report.Resumed)
		}
		if export(t, store) != file {
			t.Errorf("after %d writes the export differs", writes)
		}
	}
}

func TestImportWantsAnEmptyWorkspace(t *testing.T) {
	documents := testDocuments()
	file := exported(t, documents...)
	ingested := storetest.Bundle("voyage.txt", "", storetest.Piece{Text: "Another text."})
	ofOrigin := documents[0] // storetest gives it an origin
	elsewhere := documents[1]
	elsewhere.Document.Origin, elsewhere.Evidence.Facts = "", nil
	stranger := storetest.Bundle("stranger.txt", "", storetest.Piece{Text: "Who?"})
	stranger.Document.Origin = ""
	for name, c := range map[string]struct {
		there graph.Bundle
		kind  fault.Kind
	}{
		"a document with another text":   {ingested, fault.Invalid},
		"an ingested document":           {ofOrigin, fault.Invalid},
		"a document that is not in it":   {stranger, fault.Invalid},
		"a document with other evidence": {elsewhere, fault.Corrupt},
	} {
		t.Run(name, func(t *testing.T) {
			store := storetest.Open(t)
			if _, err := store.Apply(t.Context(), graph.Change{Add: []graph.Bundle{c.there}}); err != nil {
				t.Fatal(err)
			}
			if _, err := Import(t.Context(), store, strings.NewReader(file), options()); !fault.Is(err, c.kind) {
				t.Errorf("error %v, want %s", err, c.kind)
			}
		})
	}
}

func TestImportIsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Import(ctx, storetest.Open(t), strings.NewReader(exported(t, testDocuments()...)), options()); !fault.Is(err, fault.Canceled) {
		t.Errorf("error %v, want Canceled", err)
	}
}

// golden is a canonical export, held so that the format cannot change unseen:
// `go test ./internal/exchange -update` writes it anew.
const golden = "testdata/export.jsonl"

var update = flag.Bool("update", false, "write the golden file anew")

func TestFormat(t *testing.T) {
	file := exported(t, testDocuments()...)
	if *update {
		if err := os.WriteFile(golden, []byte(file), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), file); diff != "" {
		t.Error(diff)
	}
}

// FuzzImport checks files of any kind: what is accepted is what an export writes.
func FuzzImport(f *testing.F) {
	file, err := os.ReadFile(golden)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(file)
	f.Add(bytes.ReplaceAll(file, []byte(`"start":14`), []byte(`"start":-14`)))
	f.Add([]byte("{\"kind\":\"schema\",\"schema\":{\"name\":1}}\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		im := newImporter(t.Context(), nil, options(), 1<<30)
		if im.read(bytes.NewReader(data)) != nil {
			return
		}
		if err := im.eachDocument(assembled.check); err != nil && !fault.Is(err, fault.Unreadable) {
			t.Error(err)
		}
		if len(data) > 0 && data[len(data)-1] != '\n' {
			t.Error("a file that is cut is accepted")
		}
	})
}
