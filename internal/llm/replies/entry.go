package replies

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"grove/internal/disk"
	"grove/internal/fault"
	"grove/internal/llm"
)

const entrySuffix = ".json"

// entry is the content of a file.
type entry struct {
	// Key is the request's key; a file with another key than its name is not used.
	Key         string        `json:"key"`
	Model       string        `json:"model"`
	Name        string        `json:"name"`
	Temperature float64       `json:"temperature"`
	MaxTokens   int           `json:"max_tokens"`
	Schema      string        `json:"schema,omitempty"`
	Messages    []llm.Message `json:"messages"`

	// Chunks are the chunks of the request; older files have none.
	Chunks []string `json:"chunks,omitempty"`

	llm.Reply
}

// path returns the path of a key's file.
func (c *Cache) path(key string) string { return filepath.Join(c.dir, key[:2], key+entrySuffix) }

// read reads an entry. An incomplete file counts as not found; the next write replaces it.
func read(path string) (entry, bool, error) {
	raw, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return entry{}, false, nil
	}
	if err != nil {
		return entry{}, false, &fault.Error{Kind: fault.Unreadable, Op: "replies.read", Item: path, Err: err}
	}
	var e entry
	if json.Unmarshal(raw, &e) != nil {
		return entry{}, false, nil
	}
	return e, true, nil
}

// write writes the entry atomically.
func write(path string, e entry) (err error) {
	defer func() {
		if err != nil {
			err = &fault.Error{Op: "replies.write", Item: path, Err: err, Hint: "check that the disk is writable and has free space"}
		}
	}()
	var raw bytes.Buffer
	encoder := json.NewEncoder(&raw)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(e); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return disk.Replace(path, raw.Bytes(), 0o600)
}

func remove(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return &fault.Error{Kind: fault.Unreadable, Op: "replies.remove", Item: path, Err: err}
	}
	return nil
}
