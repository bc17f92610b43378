package eval

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"

	"grove/internal/disk"
	"grove/internal/eval/dataset"
	"grove/internal/fault"
)

// answersFile is the file of an agent's answers. They are appended one by one, so that a
// killed run loses at most one answer.
type answersFile struct {
	path string
	// rows are the answers by question id, without failed ones.
	rows map[string]Answered
	file *os.File
}

// openAnswers opens the file of an agent's answers in a folder. An incomplete last line
// and failures are dropped, so that these questions are asked again.
func openAnswers(dir, agent string, fits func(path string, row Answered) error) (*answersFile, error) {
	const op = "eval.openAnswers"
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, unwritable(op, dir, err)
	}
	a := &answersFile{path: filepath.Join(dir, agent+".jsonl"), rows: map[string]Answered{}}
	order, err := a.read(fits)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	for _, id := range order {
		if err := dataset.WriteLine(&b, a.rows[id]); err != nil {
			return nil, fault.Wrap(err, op, a.path)
		}
	}
	if err := disk.Replace(a.path, b.Bytes(), 0o644); err != nil {
		return nil, unwritable(op, a.path, err)
	}
	a.file, err = os.OpenFile(a.path, os.O_WRONLY|os.O_APPEND, 0o644)
	if err != nil {
		return nil, unwritable(op, a.path, err)
	}
	return a, nil
}

// read reads the answers of an earlier run and returns their ids in order.
func (a *answersFile) read(fits func(string, Answered) error) (order []string, err error) {
	raw, err := os.ReadFile(a.path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, unwritable("eval.openAnswers", a.path, err)
	}
	whole := raw[:bytes.LastIndexByte(raw, '\n')+1]
	err = dataset.DecodeLines(a.path, bytes.NewReader(whole), func(row Answered) error {
		if err := fits(a.path, row); err != nil {
			return err
		}
		if row.Error != "" {
			return nil
		}
		if _, again := a.rows[row.ID]; !again {
			order = append(order, row.ID)
		}
		a.rows[row.ID] = row
		return nil
	})
	return order, err
}

// add writes an answer.
func (a *answersFile) add(row Answered) error {
	return fault.Wrap(dataset.WriteLine(a.file, row), "eval.add", a.path)
}

// close closes the file; a second call does nothing.
func (a *answersFile) close() error {
	if a.file == nil {
		return nil
	}
	err := a.file.Close()
	a.file = nil
	return fault.Wrap(err, "eval.close", a.path)
}

func unwritable(op, item string, err error) error {
	return &fault.Error{Kind: fault.Invalid, Op: op, Item: item, Err: err, Hint: "use a writable folder"}
}
