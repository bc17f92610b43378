package sqlite

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"

	"grove/internal/fault"
)

// Migrations are append-only: a database's version is the number of those it
// has seen.
//
//go:embed migrations/*.sql
var migrations embed.FS

// migrate brings the tables up to date, each step in one transaction.
func migrate(ctx context.Context, db *sql.DB) error {
	files, err := fs.Glob(migrations, "migrations/*.sql")
	if err != nil {
		return err
	}
	version, err := userVersion(ctx, db)
	if err != nil {
		return err
	}
	if version > len(files) {
		return tooNew(version, len(files))
	}
	for i := version; i < len(files); i++ {
		body, err := migrations.ReadFile(files[i])
		if err != nil {
			return err
		}
		if err := step(ctx, db, string(body), i+1); err != nil {
			return fmt.Errorf("migration %s: %w", files[i], err)
		}
	}
	return nil
}

func step(ctx context.Context, db *sql.DB, body string, version int) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // After a commit this does nothing.
	if _, err := tx.ExecContext(ctx, body); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, fmt.Sprintf("PRAGMA user_version = %d", version)); err != nil {
		return err
	}
	return tx.Commit()
}

// checkVersion refuses to read a database of another version.
func checkVersion(ctx context.Context, db *sql.DB) error {
	files, err := fs.Glob(migrations, "migrations/*.sql")
	if err != nil {
		return err
	}
	version, err := userVersion(ctx, db)
	switch {
	case err != nil:
		return err
	case version > len(files):
		return tooNew(version, len(files))
	case version < len(files):
		return fault.New(fault.Corrupt, "sqlite.checkVersion", fmt.Sprint(version), "the database is of an older version",
			"open it once with a command that writes, such as `grove ingest`, to bring it up to date")
	}
	return nil
}

func userVersion(ctx context.Context, db *sql.DB) (version int, err error) {
	err = db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version)
	return version, err
}

func tooNew(version, known int) error {
	return fault.New(fault.Corrupt, "sqlite.migrate", fmt.Sprint(version),
		fmt.Sprintf("the database is of version %d, this Grove knows %d", version, known), "use a newer Grove")
}
