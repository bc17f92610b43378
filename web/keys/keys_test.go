package keys_test

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"grove/internal/fault"
	"grove/web/keys"
)

func TestKeys(t *testing.T) {
	dir := t.TempDir()
	f, now := keys.Open(dir), time.Date(2026, 1, 2, 3, 4, 5, 6, time.UTC)
	if list, err := f.List(); err != nil || len(list) != 0 {
		t.Fatalf("%v, %v", list, err)
	}
	secret, k, err := f.Add("reader", keys.Read, []string{"b", "a", "b"}, now)
	if err != nil || len(k.Workspaces) != 2 || !k.Opens("a") || k.Opens("c") {
		t.Fatalf("%+v, %v", k, err)
	}
	raw, err := os.ReadFile(filepath.Join(dir, keys.FileName))
	if err != nil || strings.Contains(string(raw), secret) {
		t.Errorf("the key itself is kept: %v", err)
	}
	if info, err := os.Stat(filepath.Join(dir, keys.FileName)); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	for _, c := range []struct {
		secret string
		want   bool
	}{{secret, true}, {"", false}, {secret + "x", false}, {secret[:len(secret)-1], false}, {strings.ToUpper(secret), false}, {k.Hash, false}} {
		if got, ok, err := f.Check(c.secret); err != nil || ok != c.want || ok && got.ID != k.ID {
			t.Errorf("Check(%q) = %v, %v", c.secret, ok, err)
		}
	}
	// Another process revokes it: this one notices.
	if err := keys.Open(dir).Revoke(k.ID); err != nil {
		t.Fatal(err)
	}
	if _, ok, err := f.Check(secret); ok || err != nil {
		t.Errorf("a revoked key is taken, %v", err)
	}
	if err := f.Revoke(k.ID); !fault.Is(err, fault.NotFound) {
		t.Errorf("revoked twice: %v", err)
	}
}

func TestAddRefuses(t *testing.T) {
	f := keys.Open(t.TempDir())
	for name, c := range map[string]struct {
		name       string
		role       keys.Role
		workspaces []string
	}{
		"role":         {"x", "root", []string{"a"}},
		"no name":      {"", keys.Read, []string{"a"}},
		"line break":   {"a\nb", keys.Read, []string{"a"}},
		"invalid text": {"a\xff", keys.Read, []string{"a"}},
		"no workspace": {"x", keys.Read, nil},
		"path":         {"x", keys.Read, []string{"../a"}},
	} {
		if _, _, err := f.Add(c.name, c.role, c.workspaces, time.Now()); !fault.Is(err, fault.Invalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Keys made at once are all kept.
func TestAddAtOnce(t *testing.T) {
	dir := t.TempDir()
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			if _, _, err := keys.Open(dir).Add("x", keys.Admin, []string{keys.Everywhere}, time.Now()); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	if list, err := keys.Open(dir).List(); err != nil || len(list) != 8 {
		t.Errorf("%d keys, %v", len(list), err)
	}
}

func TestCorrupt(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, keys.FileName), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := keys.Open(dir).Check("x"); !fault.Is(err, fault.Corrupt) {
		t.Errorf("%v", err)
	}
}

func TestRoles(t *testing.T) {
	for i, r := range keys.Roles() {
		for j, need := range keys.Roles() {
			if r.May(need) != (i >= j) {
				t.Errorf("%s may %s: %v", r, need, r.May(need))
			}
		}
		if !r.May("") {
			t.Errorf("%s may not do what needs nothing", r)
		}
	}
	if keys.Role("root").May(keys.Read) {
		t.Error("an unknown role may read")
	}
}
