package sqlite

import (
	"context"
	"errors"
	"syscall"

	"modernc.org/sqlite"
	codes "modernc.org/sqlite/lib"

	"grove/internal/fault"
)

// mapped turns an error of the database into one of Grove's kinds. It is the
// only place that knows the driver's errors. A nil error stays nil.
func mapped(ctx context.Context, err error, op, item string) error {
	if err == nil {
		return nil
	}
	// An interrupted statement fails in several ways.
	if ended := ctx.Err(); ended != nil {
		return fault.From(fault.Canceled, op, item, ended, "")
	}
	if _, ok := errors.AsType[*fault.Error](err); ok {
		return fault.Wrap(err, op, item)
	}
	kind, hint := fault.Internal, ""
	if failed, ok := errors.AsType[*sqlite.Error](err); ok {
		kind, hint = classify(failed.Code())
	}
	return fault.From(kind, op, item, err, hint)
}

// foreign tells an error of the database itself from one that names its item.
func foreign(err error) bool {
	_, ok := errors.AsType[*sqlite.Error](err)
	return ok
}

// classify says what kind of failure a result code is, and what helps. The low
// byte is the primary code; the rest only details it.
func classify(code int) (fault.Kind, string) {
	switch code & 0xff {
	case codes.SQLITE_BUSY, codes.SQLITE_LOCKED:
		return fault.Held, "another process is writing to this workspace: wait for it, or end it"
	case codes.SQLITE_FULL:
		return fault.Unavailable, "the disk is full: free some space and run the command again"
	case codes.SQLITE_IOERR, codes.SQLITE_CANTOPEN:
		return fault.Unavailable, "check that the data folder is there and its disk can be read and written"
	case codes.SQLITE_READONLY, codes.SQLITE_PERM:
		return fault.Unavailable, "check the permissions of the data folder"
	case codes.SQLITE_CORRUPT, codes.SQLITE_NOTADB:
		return fault.Corrupt, "restore the data folder from a copy, or ingest the documents into a new workspace"
	}
	return fault.Internal, ""
}

// unavailable returns a failure of the file system; nil for nil.
func unavailable(op, path string, err error) error {
	hint := "check that the data folder can be read and written"
	if errors.Is(err, syscall.ENOTDIR) {
		hint = "a file is where the workspace's folder belongs: move it away, or choose another --workspace or --data"
	}
	return fault.From(fault.Unavailable, op, path, err, hint)
}
