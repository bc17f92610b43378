// Package disk writes files atomically: under a temporary name, which becomes their own
// once they are complete.
package disk

import (
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// TempPrefix begins the name of a file that is being written; a kill may leave one.
const TempPrefix = ".part-"

// File is a file that is being written. It ends with Commit or Discard.
type File struct{ *os.File }

// Create creates a file under a temporary name in a folder; the umask restricts its mode.
func Create(folder string, mode fs.FileMode) (*File, error) {
	f, err := os.OpenFile(filepath.Join(folder, TempPrefix+rand.Text()), os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	return &File{f}, err
}

// Commit closes the file and gives it its path in the same folder, replacing the file there.
// After an error the file is removed.
func (f *File) Commit(path string) error {
	err := f.Close()
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		err = errors.Join(err, os.Remove(f.Name()))
	}
	return err
}

// CommitDurably is Commit; once it returns nil, the file outlives a loss of power.
func (f *File) CommitDurably(path string) error {
	if err := f.Sync(); err != nil {
		return errors.Join(err, f.Discard())
	}
	if err := f.Commit(path); err != nil {
		return err
	}
	folder, err := os.Open(filepath.Dir(path))
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

// Discard closes and removes the file.
func (f *File) Discard() error { return errors.Join(f.Close(), os.Remove(f.Name())) }

// Replace writes a file atomically. After an error the file that was there stays.
func Replace(path string, content []byte, mode fs.FileMode) error {
	return replace(path, content, mode, (*File).Commit)
}

// ReplaceDurably is Replace; once it returns nil, the file outlives a loss of power.
func ReplaceDurably(path string, content []byte, mode fs.FileMode) error {
	return replace(path, content, mode, (*File).CommitDurably)
}

func replace(path string, content []byte, mode fs.FileMode, commit func(*File, string) error) error {
	f, err := Create(filepath.Dir(path), mode)
	if err != nil {
		return err
	}
	if _, err := f.Write(content); err != nil {
		return errors.Join(err, f.Discard())
	}
	return commit(f, path)
}
