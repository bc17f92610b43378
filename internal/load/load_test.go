package load

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"grove/internal/fault"
)

// tree writes files into a new folder and gives its path.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, body := range files {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(body), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// walk collects what Walk yields.
func walk(t *testing.T, options Options, paths ...string) (records []Record, failed []error) {
	t.Helper()
	err := Walk(context.Background(), paths, options, func(r Record, err error) error {
		if err != nil {
			failed = append(failed, err)
			return nil
		}
		records = append(records, r)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return records, failed
}

// one returns the only record of a file with this name and body.
func one(t *testing.T, name, body string) Record {
	t.Helper()
	records, failed := walk(t, Options{}, filepath.Join(tree(t, map[string]string{name: body}), name))
	if len(records) != 1 || len(failed) != 0 {
		t.Fatalf("%d records, errors %v", len(records), failed)
	}
	return records[0]
}

func TestSourcesAndOrder(t *testing.T) {
	root := tree(t, map[string]string{
		"novels/b.txt": "b", "novels/a.md": "a", "novels/in/c.text": "c", "novels/.hidden.txt": "h", "novels/.git/x.txt": "h", "novels/p.png": "x",
		"novels/t.csv": "name,town\nAhab,Nantucket\n", "novels/u.tsv": "name\ttown\n",
		"novels/d.jsonl": `{"id": "r1", "text": "d"}` + "\n" + `{"text": "e"}`,
	})
	var skipped []string
	records, failed := walk(t, Options{Skipped: func(path, _ string) { skipped = append(skipped, filepath.Base(path)) }}, filepath.Join(root, "novels")+"/")
	var sources []string
	for _, r := range records {
		sources = append(sources, r.Source)
		if want := filepath.Join(root, filepath.FromSlash(r.Source)); r.Origin != want {
			t.Errorf("origin %q, want %q", r.Origin, want)
		}
	}
	want := []string{"novels/a.md", "novels/b.txt", "novels/d.jsonl#r1", "novels/d.jsonl#3aea06f064eed078", "novels/in/c.text", "novels/t.csv", "novels/u.tsv"}
	if diff := cmp.Diff(want, sources); diff != "" || len(failed) > 0 {
		t.Fatal(diff, failed)
	}
	if diff := cmp.Diff([]string{".git", ".hidden.txt", "p.png"}, skipped); diff != "" {
		t.Fatal(diff)
	}
	file := filepath.Join(root, "novels", "b.txt")
	for _, c := range []struct {
		options Options
		want    string
	}{{Options{}, "b.txt"}, {Options{Source: "S"}, "S"}, {Options{Collection: "N"}, "N/b.txt"}, {Options{Source: "S", Collection: "N"}, "N/S"}} {
		if records, _ := walk(t, c.options, file); len(records) != 1 || records[0].Source != c.want {
			t.Errorf("%+v gives %+v, want %s", c.options, records, c.want)
		}
	}
	t.Chdir(filepath.Join(root, "novels", "in"))
	if records, _ := walk(t, Options{}, "."); len(records) != 1 || records[0].Source != "in/c.text" {
		t.Errorf("the folder . gives %+v", records)
	}
}

func TestTextIsKeptExactly(t *testing.T) {
	const odd = " \r\n\ra\x00b\t😀\u2028\n\n"
	for _, name := range []string{"a.txt", "a.MD"} {
		if r := one(t, name, odd); r.Text != odd || r.Invalid != 0 {
			t.Errorf("%s: %q", name, r.Text)
		}
	}
	if r := one(t, "a.txt", "\ufeffx\ufeff"); r.Text != "x\ufeff" {
		t.Errorf("byte order mark: %q", r.Text)
	}
	if r := one(t, "a.txt", "a\xff\xe4\xb8b"); r.Text != "a\uFFFD\uFFFD\uFFFDb" || r.Invalid != 3 {
		t.Errorf("invalid bytes: %q, %d", r.Text, r.Invalid)
	}
	if r := one(t, "a.jsonl", `{"text": "a\u0000\r\ud83d\ude00`+"\xff"+`", "title": "T"}`); r.Text != "a\x00\r😀\uFFFD" || r.Invalid != 1 || r.Title != "T" {
		t.Errorf("JSON: %+v", r)
	}
}

func TestRecordShapes(t *testing.T) {
	for body, want := range map[string]Record{
		`{"id": "p1", "title": "T", "text": "x"}`:                           {SourceID: "p1", Title: "T", Text: "x"},
		`{"_id": 7, "name": "N", "passage": "x", "lang": "en"}`:             {SourceID: "7", Title: "N", Text: "x"},
		`{"doc_id": "d", "title": null, "content": "x"}`:                    {SourceID: "d", Text: "x"},
		`{"id": 12345678901234567890, "title": "T", "text": ["A.", " B."]}`: {SourceID: "12345678901234567890", Title: "T", Text: "A. B."},
		`{"id": "i", "context": ["A.", "B.", ""]}`:                          {SourceID: "i", Text: "A. B."},
		`[{"id": "l", "body": "x"}]`:                                        {SourceID: "l", Text: "x"},
	} {
		got := one(t, "a.json", body)
		want.Source, want.Origin, want.Encoding = "a.json#"+want.SourceID, got.Origin, "utf-8"
		if !strings.HasSuffix(got.Origin, "/a.json#"+want.SourceID) {
			t.Errorf("origin %q", got.Origin)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", body, diff)
		}
	}
}

func TestTitles(t *testing.T) {
	for _, c := range []struct{ name, body, want string }{
		{"a.txt", "The Project Gutenberg eBook\r\n\r\nTitle: Moby Dick;\r\n       or, The Whale\r\n\r\nAuthor: x", "Moby Dick; or, The Whale"},
		{"a.txt", "Moby Dick\n\nby x", ""},
		{"a.txt", strings.Repeat("é", 2000) + "\nTitle: X", ""},
		{"a.md", "---\ntitle: \"A trip: Oslo\"\nauthor: Ann Reed\n---\n# Next", "A trip: Oslo"},
		{"a.md", "---\ntitle: |-\n  A trip\n---\n# Next", "Next"},
		{"a.md", "---\ntitle: null\n---\n# Next", "Next"},
		{"a.md", "---\ntitle: What is \"love\" # a question\n---\n# Next", "What is \"love\""},
		{"a.md", "intro\n\nThe *Big* `One`\n===\n\n# Next", "The Big One"},
		{"a.md", "no heading", ""},
	} {
		if got := one(t, c.name, c.body).Title; got != c.want {
			t.Errorf("%.30q: title %q, want %q", c.body, got, c.want)
		}
	}
}

func TestHeadings(t *testing.T) {
	const body = "---\ntitle: X\n---\n人 intro\r\n\r\n## One [link](u) #\r\n\n```\n# no heading\n```\n\nTwo\n---\n#\n  ### Three\n"
	r := one(t, "a.md", body)
	var got []string
	for _, h := range r.Headings {
		got = append(got, h.Text)
		line := strings.TrimSpace(strings.SplitN(string([]rune(body)[h.Start:]), "\n", 2)[0])
		if !strings.Contains(line, strings.Fields(h.Text)[0]) {
			t.Errorf("heading %q begins at %q", h.Text, line)
		}
	}
	if diff := cmp.Diff([]string{"One link", "Two", "Three"}, got); diff != "" {
		t.Fatal(diff)
	}
}

// TestHostileMarkdown parses texts that cost Markdown parsers quadratic time.
func TestHostileMarkdown(t *testing.T) {
	const n = 50_000
	for _, piece := range []string{"> ", "1. ", "- ", "[", "![](", "[a](", "*a ", "`", "<", "# a\n", "[a]: b\n"} {
		start := time.Now()
		headings(strings.Repeat(piece, n))
		if took := time.Since(start); took > 10*time.Second {
			t.Errorf("%d times %q took %v", n, piece, took)
		}
	}
	if got := headings(strings.Repeat("> ", n) + "\n\n# One\n\n# " + strings.Repeat("鲸", 5000)); len(got) != 2 || got[0].Text != "One" ||
		got[0].Start != 2*n+2 || utf8.RuneCountInString(got[1].Text) != MaxHeading {
		t.Errorf("%+v", got)
	}
}

func TestErrorsNameTheItem(t *testing.T) {
	root := tree(t, map[string]string{
		"empty.txt": "", "bom.txt": "\ufeff", "bin.txt": strings.Repeat("\x00\x01ab", 100), "tiny.txt": "BM\x00\x00\x01 six", "random.txt": "\x81\x02\x9f\xe5\x03\xf9 abc", "blank.txt": " \r\n\t", "image.png": "\x89PNG\r\n\x1a\n\x00", "doc.txt": "%PDF-1.7\n", "zip.jsonl": "PK\x03\x04",
		"bad.json": "{\n\"text\": oops}", "two.json": `{"text":"x"} {"text":"y"}`, "cut.json": `[{"text":"x"},`, "none.json": `{"title":"x"}`,
		"list.json": `["x"]`, "blank.jsonl": "\n \n", "folder/p.png": "x", "large.txt": strings.Repeat("x", 100_001), "num.json": `{"text": 3}`, "null.json": "null",
		"space.json": `{"text": " \n"}`, "deep.json": `{"a":` + strings.Repeat("[", 20000),
	})
	for name, want := range map[string]struct {
		kind fault.Kind
		says string
	}{
		"gone.txt":    {fault.NotFound, "no such file"},
		"empty.txt":   {fault.Unreadable, "empty"},
		"bom.txt":     {fault.Unreadable, "empty"},
		"bin.txt":     {fault.Unreadable, "binary"},
		"tiny.txt":    {fault.Unreadable, "binary"},
		"random.txt":  {fault.Unreadable, "binary"},
		"blank.txt":   {fault.Unreadable, "empty"},
		"image.png":   {fault.Unreadable, "an image"},
		"doc.txt":     {fault.Unreadable, "a PDF"},
		"zip.jsonl":   {fault.Unreadable, "a ZIP"},
		"space.json":  {fault.Unreadable, "is empty"},
		"deep.json":   {fault.Unreadable, "max depth"},
		"bad.json":    {fault.Unreadable, "line 2"},
		"two.json":    {fault.Unreadable, "something follows"},
		"cut.json":    {fault.Unreadable, "too early"},
		"none.json":   {fault.Unreadable, "no text"},
		"list.json":   {fault.Unreadable, "JSON string"},
		"blank.jsonl": {fault.Unreadable, "empty"},
		"folder":      {fault.Unreadable, "no file"},
		"large.txt":   {fault.Unreadable, "larger than"},
		"num.json":    {fault.Unreadable, "neither a string"},
		"null.json":   {fault.Unreadable, "null"},
	} {
		_, failed := walk(t, Options{MaxFile: 100_000}, filepath.Join(root, name))
		if len(failed) != 1 {
			t.Errorf("%s: errors %v", name, failed)
			continue
		}
		if err := failed[0]; !fault.Is(err, want.kind) || !strings.Contains(err.Error(), want.says) || !strings.Contains(fault.Item(err), name) {
			t.Errorf("%s: %s %v", name, fault.KindOf(err), err)
		}
	}
}

// TestConverterInHint: a file of a known kind is refused with the hint to what converts it, whatever way it comes.
func TestConverterInHint(t *testing.T) {
	_, failed := walk(t, Options{}, filepath.Join(tree(t, map[string]string{"scan.txt": "%PDF-1.7\n"}), "scan.txt"))
	if len(failed) != 1 || !strings.Contains(fault.Hint(failed[0]), "as by pdftotext FILE.pdf") {
		t.Errorf("errors %v, hints %q", failed, fault.Hint(errors.Join(failed...)))
	}
}

func TestBadLineLeavesTheOthers(t *testing.T) {
	long := `{"id":"long","text":"` + strings.Repeat("x", 600<<10) + `"}`
	root := tree(t, map[string]string{"a.jsonl": "\ufeff" + `{"id":"1","text":"x"}` + "\r\n\n{oops\n" + long + "\n" +
		strings.Repeat(" ", 1<<20) + "\n" + `{"id":"2","text":"y"}`})
	records, failed := walk(t, Options{MaxFile: 1 << 20}, filepath.Join(root, "a.jsonl"))
	var ids []string
	for _, r := range records {
		ids = append(ids, r.SourceID)
	}
	if diff := cmp.Diff([]string{"1", "long", "2"}, ids); diff != "" {
		t.Fatal(diff)
	}
	if len(failed) != 2 || !strings.HasSuffix(fault.Item(failed[0]), "a.jsonl:3") || !strings.HasSuffix(fault.Item(failed[1]), "a.jsonl:5") {
		t.Fatal(failed)
	}
}

func TestWalkEndsWithYieldAndContext(t *testing.T) {
	root := tree(t, map[string]string{"a.jsonl": `{"text":"x"}` + "\n" + `{"text":"y"}`, "b.txt": "z"})
	stop, n := errors.New("stop"), 0
	err := Walk(context.Background(), []string{root}, Options{}, func(Record, error) error { n++; return stop })
	if !errors.Is(err, stop) || n != 1 {
		t.Fatal(err, n)
	}
	ctx, cancel := context.WithCancel(context.Background())
	err = Walk(ctx, []string{root}, Options{}, func(Record, error) error { cancel(); return nil })
	if !errors.Is(err, context.Canceled) || !fault.Is(err, fault.Canceled) {
		t.Fatal(err)
	}
	for _, c := range []struct {
		paths   []string
		options Options
	}{{nil, Options{}}, {[]string{"a", "b"}, Options{Source: "S"}}, {[]string{root}, Options{Source: "S"}}} {
		if err := Walk(context.Background(), c.paths, c.options, func(Record, error) error { return nil }); !fault.Is(err, fault.Invalid) {
			t.Errorf("%v: %v", c, err)
		}
	}
}

func FuzzParseRecord(f *testing.F) {
	for _, s := range []string{`{"text":"x"}`, `{"text":["a","b"],"id":1e3}`, `{"text":"\ud800"}`, `{"text":"` + "\xff" + `"}`, "null", "[", `{"id":{},"text":"x"}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		r, err := parseRecord(raw)
		if err == nil && (r.Text == "" || !utf8.ValidString(r.Text+r.Title+r.SourceID)) {
			t.Fatalf("%q gives %+v", raw, r)
		}
	})
}

func FuzzHeadings(f *testing.F) {
	f.Add("---\na: b\n---\n# 人\n\nx\n===\n")
	f.Fuzz(func(t *testing.T, s string) {
		s = strings.ToValidUTF8(s, "\uFFFD")
		at := 0
		for _, h := range headings(s) {
			if h.Start < at || h.Start >= utf8.RuneCountInString(s) || h.Text == "" || !utf8.ValidString(h.Text) {
				t.Fatalf("heading %+v of %q", h, s)
			}
			at = h.Start
		}
	})
}
