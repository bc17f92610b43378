package sqlite

import (
	"context"
	"database/sql"
	"errors"

	"grove/internal/fault"
)

// Scrub drops the extractions that wait for their chunk, and replies about pages of
// documents that are not there, and writes the database
// anew without what was ever deleted from it: freed pages and the log still
// hold that, until something happens to be written over it.
func (s *Store) Scrub(ctx context.Context) (err error) {
	const op = "sqlite.Scrub"
	ctx, end := s.observe.Begin(ctx, op)
	defer func() { end(err) }()
	err = s.transact(ctx, op, func(tx *sql.Tx) error {
		for _, waiting := range []string{
			"DELETE FROM extraction WHERE chunk NOT IN (SELECT id FROM chunk)",
			"DELETE FROM episode_reply WHERE document NOT IN (SELECT id FROM document)",
		} {
			if _, err := tx.ExecContext(ctx, waiting); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	if _, err := s.write.ExecContext(ctx, "VACUUM"); err != nil {
		return mapped(ctx, err, op, s.path)
	}
	return s.emptyLog(ctx, op)
}

// emptyLog moves what the log holds into the database and cuts the log to nothing.
func (s *Store) emptyLog(ctx context.Context, op string) (err error) {
	cursor, err := s.write.QueryContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)")
	if err != nil {
		return mapped(ctx, err, op, s.path)
	}
	defer func() { err = mapped(ctx, errors.Join(err, cursor.Close()), op, s.path) }()
	var held, pages, moved int
	for cursor.Next() {
		if err := cursor.Scan(&held, &pages, &moved); err != nil {
			return err
		}
	}
	if held != 0 {
		return fault.New(fault.Held, op, s.path, "another process still reads an older state of the database",
			"end it, and run `grove documents delete --purge` again, without a document")
	}
	return cursor.Err()
}
