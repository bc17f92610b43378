package query

import "grove/cypher"

// BrowserCypher is a step's read in the form that Neo4j Browser takes: its
// parameters, then the statement.
func BrowserCypher(s Step) string {
	return cypher.Statement{Text: s.Cypher, Params: s.Params}.Browser()
}
