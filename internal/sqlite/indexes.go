package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

const (
	// deferrable are the tables whose indexes only reads need: a write finds their rows by
	// the primary key.
	deferrable = "('about', 'attribute', 'has_fact', 'key_element', 'mentions', 'proposes', 'states_attribute', 'states_triple', 'triple')"
	// deferredLayout is the first layout with the table of deferred indexes.
	deferredLayout = 11
	// mostDeferred is the number of ABOUT edges up to which indexes are dropped: as many as
	// a group of rows brings. Making them again takes the longer the more there are.
	mostDeferred = GroupRows
	// sortCache is how much of the database the writer may hold while it makes an index, in KiB below zero.
	sortCache = "-8192"
)

// DeferIndexes drops the indexes that only reads need until RestoreIndexes, if the graph is
// still small. Ids are hashes, so each row of a large document touches another page of each
// index, but made at once an index is written in its order. Reads work without, and are slower.
func (s *Store) DeferIndexes(ctx context.Context) error {
	return s.transact(ctx, "sqlite.DeferIndexes", func(tx *sql.Tx) error {
		var edges int
		err := tx.QueryRowContext(ctx, "SELECT count(*) FROM (SELECT 1 FROM about LIMIT ?)", mostDeferred+1).Scan(&edges)
		if err != nil || edges > mostDeferred {
			return err
		}
		const indexes = " FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL AND tbl_name IN " + deferrable
		names, err := rows(ctx, tx, scanValue[string], "SELECT name"+indexes)
		if err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, "INSERT INTO deferred_index SELECT name, sql"+indexes); err != nil {
			return err
		}
		for _, name := range names {
			if _, err := tx.ExecContext(ctx, "DROP INDEX "+name); err != nil {
				return err
			}
		}
		return nil
	})
}

// RestoreIndexes makes the dropped indexes again. Interrupted at any moment, it finishes when
// called again; Open does so too.
func (s *Store) RestoreIndexes(ctx context.Context) error {
	if s.write == nil {
		return nil
	}
	s.cache.begin()
	defer s.cache.end()
	return mapped(ctx, restoreIndexes(ctx, s.write), "sqlite.RestoreIndexes", s.path)
}

// restoreIndexes makes each dropped index in a transaction of its own. The rows are sorted
// within as much memory as the cache has, beside the pages that are in it.
func restoreIndexes(ctx context.Context, db *sql.DB) (err error) {
	type index struct{ name, definition string }
	dropped, err := rows(ctx, db, fields(func(i *index) []any { return []any{&i.name, &i.definition} }),
		"SELECT name, definition FROM deferred_index ORDER BY name")
	if err != nil {
		return err
	}
	if len(dropped) == 0 {
		return nil
	}
	if _, err := db.ExecContext(ctx, "PRAGMA shrink_memory; PRAGMA cache_size = "+sortCache); err != nil {
		return err
	}
	defer func() {
		_, undo := db.ExecContext(context.WithoutCancel(ctx), "PRAGMA cache_size = "+writeCache)
		err = errors.Join(err, undo)
	}()
	for _, i := range dropped {
		if err := execute(ctx, db, i.definition, "DELETE FROM deferred_index WHERE name = '"+i.name+"'"); err != nil {
			return fmt.Errorf("index %s: %w", i.name, err)
		}
	}
	return nil
}

// deferred reports whether indexes are dropped.
func deferred(ctx context.Context, q queryer) bool {
	dropped, err := rows(ctx, q, scanValue[int], "SELECT count(*) FROM deferred_index")
	return err == nil && len(dropped) == 1 && dropped[0] > 0
}
