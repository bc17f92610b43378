package sqlite_test

import (
	"database/sql"
	"path/filepath"
	"testing"

	"grove/internal/graph"
	"grove/internal/sqlite"
	"grove/internal/storetest"
)

// TestVerifyFindsDamage damages the database past the store.
func TestVerifyFindsDamage(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine; the whole run has it")
	}
	const ofLog = "(SELECT id FROM document WHERE source = 'log.txt')"
	storetest.RunDamages(t, openDamageable, []storetest.Damage{
		damage("a document's length", "partition 1", "UPDATE document SET runes = runes + 1 WHERE source = 'log.txt'"),
		damage("a document's digest", "partition 1", "UPDATE document SET sha256 = 'x' WHERE source = 'log.txt'"),
		damage("a chunk out of place", "partition 1", "UPDATE chunk SET position = 7 WHERE position = 2"),
		damage("a chunk without its evidence", "partition 1, aggregates 2, orphans 4", "DELETE FROM chunk WHERE position = 2"),
		damage("a letter of a text", "partition 2, spans 4", "UPDATE chunk SET text = replace(text, 'Starbuck', 'Starbukk')"),
		damage("a span beside its surface", "spans 1", "UPDATE mentions SET begins = begins + 1, ends = ends + 1 WHERE surface = 'Starbuck'"),
		damage("a span outside the chunk", "spans 1", "UPDATE has_fact SET ends = ends + 1000 WHERE surface = 'He hunts it.'"),
		damage("a span of the title", "spans 1", "UPDATE mentions SET ends = ends + 1 WHERE place = 'title'"),
		damage("no such place", "spans 1", "UPDATE mentions SET place = 'page' WHERE surface = 'Starbuck'"),
		damage("a support", "aggregates 1", "UPDATE fact SET support = 9 WHERE support = 2"),
		damage("a caption", "aggregates 1", "UPDATE key_element SET name = 'Queequeg' WHERE norm = 'ishmael'"),
		damage("a type", "aggregates 1", "UPDATE key_element SET type = 'Fish' WHERE norm = 'whale'"),
		damage("a tally", "aggregates 1", `UPDATE key_element SET types = '{"Person":9}' WHERE norm = 'ishmael'`),
		damage("an attribute's support", "aggregates 1", "UPDATE attribute SET support = 3 WHERE key = 'rank'"),
		damage("a triple's caption", "aggregates 1", "UPDATE triple SET name = 'x' WHERE relation = 'OBEYS'"),
		damage("a lost ABOUT edge", "aggregates 1", "DELETE FROM about WHERE element = (SELECT id FROM key_element WHERE norm = 'captain')"),
		damage("an invented ABOUT edge", "aggregates 1", "INSERT INTO about SELECT f.id, k.id, 1 FROM fact f, key_element k WHERE f.text = 'Starbuck obeys Ahab.' AND k.norm = 'whale'"),
		damage("a proposal's support", "aggregates 1", "UPDATE proposal SET support = 9"),
		damage("a proposal's confidence", "aggregates 1", "UPDATE proposal SET confidence = 1"),
		damage("a proposal's tally", "aggregates 1", `UPDATE proposal SET signatures = '{"A>B":2}'`),
		damage("a proposal without evidence", "orphans 1", "INSERT INTO proposal VALUES ('px', 'relation', 'X', 1, '', 0, '{}')"),
		damage("a lost proposal", "dangling 2", "DELETE FROM proposal"),
		damage("a fact without evidence", "orphans 1", "INSERT INTO fact VALUES ('fx', 'x', 1, '{}')"),
		damage("a key element without evidence", "orphans 1", "INSERT INTO key_element VALUES ('kx', 'x', 'x', '', '', 1, '{}', '{}', '{}')"),
		damage("chunks without document", "aggregates 7, orphans 5", "DELETE FROM document WHERE source = 'log.txt'"),
		damage("chunks without document, foreign keys off", "sources 1", "PRAGMA foreign_keys = 0", "DELETE FROM document WHERE source = 'log.txt'"),
		damage("evidence without chunk", "sources 10", "PRAGMA foreign_keys = 0", "DELETE FROM chunk WHERE document = "+ofLog, "DELETE FROM document WHERE source = 'log.txt'"),
		damage("a lost fact", "dangling 3", "DELETE FROM fact WHERE text = 'Starbuck obeys Ahab.'"),
		damage("a lost key element", "dangling 2", "DELETE FROM key_element WHERE norm = 'captain'"),
		damage("a lost attribute", "dangling 1", "DELETE FROM attribute WHERE key = 'rank'"),
		damage("a lost triple", "dangling 1", "DELETE FROM triple WHERE relation = 'OBEYS'"),
		damage("a triple that ends nowhere", "relations 1", "UPDATE triple SET tail = 'knone' WHERE relation = 'OBEYS'"),
		damage("a document in part", "partial 1", "UPDATE document SET partial = 1 WHERE source = 'log.txt'"),
		damage("a lost episode", "episodes 1", "DELETE FROM episode WHERE position = 1"),
		damage("an episode out of place", "episodes 3", "UPDATE episode SET position = 7 WHERE position = 0"),
		damage("episodes that begin late", "episodes 1", "UPDATE episode SET begins = 1 WHERE position = 0"),
		damage("episodes of no preset", "episodes 2", "UPDATE document SET paged = ''"),
		damage("no schema", "schema 1", "DELETE FROM schema_version"),
		damage("an index that lacks its rows", "storage 8", "PRAGMA writable_schema = 1",
			"UPDATE sqlite_schema SET sql = 'CREATE INDEX key_element_norm ON key_element (support)' WHERE name = 'key_element_norm'", "PRAGMA schema_version = 999"),
	})
}

func damage(name, want string, statements ...string) storetest.Damage {
	return storetest.Damage{Name: name, Want: want, Statements: statements}
}

// openDamageable opens a store, and a second connection past it.
func openDamageable(t *testing.T) (graph.Store, func(string) error) {
	dir := t.TempDir()
	store, err := sqlite.Open(t.Context(), dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", "file:"+filepath.Join(dir, sqlite.File)+"?_pragma=foreign_keys(1)")
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
		if err := store.Close(t.Context()); err != nil {
			t.Error(err)
		}
	})
	return store, func(statement string) error {
		_, err := db.ExecContext(t.Context(), statement)
		return err
	}
}
