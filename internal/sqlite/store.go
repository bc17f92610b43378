// Package sqlite is the embedded store: the graph of one workspace in one SQLite
// file, which needs no server and no C compiler.
//
// One connection writes; any number of others read, each from the state that
// was committed when its transaction began (write-ahead log). Operations have
// the same file names as in package graph.
package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"

	_ "modernc.org/sqlite" // the driver named "sqlite"

	"grove/internal/fault"
	"grove/internal/graph"
)

// File is the name of the database in the workspace's folder.
const File = "grove.db"

// busyTimeout is how long, in milliseconds, a statement waits for a lock.
const busyTimeout = "5000"

// A group of documents touches pages all over the trees, as ids are hashes. With
// SQLite's defaults (2 MiB and 1,000 pages) they were written and read again inside
// one transaction, and moved to the database after each.
const (
	// writeCache is how much of the database the writer may hold, in KiB below zero. A page takes twice
	// its size in memory; with 64 MiB an ingest of 10 MB took 50 MB more and the same time.
	writeCache = "-32768"
	// checkpointAfter is how many pages the write-ahead log gathers before they are
	// moved to the database: 256 MiB. With 32 MiB an ingest of 5 MB of text wrote 1.45 GB to disk, not 1.07 GB.
	checkpointAfter = "65536"
)

// readCache is how much of the database a reading connection may hold, in KiB below
// zero. Each question has a connection of its own, and 64 at once held 70 MB more
// with SQLite's default of 2 MiB, for no gain in time.
const readCache = "-512"

// idleReaders is how many reading connections stay open between reads.
const idleReaders = 4

// Store is a workspace's graph in a SQLite file. It is safe for concurrent use.
type Store struct {
	reader
	// read is the pool of reading connections.
	read *sql.DB
	// write has one connection; nil where the store was opened for reading.
	write *sql.DB
	// path is the database's file.
	path string
	// kept is what is remembered of the present state; nil where another process
	// may write.
	cache *cache
}

var _ graph.Store = (*Store)(nil)

// Open opens the store of a workspace's folder for reading and writing, and
// makes folder and database where they are missing. It takes no lock: see Lock.
// observe (nil: none) is called for each operation of the store and its snapshots.
func Open(ctx context.Context, dir string, observe graph.Observe) (*Store, error) {
	const op = "sqlite.Open"
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, unavailable(op, dir, err)
	}
	path := filepath.Join(dir, File)
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		if err := create(ctx, path); err != nil {
			return nil, mapped(ctx, err, op, path)
		}
	}
	if err := private(path); err != nil {
		return nil, unavailable(op, path, err)
	}
	write, err := connectWriter(path)
	if err != nil {
		return nil, mapped(ctx, err, op, path)
	}
	if err = migrate(ctx, write); err == nil {
		err = mapped(ctx, restoreIndexes(ctx, write), op, path)
		if fault.Is(err, fault.Unavailable) { // as on a full disk: reads work without the indexes
			err = nil
		}
	}
	if err != nil {
		return nil, errors.Join(mapped(ctx, err, op, path), write.Close())
	}
	read, err := connectReaders(path)
	if err != nil {
		return nil, errors.Join(mapped(ctx, err, op, path), write.Close())
	}
	cache := &cache{}
	return &Store{reader{viewer: pool{read, cache}, observe: observe}, read, write, path, cache}, nil
}

