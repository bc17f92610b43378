package dataset

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"grove/internal/fault"
	"grove/internal/load"
)

// The files of a folder in Grove's own shape.
const (
	// CorpusFile holds passages {id, title, text}.
	CorpusFile = "corpus.jsonl"
	// DocsFile holds long documents {id, title, lang, text}; it is read if there is no
	// CorpusFile.
	DocsFile = "docs.jsonl"
	// QuestionsFile holds the questions.
	QuestionsFile = "questions.jsonl"
)

// Read reads a set: a folder with CorpusFile or DocsFile and QuestionsFile, a folder of another published
// shape, or a file of JSON or JSON Lines. Errors name the file, the row and what is wrong.
func Read(path string) (Set, error) {
	const op = "dataset.Read"
	path, err := filepath.Abs(path)
	if err != nil {
		return Set{}, fault.Wrap(err, op, path)
	}
	info, err := os.Stat(path)
	if err != nil {
		return Set{}, fault.From(fault.Unreadable, op, path, err, "check the path")
	}
	base := filepath.Base(path)
	set := Set{Name: strings.TrimSuffix(base, filepath.Ext(base)), Unknown: map[string]int{}}
	read := readFile
	if info.IsDir() {
		set.Name, read = base, readFolder
	}
	if err := read(&set, path); err != nil {
		return Set{}, err
	}
	if len(set.Questions) == 0 {
		return Set{}, fault.New(fault.Unreadable, op, path, "there are no questions", "see `grove eval run --help` for the shapes")
	}
	set.Groups = slices.DeleteFunc(set.Groups, func(g Group) bool { return len(g.Questions) == 0 })
	return set, nil
}

// readFolder reads a set of several files.
func readFolder(set *Set, dir string) error {
	has := func(name string) bool { _, err := os.Stat(filepath.Join(dir, name)); return err == nil }
	for _, f := range folders {
		if !slices.ContainsFunc(f.files, func(name string) bool { return !has(name) }) {
			set.Shape = f.name
			return f.read(set, dir)
		}
	}
	return fault.New(fault.Unreadable, "dataset.Read", dir, "no file "+CorpusFile+" can be read there",
		"a data set is a folder with "+CorpusFile+" and "+QuestionsFile+", or a file of a published shape")
}

// readFile reads rows of one of the shapes.
func readFile(set *Set, path string) error {
	b := newBuilder(set)
	var found *shape
	return readRows(path, func(n int, raw json.RawMessage) error {
		var columns map[string]json.RawMessage
		if err := json.Unmarshal(raw, &columns); err != nil {
			return err
		}
		if found == nil {
			if found = recognise(columns); found == nil {
				return fmt.Errorf("no known shape has the columns %s", strings.Join(slices.Sorted(maps.Keys(columns)), ", "))
			}
			set.Shape, set.Form = found.name, found.form
		}
		for name := range columns {
			if !slices.Contains(found.needs, name) && !slices.Contains(found.may, name) && !found.open {
				set.Unknown[name]++
			}
		}
		for _, name := range found.needs {
			if _, ok := columns[name]; !ok {
				return fmt.Errorf("the column %q is missing, which the shape %s has", name, found.name)
			}
		}
		return found.read(b, n, raw)
	})
}

// readRows calls yield with each row of a JSON array, of JSON Lines, or with a single object, numbered
// from 1.
func readRows(path string, yield func(n int, raw json.RawMessage) error) error {
	const op = "dataset.Read"
	f, err := os.Open(path)
	if err != nil {
		return fault.From(fault.Unreadable, op, path, err, "check the path")
	}
	in := bufio.NewReader(io.LimitReader(f, load.DefaultMaxFile*16))
	if mark, _ := in.Peek(3); bytes.Equal(mark, []byte("\ufeff")) {
		_, _ = in.Discard(3)
	}
	d := json.NewDecoder(in)
	array := startsArray(in)
	n := 0
	fail := func(err error) error {
		return errors.Join(fault.From(fault.Unreadable, op, fmt.Sprintf("%s, row %d", path, n), err,
			"correct the row, or see `grove eval run --help` for the shapes"), f.Close())
	}
	if array {
		if _, err := d.Token(); err != nil {
			return fail(err)
		}
	}
	for d.More() {
		n++
		var raw json.RawMessage
		if err := d.Decode(&raw); err != nil {
			return fail(err)
		}
		if err := yield(n, raw); err != nil {
			return fail(err)
		}
	}
	return f.Close()
}

// eachRow calls yield with each row of a file of rows, decoded.
func eachRow[R any](path string, yield func(R) error) error {
	return readRows(path, func(_ int, raw json.RawMessage) error {
		var row R
		if err := json.Unmarshal(raw, &row); err != nil {
			return err
		}
		return yield(row)
	})
}

// startsArray reports whether the first byte that is not a space is "[", without reading it.
func startsArray(in *bufio.Reader) bool {
	for n := 1; n <= in.Size(); n++ {
		head, err := in.Peek(n)
		if err != nil {
			return false
		}
		if c := head[n-1]; c != ' ' && c != '\n' && c != '\r' && c != '\t' {
			return c == '['
		}
	}
	return false
}
