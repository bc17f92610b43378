package sqlite

import (
	"context"
	"errors"
	"testing"

	codes "modernc.org/sqlite/lib"

	"grove/internal/fault"
)

func TestClassify(t *testing.T) {
	for code, kind := range map[int]fault.Kind{
		codes.SQLITE_BUSY:              fault.Held,
		codes.SQLITE_BUSY_SNAPSHOT:     fault.Held,
		codes.SQLITE_LOCKED:            fault.Held,
		codes.SQLITE_FULL:              fault.Unavailable,
		codes.SQLITE_IOERR:             fault.Unavailable,
		codes.SQLITE_IOERR_FSYNC:       fault.Unavailable,
		codes.SQLITE_CANTOPEN:          fault.Unavailable,
		codes.SQLITE_READONLY:          fault.Unavailable,
		codes.SQLITE_CORRUPT:           fault.Corrupt,
		codes.SQLITE_CORRUPT_INDEX:     fault.Corrupt,
		codes.SQLITE_NOTADB:            fault.Corrupt,
		codes.SQLITE_CONSTRAINT_UNIQUE: fault.Internal,
		codes.SQLITE_ERROR:             fault.Internal,
	} {
		got, hint := classify(code)
		if got != kind {
			t.Errorf("classify(%d) = %s, want %s", code, got, kind)
		}
		if (hint == "") != (kind == fault.Internal) {
			t.Errorf("classify(%d) has the hint %q", code, hint)
		}
	}
}

func TestMapped(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	cause := errors.New("cause")
	if err := mapped(ended, nil, "op", ""); err != nil {
		t.Errorf("no error became %v", err)
	}
	if err := mapped(ended, cause, "op", ""); !fault.Is(err, fault.Canceled) || !errors.Is(err, context.Canceled) {
		t.Errorf("in an ended context: %v", err)
	}
	if err := mapped(t.Context(), cause, "op", ""); !fault.Is(err, fault.Internal) || !errors.Is(err, cause) {
		t.Errorf("a foreign error: %v", err)
	}
	known := fault.New(fault.SourceTaken, "graph.Apply", "a.txt", "taken", "replace it")
	if err := mapped(t.Context(), known, "op", ""); !fault.Is(err, fault.SourceTaken) || fault.Hint(err) != "replace it" || fault.Item(err) != "a.txt" {
		t.Errorf("a known error: %v", err)
	}
}
