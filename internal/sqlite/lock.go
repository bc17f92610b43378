package sqlite

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/gofrs/flock"

	"grove/internal/fault"
)

// Lock holds a workspace's folder for this process until release is called or
// the process ends, however it ends: the operating system keeps the lock. Held
// names the process that has it.
func Lock(folder string) (release func() error, err error) {
	const op = "sqlite.Lock"
	path := filepath.Join(folder, "lock")
	lock := flock.New(path)
	ok, err := lock.TryLock()
	if err != nil {
		return nil, &fault.Error{Kind: fault.Unavailable, Op: op, Item: folder, Err: err, Hint: "check that the data folder can be written"}
	}
	if !ok {
		return nil, fault.New(fault.Held, op, folder, "the workspace is held by "+holder(path),
			"wait until it is done; documents list, show, stats and export work meanwhile")
	}
	// Who holds it is for the other's message only; the lock is the system's.
	if err := os.WriteFile(path, fmt.Appendf(nil, "process %d: %s", os.Getpid(), strings.Join(os.Args, " ")), 0o644); err != nil {
		return nil, errors.Join(&fault.Error{Kind: fault.Unavailable, Op: op, Item: path, Err: err}, lock.Unlock())
	}
	return lock.Unlock, nil
}

func holder(path string) string {
	raw, err := os.ReadFile(path)
	if err != nil || len(raw) == 0 {
		return "another process"
	}
	return string(raw)
}
