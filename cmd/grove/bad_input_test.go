package main_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// itemError is one failed item as --json has it.
type itemError struct{ Item, Code, Message, Hint string }

// ingestion is what an ingest prints with --json, whether it ran or not.
type ingestion struct {
	Job                 string
	Documents           map[string]int
	Chunks, Quarantined int
	Stopped             *itemError
	Errors              []itemError
	Error               itemError
}

// TestBadFiles ingests one bad item beside a good one: the good one goes in,
// and the bad one is named with its cause and a remedy.
func TestBadFiles(t *testing.T) {
	text := func(body string) func(*testing.T, string) {
		return func(t *testing.T, path string) { write(t, path, body) }
	}
	random := make([]byte, 5000)
	source := rand.NewChaCha8([32]byte{})
	if _, err := source.Read(random); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, file, code, message string
		make                      func(t *testing.T, path string)
		args                      []string
	}{
		{name: "missing", file: "a.txt", code: "not_found", message: "no such file"},
		{name: "link to nothing", file: "a.txt", code: "not_found", message: "no such file", make: func(t *testing.T, path string) {
			must(t, os.Symlink("nowhere", path))
		}},
		{name: "path through a file", file: "a.txt/b.txt", code: "unreadable", message: "not a directory", make: func(t *testing.T, path string) {
			write(t, filepath.Dir(path), "x")
		}},
		{name: "pipe", file: "a.txt", code: "unreadable", message: "a pipe", make: func(t *testing.T, path string) {
			must(t, syscall.Mkfifo(path, 0o600))
		}},
		{name: "empty folder", file: "a.txt", code: "unreadable", message: "no file that can be read", make: func(t *testing.T, path string) {
			must(t, os.Mkdir(path, 0o755))
		}},
		{name: "empty", file: "a.txt", code: "unreadable", message: "empty", make: text("")},
		{name: "white space", file: "a.md", code: "unreadable", message: "empty", make: text(" \n\t\n")},
		{name: "random bytes", file: "a.txt", code: "unreadable", message: "binary", make: text(string(random))},
		{name: "zeroes", file: "a.txt", code: "unreadable", message: "binary", make: text(strings.Repeat("\x00", 5000))},
		{name: "a PDF", file: "a.txt", code: "unreadable", message: "a PDF", make: text("%PDF-1.7\nAhab")},
		{name: "an image as Markdown", file: "a.md", code: "unreadable", message: "an image", make: text("\x89PNG\r\n\x1a\n" + string(random))},
		{name: "half a JSON", file: "a.json", code: "unreadable", message: "ends too early", make: text(`[{"text": "Ahab`)},
		{name: "a JSON number", file: "a.json", code: "unreadable", message: "not an object", make: text("42")},
		{name: "a record without text", file: "a.json", code: "unreadable", message: "no text", make: text(`{"id": "x"}`)},
		{name: "larger than --max-file", file: "a.txt", code: "unreadable", message: "larger than 1000 bytes", args: []string{"--max-file", "1KB"},
			make: text(strings.Repeat("Ahab sails. ", 100))},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			bad, good, data := filepath.Join(dir, c.file), filepath.Join(dir, "good.txt"), filepath.Join(dir, "data")
			if c.make != nil {
				c.make(t, bad)
			}
			write(t, good, "Anna was born in Lisbon.")
			oneBadItem(t, bad, c.code, c.message, append(c.args, "--data", data), bad, good)
			human := run(t, append([]string{"ingest", bad, "--data", data}, c.args...)...)
			if human.code != 1 || !strings.Contains(human.err, c.message) || !strings.Contains(human.err, "hint: ") || crashed(human) {
				t.Errorf("alone: exit %d, %q", human.code, human.err)
			}
		})
	}
}

// oneBadItem ingests paths of which one item fails and one goes in.
func oneBadItem(t *testing.T, item, code, message string, args []string, paths ...string) {
	t.Helper()
	var got ingestion
	want(t, 3, &got, append(append([]string{"ingest"}, paths...), args...)...)
	if got.Documents["new"] != 1 || got.Documents["failed"] != 1 || len(got.Errors) != 1 {
		t.Fatalf("%+v", got)
	}
	if e := got.Errors[0]; e.Code != code || !strings.HasPrefix(e.Item, item) || !strings.Contains(e.Message, message) || e.Hint == "" {
		t.Errorf("error: %+v", e)
	}
}

