package cli

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"grove/internal/fault"
)

// TestUnwritableFile: what cannot be written is named as it was asked for.
func TestUnwritableFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "none", "x.jsonl")
	err := writeFile(name, func(io.Writer) error { return nil })
	if said := fault.Brief(err); !fault.Is(err, fault.Unreadable) || !strings.Contains(said, name+": no such file") || strings.Contains(said, ".part") {
		t.Error(said)
	}
	name = filepath.Join(t.TempDir(), "x.jsonl")
	full := &os.PathError{Op: "write", Path: name + ".1.part", Err: os.ErrInvalid}
	err = writeFile(name, func(io.Writer) error { return full })
	if said := fault.Brief(err); !fault.Is(err, fault.Unavailable) || !strings.Contains(said, name+": invalid") || strings.Contains(said, ".part") {
		t.Error(said)
	}
}
