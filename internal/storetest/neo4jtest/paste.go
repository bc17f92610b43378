package neo4jtest

import (
	"strings"
	"testing"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"
)

// Paste runs what Neo4j Browser would: ":param" lines, then a statement. It
// returns the rows.
func Paste(t *testing.T, driver neo4j.DriverWithContext, text string) []*neo4j.Record {
	t.Helper()
	session := driver.NewSession(t.Context(), neo4j.SessionConfig{})
	defer session.Close(t.Context())
	params := map[string]any{}
	var statement []string
	for line := range strings.Lines(text) {
		name, value, isParam := strings.Cut(strings.TrimPrefix(line, ":param "), " => ")
		if !isParam || !strings.HasPrefix(line, ":param ") {
			statement = append(statement, line)
			continue
		}
		result, err := session.Run(t.Context(), "RETURN "+strings.TrimSuffix(strings.TrimSpace(value), ";"), nil)
		if err != nil {
			t.Fatal(err)
		}
		row, err := result.Single(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		params[strings.Trim(name, "`")] = row.Values[0]
	}
	result, err := session.Run(t.Context(), strings.TrimSuffix(strings.TrimSpace(strings.Join(statement, "")), ";"), params)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := result.Collect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return rows
}
