package cypher

import "grove/internal/graph"

// Drawing asks for things with what joins them, as nodes and relations that Neo4j
// Browser draws: key elements with their typed relations, or with the facts that
// they share, and communities with their parents.
type Drawing struct {
	Elements    []graph.ID
	Communities []graph.ID
	// Facts draws shared facts between Elements instead of typed relations.
	Facts bool
}

func renderDrawing(w scope, q Drawing) Statement {
	if len(q.Communities) > 0 {
		return Statement{`UNWIND $communities AS key
MATCH (c:Community {key: key})
OPTIONAL MATCH (c)-[p:PARENT]->(o:Community)
RETURN c, p, o`, map[string]any{"communities": w.keys(q.Communities)}}
	}
	joined := "OPTIONAL MATCH (e)-[r]->(o:KeyElement) WHERE o.key IN $elements\nRETURN e, r, o"
	if q.Facts {
		joined = "OPTIONAL MATCH (e)<-[a:ABOUT]-(f:AtomicFact)-[b:ABOUT]->(o:KeyElement) WHERE o.key IN $elements AND e.id < o.id\n" +
			"RETURN e, a, f, b, o"
	}
	return Statement{"UNWIND $elements AS key\nMATCH (e:KeyElement {key: key})\n" + joined, map[string]any{"elements": w.keys(q.Elements)}}
}
