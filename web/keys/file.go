package keys

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/gofrs/flock"

	"grove/internal/disk"
	"grove/internal/fault"
)

// FileName is the name of the file of keys in the data folder. The dot keeps it from being
// the name of a workspace.
const FileName = "keys.json"

// File has the keys of a data folder. It is safe for concurrent use and follows changes by
// other processes: a revoked key is refused from then on.
type File struct {
	path string
	mu   sync.Mutex
	// read are the keys of the version of the file that info describes; nil is no file.
	read []Key
	info fs.FileInfo
}

// sameVersion reports whether two files are one version of the file of keys. Each version is a new file, renamed.
func sameVersion(a, b fs.FileInfo) bool {
	if a == nil || b == nil {
		return a == b
	}
	return os.SameFile(a, b) && a.Size() == b.Size() && a.ModTime().Equal(b.ModTime())
}

// Open returns the file of keys of a data folder, which need not exist.
func Open(data string) *File { return &File{path: filepath.Join(data, FileName)} }

// List returns the keys in the order of their creation.
func (f *File) List() ([]Key, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	info, err := os.Stat(f.path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, f.unavailable("keys.List", err)
	}
	if sameVersion(info, f.info) {
		return slices.Clone(f.read), nil
	}
	list, err := f.load()
	if err != nil {
		return nil, err
	}
	f.read, f.info = list, info
	return slices.Clone(list), nil
}

// Check returns the key of a secret; ok reports whether there is one.
func (f *File) Check(secret string) (k Key, ok bool, err error) {
	list, err := f.List()
	k, ok = match(list, secret)
	return k, ok, err
}

// Add creates a key and returns its secret, which is not stored.
func (f *File) Add(name string, role Role, workspaces []string, now time.Time) (secret string, k Key, err error) {
	if secret, k, err = generate(name, role, workspaces, now); err != nil {
		return "", Key{}, err
	}
	err = f.change(func(list []Key) ([]Key, error) { return append(list, k), nil })
	return secret, k, err
}

// Revoke deletes the key with an id; fault.NotFound if there is none.
func (f *File) Revoke(id string) error {
	return f.change(func(list []Key) ([]Key, error) {
		left := slices.DeleteFunc(slices.Clone(list), func(k Key) bool { return k.ID == id })
		if len(left) == len(list) {
			return nil, fault.New(fault.NotFound, "keys.Revoke", id, "no such key", "`grove keys list` lists the ids")
		}
		return left, nil
	})
}

// change edits and replaces the file under its lock, which also excludes other processes.
func (f *File) change(edit func([]Key) ([]Key, error)) (err error) {
	const op = "keys.change"
	if err := os.MkdirAll(filepath.Dir(f.path), 0o700); err != nil {
		return f.unavailable(op, err)
	}
	lock := flock.New(f.path + ".lock")
	if err := lock.Lock(); err != nil {
		return f.unavailable(op, err)
	}
	defer func() { err = errors.Join(err, f.unavailable(op, lock.Unlock())) }()
	list, err := f.load()
	if err != nil {
		return err
	}
	if list, err = edit(list); err != nil {
		return err
	}
	raw, err := json.MarshalIndent(list, "", "  ")
	if err != nil {
		return fault.Wrap(err, op, f.path)
	}
	// Durably: a revoked key must not return after a loss of power.
	return f.unavailable(op, disk.ReplaceDurably(f.path, raw, 0o600))
}

// load reads the file; without a file there are no keys.
func (f *File) load() ([]Key, error) {
	raw, err := os.ReadFile(f.path)
	if errors.Is(err, fs.ErrNotExist) {
		return []Key{}, nil
	}
	if err != nil {
		return nil, f.unavailable("keys.load", err)
	}
	list := []Key{}
	err = json.Unmarshal(raw, &list)
	return list, fault.From(fault.Corrupt, "keys.load", f.path, err, "restore the file, or remove it and make new keys")
}

func (f *File) unavailable(op string, err error) error {
	return fault.From(fault.Unavailable, op, f.path, err, "check the permissions of the data folder")
}
