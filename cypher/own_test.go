package cypher

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/storetest"
)

// TestOwn runs statements of the user's own: what only reads gives its rows, everything else is refused and
// changes nothing.
func TestOwn(t *testing.T) {
	s := open(t)
	apply(t, s, graph.Change{Add: storetest.Small()})
	before := dump(t, s)
	table, err := s.Own(t.Context(), Own{Text: "MATCH (c:Chunk) WHERE c.key STARTS WITH $w RETURN c.index AS i, c, [c.index, null] AS list ORDER BY c.index",
		Params: map[string]any{"w": string(s.workspace) + "/"}, Rows: 2})
	if err != nil || len(table.Rows) != 2 || !table.Truncated || strings.Join(table.Columns, " ") != "i c list" {
		t.Fatalf("%+v, %v", table, err)
	}
	raw, err := json.Marshal(table.Rows[0])
	if err != nil || !strings.Contains(string(raw), `"labels":["Chunk"]`) || !strings.Contains(string(raw), `[0,null]`) {
		t.Errorf("%s, %v", raw, err)
	}
	if table, err = s.Own(t.Context(), Own{Text: "MATCH p = (:Document)-->(:Chunk) RETURN p, 1.5 AS x, true AS y, datetime('2026-01-02') AS d LIMIT 1"}); err != nil || len(table.Rows) != 1 || table.Truncated {
		t.Errorf("%+v, %v", table, err)
	}
	if table, err = s.Own(t.Context(), Own{Text: "CALL db.labels() YIELD label RETURN count(*) AS n"}); err != nil || len(table.Rows) != 1 {
		t.Errorf("%+v, %v", table, err)
	}
	// Rows beyond the limit are not sent by the server: 200 million of them would take minutes.
	began := time.Now()
	if table, err = s.Own(t.Context(), Own{Text: "UNWIND range(1, 200000000) AS x RETURN x", Rows: 3}); err != nil || len(table.Rows) != 3 || !table.Truncated || time.Since(began) > 10*time.Second {
		t.Errorf("%+v after %s, %v", table, time.Since(began), err)
	}
	table, err = s.Own(t.Context(), Own{Text: "RETURN [0.0/0.0, 1.0/0.0] AS x"})
	if raw, bad := json.Marshal(table); err != nil || bad != nil || !strings.Contains(string(raw), `["NaN","+Inf"]`) {
		t.Errorf("%s, %v, %v", raw, err, bad)
	}
	ended, stop := context.WithDeadline(t.Context(), time.Now().Add(-time.Second))
	defer stop()
	if _, err := s.Own(ended, Own{Text: "RETURN 1"}); !fault.Is(err, fault.Canceled) {
		t.Errorf("a caller whose time is over: %v", err)
	}
	for _, text := range []string{"", "MATCH (n) DETACH DELETE n", "CREATE (:X)", "MATCH (n) SET n.x = 1 RETURN n", "MERGE (:X {a: 1})",
		"CREATE INDEX x FOR (n:X) ON (n.a)", "LOAD CSV FROM 'file:///etc/passwd' AS l RETURN l", "CALL dbms.listConfig() YIELD name RETURN name",
		"SHOW USERS", "RETURN 1; MATCH (n) DETACH DELETE n", "RETURN $missing", "MATCH (n RETURN n", "EXPLAIN RETURN 1", "PROFILE MATCH (n) DETACH DELETE n",
		"CALL (*) { MATCH (n) DETACH DELETE n } IN TRANSACTIONS", "MATCH (n) CALL (n) { SET n.x = 1 } RETURN 1", "USE system SHOW DATABASES", "// only a comment",
		"RETURN reduce(s = 'x', i IN range(1, 24) | s + s) AS x", "FOREACH (i IN [1] | CREATE (:X))", "CYPHER runtime=slotted CREATE (:X)", "RETURN 1 " + strings.Repeat("+1", longestOwn)} {
		if table, err := s.Own(t.Context(), Own{Text: text}); !fault.Is(err, fault.Invalid) {
			t.Errorf("%.60s: %+v, %v", text, table, err)
		}
	}
	for _, rows := range []int{-1, MostOwnRows + 1} {
		if _, err := s.Own(t.Context(), Own{Text: "RETURN 1", Rows: rows}); !fault.Is(err, fault.Invalid) {
			t.Errorf("%d rows: %v", rows, err)
		}
	}
	if dump(t, s) != before {
		t.Error("a statement changed the graph")
	}
}
