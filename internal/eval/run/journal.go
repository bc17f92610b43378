package run

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"grove/internal/disk"
	"grove/internal/eval/dataset"
	"grove/internal/fault"
)

// journal is the file of a system's answers of one repetition. They are appended one by one, so that a
// killed run loses at most one answer.
type journal struct {
	path string
	// rows are the answers by question id; the last line of a question counts.
	rows map[string]Row
	mu   sync.Mutex
	file *os.File
}

// openJournal opens a file of answers. An incomplete last line is dropped.
func openJournal(path string) (*journal, error) {
	const op = "run.openJournal"
	j := &journal{path: path, rows: map[string]Row{}}
	raw, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, unwritable(op, path, err)
	}
	whole := raw[:bytes.LastIndexByte(raw, '\n')+1]
	if err := dataset.DecodeLines(path, bytes.NewReader(whole), func(r Row) error { j.rows[r.ID] = r; return nil }); err != nil {
		return nil, err
	}
	if len(whole) < len(raw) {
		if err := disk.Replace(path, whole, 0o644); err != nil {
			return nil, unwritable(op, path, err)
		}
	}
	if j.file, err = os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644); err != nil {
		return nil, unwritable(op, path, err)
	}
	return j, nil
}

// add writes an answer; it is safe for concurrent use.
func (j *journal) add(row Row) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if err := dataset.WriteLine(j.file, row); err != nil {
		return unwritable("run.add", j.path, err)
	}
	j.rows[row.ID] = row
	return nil
}

func (j *journal) close() error { return fault.Wrap(j.file.Close(), "run.close", j.path) }

// Manifest is run.json: what a folder of a run is about.
type Manifest struct {
	// Name is the name of the folder, Dataset that of the set, Shape its shape.
	Name    string       `json:"name"`
	Dataset string       `json:"dataset"`
	Shape   string       `json:"shape"`
	Form    dataset.Form `json:"form"`
	// Digest is a hash of the questions: a folder holds answers to one set.
	Digest string `json:"digest"`
}

// ManifestFile, SummaryFile, MarkdownFile and ReportFile are the names of the files of a run beside its answers.
const (
	ManifestFile = "run.json"
	SummaryFile  = "summary.json"
	MarkdownFile = "summary.md"
	ReportFile   = "report.html"
)

// claim writes the manifest of a folder; one of another set is fault.Invalid.
func (m Manifest) claim(dir string) error {
	const op = "run.claim"
	path := filepath.Join(dir, ManifestFile)
	raw, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		raw, err := json.MarshalIndent(m, "", "  ")
		if err != nil {
			return fault.Wrap(err, op, path)
		}
		return unwritable(op, path, disk.Replace(path, append(raw, '\n'), 0o644))
	case err != nil:
		return unwritable(op, path, err)
	}
	var old Manifest
	if err := json.Unmarshal(raw, &old); err != nil {
		return &fault.Error{Kind: fault.Unreadable, Op: op, Item: path, Err: err, Hint: "give another --name"}
	}
	if old.Digest != m.Digest {
		return fault.New(fault.Invalid, op, dir, "the folder holds the run of another set, "+old.Dataset, "give another --name or --out")
	}
	return nil
}

func unwritable(op, item string, err error) error {
	if err == nil {
		return nil
	}
	return &fault.Error{Kind: fault.Invalid, Op: op, Item: item, Err: err, Hint: "use a writable folder"}
}