// create makes a database with all tables, under another name until it is complete: so a database
// without them is always a damaged one.
func create(ctx context.Context, path string) error {
	partial := path + ".new"
	for _, name := range []string{partial + "-wal", partial + "-shm", partial} {
		if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	if err := private(partial); err != nil {
		return err
	}
	db, err := connectWriter(partial)
	if err != nil {
		return err
	}
	if err := errors.Join(takeSteps(ctx, db, 0), db.Close()); err != nil {
		return err
	}
	return os.Rename(partial, path)
}

// private makes the database's file where it is missing, and lets its owner alone read it and the files
// beside it. One that belongs to another user stays as its owner made it.
func private(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	for _, name := range []string{path, path + "-wal", path + "-shm"} {
		info, err := os.Stat(name)
		if err == nil && info.Mode().Perm()&0o077 != 0 {
			err = os.Chmod(name, 0o600)
		}
		if err != nil && !errors.Is(err, fs.ErrPermission) && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// Exists tells by nil that a folder holds a database; NotFound says that it does not.
func Exists(dir string) error {
	const op = "sqlite.Exists"
	path := filepath.Join(dir, File)
	_, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fault.New(fault.NotFound, op, filepath.Base(filepath.Dir(path)),
			"no workspace of this name in the data folder "+filepath.Dir(filepath.Dir(path)),
			"ingest documents first, or check --workspace and --data")
	case err != nil:
		return unavailable(op, path, err)
	}
	return nil
}

// OpenReadOnly opens the store of a workspace's folder for reading, next to a
// process that may be writing. A folder without a database is NotFound. A database of an older layout is
// updated first, unless a process holds the workspace or the folder cannot be written: then it is
// Unavailable.
func OpenReadOnly(ctx context.Context, dir string) (*Store, error) {
	const op = "sqlite.OpenReadOnly"
	if err := Exists(dir); err != nil {
		return nil, err
	}
	path := filepath.Join(dir, File)
	read, err := connectReaders(path)
	if err != nil {
		return nil, mapped(ctx, err, op, path)
	}
	err = checkVersion(ctx, read)
	if fault.Is(err, fault.Unavailable) && update(ctx, dir) == nil {
		err = checkVersion(ctx, read)
	}
	if err == nil && deferred(ctx, read) {
		_ = update(ctx, dir) // which fails while a process writes the document: reads work without the indexes
	}
	if err != nil {
		return nil, errors.Join(mapped(ctx, err, op, path), read.Close())
	}
	return &Store{reader: reader{viewer: pool{read, nil}}, read: read, path: path}, nil
}

// update brings the layout of a workspace that no process holds up to date.
func update(ctx context.Context, dir string) error {
	release, err := Lock(dir)
	if err != nil {
		return err
	}
	s, err := Open(ctx, dir, nil)
	if err == nil {
		err = s.Close(ctx)
	}
	return errors.Join(err, release())
}

// ReleaseCache gives up the pages that the writer holds in memory; the next write reads what it needs again.
func (s *Store) ReleaseCache(ctx context.Context) error {
	if s.write == nil {
		return nil
	}
	_, err := s.write.ExecContext(ctx, "PRAGMA shrink_memory")
	return mapped(ctx, err, "sqlite.ReleaseCache", s.path)
}

// Close closes all connections.
func (s *Store) Close(ctx context.Context) error {
	err := s.read.Close()
	if s.write != nil {
		err = errors.Join(err, s.write.Close())
	}
	return mapped(ctx, err, "sqlite.Close", "")
}

func connectWriter(path string) (*sql.DB, error) {
	db, err := connect(path, url.Values{"_txlock": {"immediate"}, "_pragma": {
		"busy_timeout(" + busyTimeout + ")", "journal_mode(WAL)", "synchronous(FULL)", "foreign_keys(1)",
		"cache_size(" + writeCache + ")", "wal_autocheckpoint(" + checkpointAfter + ")",
	}})
	if err == nil {
		db.SetMaxOpenConns(1)
	}
	return db, err
}

func connectReaders(path string) (*sql.DB, error) {
	db, err := connect(path, url.Values{"mode": {"ro"},
		"_pragma": {"busy_timeout(" + busyTimeout + ")", "query_only(1)", "cache_size(" + readCache + ")"}})
	if err == nil {
		db.SetMaxIdleConns(idleReaders)
	}
	return db, err
}

func connect(path string, options url.Values) (*sql.DB, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	path = filepath.ToSlash(path)
	if path[0] != '/' { // a drive letter
		path = "/" + path
	}
	return sql.Open("sqlite", (&url.URL{Scheme: "file", Path: path, RawQuery: options.Encode()}).String())
}

// transact runs f in one write transaction.
func (s *Store) transact(ctx context.Context, op string, f func(*sql.Tx) error) (err error) {
	ctx, end := s.observe.Begin(ctx, op)
	defer func() { end(err) }()
	if s.write == nil {
		return fault.New(fault.Invalid, op, "", "the store was opened for reading only", "")
	}
	s.cache.begin()
	defer s.cache.end()
	tx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return mapped(ctx, err, op, s.path)
	}
	if err = f(tx); err == nil {
		err = tx.Commit()
	} else if undo := tx.Rollback(); undo != nil && !errors.Is(undo, sql.ErrTxDone) && !foreign(err) {
		// Where the database itself failed, as on a full disk, it has rolled back already.
		err = errors.Join(err, undo)
	}
	item := ""
	if foreign(err) {
		item = s.path
	}
	return mapped(ctx, err, op, item)
}
