package schema

import (
	"os"

	"grove/internal/fault"
)

// Read reads a schema file, or returns the shipped schema of that name.
func Read(name string) (*Schema, error) {
	const op = "schema.Read"
	if s, ok := Shipped(name); ok {
		return s, nil
	}
	raw, err := os.ReadFile(name)
	if err != nil {
		return nil, fault.From(fault.Unreadable, op, name, err, "give a schema file that can be read, or general or novels")
	}
	s, err := Parse(raw)
	return s, fault.Wrap(err, op, name)
}

// Canonical returns a stored schema as a store would write it.
func Canonical(stored []byte) (string, error) {
	s, err := ParseStored(stored)
	if err != nil {
		return "", err
	}
	return s.Body(), nil
}
