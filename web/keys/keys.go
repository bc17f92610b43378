// Package keys holds the keys that let a client use the service: who they are,
// which workspaces they open and what they may do there. The keys themselves are
// never kept, only their hashes.
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
)

// Role is what a key may do; each role may do all that the one before may.
type Role string

// The roles.
const (
	// Read asks, searches and exports.
	Read Role = "read"
	// Write adds and removes documents, too, and steers jobs.
	Write Role = "write"
	// Admin makes and removes workspaces, too.
	Admin Role = "admin"
)

// Roles are all roles, from the least to the most.
func Roles() []Role { return []Role{Read, Write, Admin} }

// May tells whether a role allows what another one asks for; "" asks for nothing.
func (r Role) May(need Role) bool {
	return need == "" || slices.Index(Roles(), r) >= slices.Index(Roles(), need)
}

// Everywhere, in the place of a workspace, is all of them.
const Everywhere = "*"

// Key is what is kept of a key.
type Key struct {
	// ID names the key in lists and logs; it is the middle part of the key itself.
	ID string `json:"id"`
	// Name is whom the key is for.
	Name string `json:"name"`
	Role Role   `json:"role"`
	// Workspaces are those that the key opens, sorted, or Everywhere alone.
	Workspaces []string  `json:"workspaces"`
	Created    time.Time `json:"created"`
	// Hash is the SHA-256 of the whole key, in hex. A key has 130 random bits, so
	// that nothing slower is needed to keep it from being guessed.
	Hash string `json:"hash"`
}

// Opens tells whether the key is for a workspace.
func (k Key) Opens(workspace string) bool {
	return slices.Contains(k.Workspaces, workspace) || slices.Contains(k.Workspaces, Everywhere)
}

// prefix begins every key, so that it is known for one where it is found.
const prefix = "grove"

// idLength is how many characters of base32 name a key.
const idLength = 8

// maxName is the longest name of a key, in bytes.
const maxName = 200

// generate makes a key and what is kept of it.
func generate(name string, role Role, workspaces []string, now time.Time) (string, Key, error) {
	const op = "keys.Add"
	if !slices.Contains(Roles(), role) {
		return "", Key{}, fault.New(fault.Invalid, op, string(role), "not a role", "use read, write or admin")
	}
	if name == "" || len(name) > maxName || strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r == 0x7f || r == 0xfffd }) {
		return "", Key{}, fault.New(fault.Invalid, op, name, "not a name of a key", "use 1 to 200 bytes of printable text")
	}
	if len(workspaces) == 0 {
		return "", Key{}, fault.New(fault.Invalid, op, name, "a key for no workspace", "name workspaces, or * for all")
	}
	scope := slices.Compact(slices.Sorted(slices.Values(workspaces)))
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

// match finds the key that a secret is. Every key is compared, in constant time,
// so that the time taken tells nothing of what is kept.
func match(list []Key, secret string) (Key, bool) {
	want := []byte(hash(secret))
	found := -1
	for i, k := range list {
		if subtle.ConstantTimeCompare(want, []byte(k.Hash)) == 1 {
			found = i
		}
	}
	if found < 0 {
		return Key{}, false
	}
	return list[found], true
}