// crashed tells a stack trace.
func crashed(r result) bool {
	return strings.Contains(r.out+r.err, "goroutine ") || strings.Contains(r.out+r.err, "panic:")
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// TestUnreadableFile ingests a file that its reader may not read.
func TestUnreadableFile(t *testing.T) {
	dir, err := os.MkdirTemp("", "grove-unreadable") // not below a folder of the test's user alone
	must(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	secret, good := filepath.Join(dir, "a.txt"), filepath.Join(dir, "good.txt")
	write(t, secret, "Ahab sails.")
	write(t, good, "Anna was born in Lisbon.")
	must(t, os.Chmod(secret, 0))
	must(t, os.Chmod(dir, 0o777))
	must(t, os.Chmod(filepath.Dir(binary), 0o755))
	cmd := command(t, nil, "ingest", secret, good, "--data", filepath.Join(dir, "data"), "--json", "--quiet")
	if os.Geteuid() == 0 { // who may read everything
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	}
	var out bytes.Buffer
	cmd.Stdout, cmd.Dir = &out, dir
	if err := cmd.Run(); cmd.ProcessState == nil {
		t.Fatal(err)
	}
	var got ingestion
	if err := json.Unmarshal(out.Bytes(), &got); err != nil {
		t.Fatalf("%v in %q", err, out.String())
	}
	if cmd.ProcessState.ExitCode() != 3 || got.Documents["new"] != 1 || len(got.Errors) != 1 || got.Errors[0].Code != "unreadable" ||
		got.Errors[0].Item != secret || got.Errors[0].Hint == "" {
		t.Errorf("exit %d, %+v", cmd.ProcessState.ExitCode(), got)
	}
}

// TestBadLines: of a file of JSON lines the good ones go in, and each bad one
// is named with its number.
func TestBadLines(t *testing.T) {
	for name, c := range map[string]struct {
		bad, message string
		args         []string
	}{
		"no JSON":              {"Ahab", "not valid JSON", nil},
		"half a record":        {`{"id": "x", "text": "Ahab`, "not valid JSON", nil},
		"a list":               {`["Ahab"]`, "not an object", nil},
		"null":                 {`null`, "null", nil},
		"no text":              {`{"id": "x"}`, "no text", nil},
		"an id given twice":    {`{"id": "a", "text": "Another text."}`, "line 2", nil},
		"larger than max-file": {`{"id": "x", "text": "` + strings.Repeat("Ahab sails. ", 200) + `"}`, "larger than 1024 bytes", []string{"--max-file", "1KiB"}},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			file := filepath.Join(dir, "r.jsonl")
			write(t, file, `{"id": "a", "text": "Anna was born in Lisbon."}`+"\n"+c.bad+"\n"+`{"id": "b", "text": "Boris was born in Turin."}`+"\n")
			var got ingestion
			want(t, 3, &got, append(c.args, "ingest", file, "--data", filepath.Join(dir, "data"))...)
			if got.Documents["new"] != 2 || len(got.Errors) != 1 || got.Errors[0].Item != file+":2" || got.Errors[0].Hint == "" ||
				!strings.Contains(got.Errors[0].Message, c.message) {
				t.Errorf("%+v", got)
			}
		})
	}
}

