// Package sqlite is the embedded store: a workspace's graph in one SQLite file,
// without a server. One connection writes, several read; every operation has
// the same file name as in package graph.
package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"net/url"
	"os"
	"path/filepath"

	_ "modernc.org/sqlite" // the driver "sqlite"

	"grove/internal/fault"
	"grove/internal/graph"
)

// FileName is the database's name in the workspace's folder.
const FileName = "grove.db"

// readers is how many connections read at once.
const readers = 8

// Store is one workspace's graph. It is safe for concurrent use; writes wait
// for one another.
type Store struct {
	reader
	// write is nil in a store opened for reading only.
	write, read *sql.DB
}

var _ graph.Store = (*Store)(nil)

// querier is a connection pool, or a transaction pinned to one state.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// reader carries out the read operations.
type reader struct{ q querier }

var _ graph.Reader = reader{}

// Open opens the database in the folder, making both where there are none, and
// brings its tables up to date.
func Open(ctx context.Context, folder string) (*Store, error) {
	const op = "sqlite.Open"
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, &fault.Error{Kind: fault.Unavailable, Op: op, Item: folder, Err: err, Hint: "choose a folder that can be written with --data"}
	}
	path := filepath.Join(folder, FileName)
	write, err := sql.Open("sqlite", address(path, "rwc", "synchronous(FULL)", "foreign_keys(1)", "journal_mode(WAL)", "cache_size(-65536)"))
	if err != nil {
		return nil, failure(ctx, op, path, err)
	}
	write.SetMaxOpenConns(1)
	if err := migrate(ctx, write); err != nil {
		return nil, errors.Join(fault.Wrap(failure(ctx, op, path, err), op, path), write.Close())
	}
	read, err := openRead(ctx, path)
	if err != nil {
		return nil, errors.Join(err, write.Close())
	}
	return &Store{reader{read}, write, read}, nil
}

// OpenReadOnly opens the database beside a process that writes to it. NotFound
// says that there is none.
func OpenReadOnly(ctx context.Context, folder string) (*Store, error) {
	const op = "sqlite.OpenReadOnly"
	path := filepath.Join(folder, FileName)
	if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
		return nil, fault.New(fault.NotFound, op, path, "there is no such workspace",
			"ingest something first, or check --data and --workspace")
	} else if err != nil {
		return nil, &fault.Error{Kind: fault.Unavailable, Op: op, Item: path, Err: err}
	}
	read, err := openRead(ctx, path)
	if err != nil {
		return nil, err
	}
	return &Store{reader: reader{read}, read: read}, nil
}

func openRead(ctx context.Context, path string) (*sql.DB, error) {
	const op = "sqlite.openRead"
	read, err := sql.Open("sqlite", address(path, "ro", "query_only(1)", "cache_size(-16384)"))
	if err != nil {
		return nil, failure(ctx, op, path, err)
	}
	read.SetMaxOpenConns(readers)
	read.SetMaxIdleConns(readers)
	if err := checkVersion(ctx, read); err != nil {
		return nil, errors.Join(fault.Wrap(failure(ctx, op, path, err), op, path), read.Close())
	}
	return read, nil
}

// address is the driver's name for a file and its settings. The path is
// escaped: it may hold anything a file name may.
func address(path, mode string, pragmas ...string) string {
	values := url.Values{"mode": {mode}, "_txlock": {"immediate"}, "_pragma": append([]string{"busy_timeout(10000)"}, pragmas...)}
	if mode == "ro" {
		values.Set("_txlock", "deferred")
	}
	return (&url.URL{Scheme: "file", Opaque: (&url.URL{Path: path}).EscapedPath(), RawQuery: values.Encode()}).String()
}

// Close gives the connections back.
func (s *Store) Close(context.Context) error {
	var err error
	if s.write != nil {
		err = s.write.Close()
	}
	return errors.Join(err, s.read.Close())
}

// change runs a write transaction.
func (s *Store) change(ctx context.Context, op string, run func(*sql.Tx) error) error {
	if s.write == nil {
		return fault.New(fault.Held, op, "", "the workspace was opened for reading only", "")
	}
	tx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return failure(ctx, op, "", err)
	}
	if err := run(tx); err != nil {
		return errors.Join(failure(ctx, op, "", err), ignoreDone(tx.Rollback()))
	}
	return failure(ctx, op, "", tx.Commit())
}

// ignoreDone passes over the error of a transaction that a cancelled context has ended already.
func ignoreDone(err error) error {
	if errors.Is(err, sql.ErrTxDone) {
		return nil
	}
	return err
}
