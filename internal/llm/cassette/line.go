package cassette

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"grove/internal/disk"
	"grove/internal/fault"
	"grove/internal/llm"
	"grove/internal/text"
)

// line is one recorded call.
type line struct {
	Name     string        `json:"name"`
	Key      string        `json:"key"`
	Model    string        `json:"model"`
	Messages []llm.Message `json:"messages"`
	Reply    *llm.Reply    `json:"reply,omitempty"`
	Error    *failure      `json:"error,omitempty"`
}

type failure struct {
	Kind    fault.Kind `json:"kind"`
	Message string     `json:"message"`
	Hint    string     `json:"hint,omitempty"`
	// Retries are those of a temporary failure.
	Retries          int `json:"retries,omitempty"`
	PromptTokens     int `json:"prompt_tokens,omitempty"`
	CompletionTokens int `json:"completion_tokens,omitempty"`
}

func newLine(key, model string, req llm.Request, r llm.Reply, err error) line {
	l := line{Name: req.Name, Key: key, Model: model, Messages: req.Messages}
	if err != nil {
		l.Error = &failure{Kind: fault.KindOf(err), Message: fault.Brief(err), Hint: fault.Hint(err),
			PromptTokens: r.PromptTokens, CompletionTokens: r.CompletionTokens}
		if t, ok := errors.AsType[*llm.Temporary](err); ok {
			l.Error.Retries = t.Retries
		}
	} else {
		r.PrefixTokens, r.Cached = 0, false // not in the file, so that a repeated call costs the same in replay
		l.Reply = &r
	}
	return l
}

func (l line) answer() (llm.Reply, error) {
	if l.Error != nil {
		cause := errors.New(l.Error.Message)
		if l.Error.Retries > 0 {
			cause = &llm.Temporary{Err: cause, Retries: l.Error.Retries, Wait: func(int) time.Duration { return 0 }}
		}
		return llm.Reply{PromptTokens: l.Error.PromptTokens, CompletionTokens: l.Error.CompletionTokens},
			fault.From(l.Error.Kind, "cassette.Complete", "", cause, l.Error.Hint)
	}
	return *l.Reply, nil
}

func compare(a, b line) int {
	return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Key, b.Key))
}

// load reads a cassette; with optional, a missing file is empty.
func load(path string, optional bool) ([]line, error) {
	unreadable := func(err error) error {
		return fault.From(fault.Unreadable, "cassette.load", path, err, "record it again")
	}
	raw, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) && optional {
		return nil, nil
	}
	if err != nil {
		return nil, unreadable(err)
	}
	var lines []line
	number := 0
	for text := range bytes.Lines(raw) {
		number++
		if len(bytes.TrimSpace(text)) == 0 {
			continue
		}
		var l line
		if err := json.Unmarshal(text, &l); err != nil {
			return nil, unreadable(fmt.Errorf("line %d: %w", number, err))
		}
		if l.Key == "" || (l.Reply == nil) == (l.Error == nil) {
			return nil, unreadable(fmt.Errorf("line %d: not a recorded call", number))
		}
		lines = append(lines, l)
	}
	return lines, nil
}

// save writes a cassette atomically.
func save(path string, lines []line) error {
	var out bytes.Buffer
	encoder := text.JSONEncoder(&out)
	for _, l := range lines {
		if err := encoder.Encode(l); err != nil {
			return &fault.Error{Op: "cassette.save", Item: path, Err: err}
		}
	}
	err := os.MkdirAll(filepath.Dir(path), 0o755)
	if err == nil {
		err = disk.Replace(path, out.Bytes(), 0o644)
	}
	return fault.From(fault.KindOf(err), "cassette.save", path, err, "check that the folder is writable")
}
