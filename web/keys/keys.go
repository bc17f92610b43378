// Package keys manages the API keys of the service: their names, workspaces and roles.
// Only hashes of the keys are stored.
package keys

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"slices"
	"strings"
	"time"

	"grove/internal/config"
	"grove/internal/fault"
	"grove/internal/lists"
)

// Role is the permission of a key; each role includes the one before.
type Role string

// The roles.
const (
	// Read allows to ask, search and export.
	Read Role = "read"
	// Write also allows to change documents, entities and the schema, and to control jobs.
	Write Role = "write"
	// Admin also allows to create and delete workspaces.
	Admin Role = "admin"
)

// Roles are all roles in ascending order.
func Roles() []Role { return []Role{Read, Write, Admin} }

// May reports whether the role includes another one; every role includes "".
func (r Role) May(need Role) bool {
	return need == "" || slices.Index(Roles(), r) >= slices.Index(Roles(), need)
}

// Everywhere stands for all workspaces.
const Everywhere = "*"

// Key is the stored record of an API key.
type Key struct {
	// ID identifies the key in lists and logs; it is the middle part of the secret.
	ID string `json:"id"`
	// Name describes the user of the key.
	Name string `json:"name"`
	Role Role   `json:"role"`
	// Workspaces are the names of the workspaces that the key opens, sorted, or Everywhere alone.
	Workspaces []string  `json:"workspaces"`
	Created    time.Time `json:"created"`
	// Hash is the SHA-256 of the secret in hex. The secret has 130 random bits, so that no
	// slower hash is needed.
	Hash string `json:"hash"`
}

// Opens reports whether the key opens a workspace.
func (k Key) Opens(workspace string) bool {
	return slices.Contains(k.Workspaces, workspace) || slices.Contains(k.Workspaces, Everywhere)
}

// prefix begins every secret, which makes leaked secrets recognizable.
const prefix = "grove"

// idLength is the length of an id, in characters of base32.
const idLength = 8

// maxName is the maximum length of a name in bytes.
const maxName = 200

// generate returns a new secret and its record.
func generate(name string, role Role, workspaces []string, now time.Time) (string, Key, error) {
	const op = "keys.Add"
	if !slices.Contains(Roles(), role) {
		return "", Key{}, fault.New(fault.Invalid, op, string(role), "not a role", "use read, write or admin")
	}
	if name == "" || len(name) > maxName || strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r == 0x7f || r == 0xfffd }) {
		return "", Key{}, fault.New(fault.Invalid, op, name, "invalid name of a key", "use 1 to 200 bytes of printable text")
	}
	if len(workspaces) == 0 {
		return "", Key{}, fault.New(fault.Invalid, op, name, "the key has no workspaces", "name workspaces, or * for all")
	}
	scope := lists.Sorted(workspaces)
	for _, w := range scope {
		if w == Everywhere {
			scope = []string{Everywhere}
			break
		}
		if err := config.CheckWorkspace(w); err != nil {
			return "", Key{}, err
		}
	}
	id := strings.ToLower(rand.Text()[:idLength])
	secret := prefix + "_" + id + "_" + strings.ToLower(rand.Text())
	return secret, Key{ID: id, Name: name, Role: role, Workspaces: scope, Created: now.UTC().Truncate(time.Second), Hash: hash(secret)}, nil
}

func hash(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}

// match returns the key of a secret. It compares every key in constant time, so that the
// duration reveals nothing about the stored keys.
func match(list []Key, secret string) (found Key, ok bool) {
	want := []byte(hash(secret))
	for _, k := range list {
		if subtle.ConstantTimeCompare(want, []byte(k.Hash)) == 1 {
			found, ok = k, true
		}
	}
	return found, ok
}