// TestOddButGood ingests what is odd but no mistake: it is kept as it is, is
// found by its name, and goes again without a trace.
func TestOddButGood(t *testing.T) {
	long := strings.Repeat("鲸", 5000)
	record := func(id, title, text string) string {
		raw, err := json.Marshal(map[string]string{"id": id, "title": title, "text": text})
		must(t, err)
		return string(raw)
	}
	hostile := "a\n\"'`\x00\x1b[31m}) DETACH DELETE n //"
	for _, c := range []struct{ name, file, body, id, text string }{
		{"newlines, quotes and control characters in a file's name", "a\n\"'`\x01\x7f $(x) MATCH (n).txt", "Anna was born in Lisbon.", "", "Anna was born in Lisbon."},
		{"a file's name that is not UTF-8", "n\xff.txt", "Anna was born in Lisbon.", "", "Anna was born in Lisbon."},
		{"a hostile id and title", "a.jsonl", record(hostile, hostile, "Anna was born in Lisbon."), hostile, "Anna was born in Lisbon."},
		{"an id and a title of 5,000 runes", "a.jsonl", record(long, long, "Anna was born in Lisbon."), long, "Anna was born in Lisbon."},
		{"a name of 5,000 runes in the text", "a.txt", "Anna met " + strings.Repeat("Longname", 625) + " in Lisbon.", "", "Anna met " + strings.Repeat("Longname", 625) + " in Lisbon."},
		{"bytes that are not UTF-8", "a.txt", "Anna \xff\xfe was born in Lisbon. Zoë was not.", "", ""},
		{"a line of 50 MB", "a.jsonl", `{"id": "x", "note": "` + strings.Repeat("x", 50<<20) + `", "text": "Anna was born in Lisbon."}`, "x", "Anna was born in Lisbon."},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			data, file := filepath.Join(dir, "data"), filepath.Join(dir, c.file)
			write(t, file, c.body)
			write(t, filepath.Join(dir, "other.txt"), "Boris was born in Turin.")
			var got ingestion
			want(t, 0, &got, "ingest", filepath.Join(dir, "other.txt"), "--data", data)
			before := export(t, data, dir, "before")
			want(t, 0, &got, "ingest", file, "--data", data)
			if got.Documents["new"] != 1 || len(got.Errors) != 0 {
				t.Fatalf("%+v", got)
			}
			want(t, 0, &got, "ingest", file, "--data", data)
			if got.Documents["unchanged"] != 1 {
				t.Errorf("a second time: %+v", got)
			}
			want(t, 0, &map[string]any{}, "verify", "--data", data)
			want(t, 0, &map[string]any{}, "ask", "Where was Anna born?", "--data", data)
			for _, args := range [][]string{{"documents", "list"}, {"search", "Anna"}, {"ask", "Where was Anna born?"}} {
				if r := run(t, append(args, "--data", data)...); r.code != 0 || strings.ContainsAny(r.out, "\x00\x01\x1b\x7f") {
					t.Errorf("%s: exit %d, %.300q", args[0], r.code, r.out)
				}
			}
			oddDocument(t, data, c.id, c.text)
			if after := export(t, data, dir, "after"); after != before {
				t.Error("ingested and deleted, it left a trace")
			}
		})
	}
}

// oddDocument finds the document that is not other.txt, by its source id where
// it has one, holds it to its text, and deletes it.
func oddDocument(t *testing.T, data, id, text string) {
	t.Helper()
	var list struct {
		Documents []struct{ ID, Source string }
	}
	want(t, 0, &list, "documents", "list", "--data", data)
	if len(list.Documents) != 2 {
		t.Fatalf("%d documents", len(list.Documents))
	}
	source := list.Documents[0].Source
	if source == "other.txt" {
		source = list.Documents[1].Source
	}
	name := []string{"--source", source}
	if id != "" && !strings.Contains(id, "\x00") { // which no argument can hold
		name = []string{"--source-id", id}
	}
	var shown struct {
		Documents []struct{ Chunks []struct{ Text string } }
	}
	if strings.Contains(source, "\x00") {
		name = []string{list.Documents[0].ID}
		if list.Documents[0].Source == "other.txt" {
			name[0] = list.Documents[1].ID
		}
	}
	want(t, 0, &shown, append([]string{"documents", "show", "--data", data}, name...)...)
	if len(shown.Documents) != 1 || len(shown.Documents[0].Chunks) != 1 || text != "" && shown.Documents[0].Chunks[0].Text != text {
		t.Errorf("shown: %.300s", fmt.Sprint(shown))
	}
	want(t, 0, &map[string]any{}, append([]string{"documents", "delete", "--data", data}, name...)...)
}
