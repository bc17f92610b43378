package search

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"

	"github.com/gofrs/flock"

	"grove/internal/fault"
)

// sumFile holds the SHA-256 of rootFile while the index is closed. An index whose process was
// killed has none.
const sumFile = "root.sum"

// errDamaged is the error of an index whose files are not as they were written.
var errDamaged = errors.New("the index is damaged")

// check compares the files of a closed index with their checksums, because Bleve maps them into
// memory unverified and reads them in goroutines of its own, where a fault ends the process. It
// removes the sum, which the next close writes again. An index that another process
// holds is left alone.
func (x *Index) check() error {
	root := filepath.Join(x.options.Dir, rootFile)
	if _, err := os.Stat(root); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	lock := flock.New(root)
	free, err := lock.TryRLock()
	if err != nil || !free {
		return err
	}
	err = x.checkFiles(root)
	return errors.Join(err, lock.Unlock())
}

func (x *Index) checkFiles(root string) error {
	sums := filepath.Join(x.options.Dir, sumFile)
	stored, err := os.ReadFile(sums)
	closed := err == nil
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if closed {
		if sum, err := sumOf(root); err != nil {
			return err
		} else if string(stored) != sum {
			return fmt.Errorf("%w: %s", errDamaged, rootFile)
		}
	}
	files, err := x.files()
	if err != nil {
		return err
	}
	for _, file := range files {
		if filepath.Ext(file) != segmentExt {
			continue
		}
		whole, err := segmentWhole(file)
		switch {
		case err != nil:
			return err
		case whole:
		case closed:
			return fmt.Errorf("%w: %s", errDamaged, filepath.Base(file))
		default: // a killed process leaves an unfinished one, which nothing refers to
			if err := os.Remove(file); err != nil {
				return err
			}
		}
	}
	if !closed {
		return nil
	}
	return os.Remove(sums)
}

// files returns the paths of the index's own files.
func (x *Index) files() (own []string, err error) {
	files, err := os.ReadDir(x.options.Dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, f := range files {
		if name := f.Name(); name == rootFile || name == sumFile || filepath.Ext(name) == segmentExt {
			own = append(own, filepath.Join(x.options.Dir, name))
		}
	}
	return own, err
}

// segmentWhole compares a segment with the CRC-32 in its last four bytes.
func segmentWhole(path string) (whole bool, err error) {
	f, err := os.Open(path)
	if err != nil {
		return false, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || info.Size() < crc32.Size {
		return false, err
	}
	sum := crc32.NewIEEE()
	if _, err := io.CopyN(sum, f, info.Size()-crc32.Size); err != nil {
		return false, err
	}
	var stored uint32
	err = binary.Read(f, binary.BigEndian, &stored)
	return stored == sum.Sum32(), err
}

// writeSum writes the sum of the root of an index that was just closed. Where that fails, as on a
// full disk, there is none, as after a kill.
func (x *Index) writeSum() error {
	sum, err := sumOf(filepath.Join(x.options.Dir, rootFile))
	if err != nil {
		return ignoreMissing(err)
	}
	path := filepath.Join(x.options.Dir, sumFile)
	if os.WriteFile(path, []byte(sum), 0o600) != nil {
		return ignoreMissing(os.Remove(path))
	}
	return nil
}

func ignoreMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

func sumOf(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// guard turns a panic over a damaged file, and a fault of the memory that it is mapped to, into an
// error. It is deferred by what it returns:
//
//	defer guard(&err, op, dir)()
func guard(err *error, op, dir string) func() {
	former := debug.SetPanicOnFault(true)
	return func() {
		debug.SetPanicOnFault(former)
		if damage := recover(); damage != nil {
			*err = errors.Join(fault.From(fault.Corrupt, op, dir, fmt.Errorf("%w: %v", errDamaged, damage),
				"open the workspace again: that rebuilds the index"), *err)
		}
	}
}
