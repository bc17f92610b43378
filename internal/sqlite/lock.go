package sqlite

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/gofrs/flock"

	"grove/internal/fault"
)

// LockFile is the name of the lock in the workspace's folder. The operating system releases
// the lock when its process ends; the content of the file is for error messages only.
const LockFile = "lock"

// Lock makes this process the only writer of a workspace's folder, and makes the folder if
// it is missing. It returns fault.Held, with the name of the other process, if there is one.
func Lock(dir string) (release func() error, err error) {
	const op = "sqlite.Lock"
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, unavailable(op, dir, err)
	}
	path := filepath.Join(dir, LockFile)
	lock := flock.New(path)
	got, err := lock.TryLock()
	if err != nil {
		return nil, unavailable(op, path, err)
	}
	if !got {
		return nil, held(op, dir, path)
	}
	if err := os.WriteFile(path, []byte(holder()), 0o600); err != nil {
		return nil, unavailable(op, path, errors.Join(err, lock.Unlock()))
	}
	return func() error {
		_ = os.Truncate(path, 0) // The name is for the other's message only.
		return unavailable(op, path, lock.Unlock())
	}, nil
}

// Holder names the process that holds a folder, "" where none does. It never
// keeps another process from taking the lock.
func Holder(dir string) (string, error) {
	const op = "sqlite.Holder"
	path := filepath.Join(dir, LockFile)
	who, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(who) == 0 {
		return "", nil // the holder writes its name first and takes it away last
	}
	if err != nil {
		return "", unavailable(op, path, err)
	}
	// A name without a lock is that of a process that was killed.
	lock := flock.New(path)
	free, err := lock.TryRLock()
	if err != nil {
		return "", unavailable(op, path, err)
	}
	if !free {
		return string(who), nil
	}
	return "", unavailable(op, path, lock.Unlock())
}

// Remove removes the workspace's folder. The caller holds its lock, and no
// store of it is open. The database goes first: from then on there is no such
// workspace.
func Remove(dir string) error {
	const op = "sqlite.Remove"
	// Without its log a database is an older one; a log without its database
	// would be taken for that of the next.
	for _, name := range []string{File + "-wal", File + "-shm", File} {
		if err := os.Remove(filepath.Join(dir, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return unavailable(op, dir, err)
		}
	}
	return unavailable(op, dir, os.RemoveAll(dir))
}

// holder names this process.
func holder() string {
	return fmt.Sprintf("process %d (%s)", os.Getpid(), strings.Join(os.Args, " "))
}

// held says who holds the folder, as far as the lock's file tells.
func held(op, dir, path string) error {
	who, err := os.ReadFile(path)
	if err != nil || len(who) == 0 {
		who = []byte("another process")
	}
	return fault.New(fault.Held, op, dir, "the workspace is in use by "+string(who),
		"wait for it or end it")
}
