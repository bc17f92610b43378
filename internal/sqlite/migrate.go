package sqlite

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"

	codes "modernc.org/sqlite/lib"

	"grove/internal/fault"
)

// migrations are the steps of the database's layout, applied in the order of
// their names. The list is append-only: a step that was ever released stays as it is.
//
//go:embed migrations/*.sql
var migrations embed.FS

// migrate brings the layout up to date.
func migrate(ctx context.Context, db *sql.DB) error {
	version, err := layoutVersion(ctx, db)
	if err != nil {
		return err
	}
	return takeSteps(ctx, db, version)
}

// takeSteps takes the steps from a version on, each in one transaction. The number of steps taken
// is the database's user_version.
func takeSteps(ctx context.Context, db *sql.DB, version int) error {
	steps, err := fs.Glob(migrations, "migrations/*.sql")
	if err != nil {
		return err
	}
	if version > len(steps) {
		return newerLayout(version, len(steps))
	}
	if version >= deferredLayout && version < len(steps) { // the steps find all indexes
		if err := restoreIndexes(ctx, db); err != nil {
			return err
		}
	}
	for i := version; i < len(steps); i++ {
		if err := step(ctx, db, steps[i], i+1); err != nil {
			return fmt.Errorf("%s: %w", steps[i], err)
		}
	}
	return nil
}

func step(ctx context.Context, db *sql.DB, name string, version int) error {
	text, err := migrations.ReadFile(name)
	if err != nil {
		return err
	}
	return execute(ctx, db, string(text), fmt.Sprintf("PRAGMA user_version = %d", version))
}

// execute runs statements in one transaction.
func execute(ctx context.Context, db *sql.DB, statements ...string) (err error) {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() {
		if undo := tx.Rollback(); undo != nil && !errors.Is(undo, sql.ErrTxDone) {
			err = errors.Join(err, undo)
		}
	}()
	for _, statement := range statements {
		if _, err = tx.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	return tx.Commit()
}

// checkVersion returns an error for another layout than this program's, as readers cannot migrate.
func checkVersion(ctx context.Context, db *sql.DB) error {
	steps, err := fs.Glob(migrations, "migrations/*.sql")
	if err != nil {
		return err
	}
	version, err := layoutVersion(ctx, db)
	switch {
	case err != nil:
		return err
	case version > len(steps):
		return newerLayout(version, len(steps))
	case version < len(steps):
		return fault.New(fault.Unavailable, "sqlite.checkVersion", "",
			fmt.Sprintf("the database has layout %d, this grove reads %d", version, len(steps)),
			"run a command that writes to the workspace: it updates the database")
	}
	return nil
}

// layoutVersion returns the layout of an existing database; Corrupt for one without tables.
func layoutVersion(ctx context.Context, db *sql.DB) (version int, err error) {
	err = db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version)
	if err == nil && version <= 0 {
		_, hint := classify(codes.SQLITE_CORRUPT)
		err = fault.New(fault.Corrupt, "sqlite.layoutVersion", "", "the database is damaged: it has no tables", hint)
	}
	return version, err
}

func newerLayout(version, known int) error {
	return fault.New(fault.Corrupt, "sqlite.migrate", "", fmt.Sprintf("the database has layout %d, this grove supports %d", version, known),
		"it was written by a newer version of grove: use that version")
}
