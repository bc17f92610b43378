package sqlite

import (
	"context"
	"errors"

	driver "modernc.org/sqlite"
	code "modernc.org/sqlite/lib"

	"grove/internal/fault"
)

// failure says of an error of the driver what kind it is. An error that is
// already a fault, and nil, stay as they are.
func failure(ctx context.Context, op, item string, err error) error {
	var known *fault.Error
	if err == nil || errors.As(err, &known) {
		return err
	}
	// The driver reports an interrupted statement in words of its own.
	if ctx.Err() != nil {
		return &fault.Error{Kind: fault.Canceled, Op: op, Item: item, Err: ctx.Err()}
	}
	f := &fault.Error{Op: op, Item: item, Err: err}
	var e *driver.Error
	if !errors.As(err, &e) {
		return f
	}
	switch e.Code() & 0xff {
	case code.SQLITE_BUSY, code.SQLITE_LOCKED:
		f.Kind, f.Hint = fault.Held, "another process writes to this workspace; try again when it is done"
	case code.SQLITE_FULL:
		f.Kind, f.Hint = fault.Unavailable, "the disk is full: make room, then run the same command again"
	case code.SQLITE_IOERR, code.SQLITE_CANTOPEN, code.SQLITE_READONLY, code.SQLITE_PERM:
		f.Kind, f.Hint = fault.Unavailable, "check that the data folder exists, can be written, and has room"
	case code.SQLITE_CORRUPT, code.SQLITE_NOTADB:
		f.Kind, f.Hint = fault.Corrupt, "the database is damaged: restore a copy, or delete the workspace's folder and ingest again"
	case code.SQLITE_INTERRUPT:
		f.Kind = fault.Canceled
	}
	return f
}
