package run

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

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
	j.file, err = os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
	return j, unwritable(op, path, err)
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
	// ChunkTokens is the size of chunks that the documents were ingested with, 0 for the default: a folder holds answers of one.
	ChunkTokens int `json:"chunk_tokens,omitempty"`
}

// ManifestFile, SummaryFile, MarkdownFile and ReportFile are the names of the files of a run beside its answers.
const (
	ManifestFile = "run.json"
	SummaryFile  = "summary.json"
	MarkdownFile = "summary.md"
	ReportFile   = "report.html"
)

// record is run.json: the manifest, and how far the run is.
type record struct {
	Manifest
	// Started is the time of the first call, Systems are those of all calls.
	Started time.Time `json:"started"`
	Systems []System  `json:"systems"`
	// Finished is true if the report covers the answers of all calls.
	Finished bool `json:"finished"`
}

// claim notes in a folder that systems are asked; a folder of another set, or size of chunks, is fault.Invalid.
func (m Manifest) claim(dir string, systems []System) (record, error) {
	const op = "run.claim"
	path := filepath.Join(dir, ManifestFile)
	r := record{Started: time.Now().UTC()}
	raw, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return r, unwritable(op, path, err)
	default:
		if err := json.Unmarshal(raw, &r); err != nil {
			return r, fault.From(fault.Unreadable, op, path, err, "give another --name")
		}
		if r.Digest != m.Digest {
			return r, fault.New(fault.Invalid, op, dir, "the folder holds the run of another set, "+r.Dataset,
				"give another --name or --out")
		}
		if r.ChunkTokens != m.ChunkTokens {
			return r, fault.New(fault.Invalid, op, dir, "the folder holds a run with other chunks",
				fmt.Sprintf("give --chunk-tokens %d, or another --name or --out", r.ChunkTokens))
		}
	}
	r.Manifest, r.Finished = m, false
	for _, s := range systems {
		if !slices.ContainsFunc(r.Systems, func(old System) bool { return old.Name() == s.Name() }) {
			r.Systems = append(r.Systems, s)
		}
	}
	return r, r.write(dir)
}

func (r record) write(dir string) error {
	path := filepath.Join(dir, ManifestFile)
	raw, err := json.MarshalIndent(r, "", "  ")
	if err == nil {
		err = disk.Replace(path, append(raw, '\n'), 0o644)
	}
	return unwritable("run.claim", path, err)
}

func unwritable(op, item string, err error) error {
	return fault.From(fault.Invalid, op, item, err, "use a writable folder")
}
