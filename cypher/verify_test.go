package cypher

import (
	"testing"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"grove/internal/graph"
	"grove/internal/storetest"
)

// TestVerifyFindsDamage damages the graph past the store. $w is the workspace.
func TestVerifyFindsDamage(t *testing.T) {
	const log = "MATCH (d:Document {workspace: $w, source: 'log.txt'}) "
	damage := func(name, want string, statements ...string) storetest.Damage {
		return storetest.Damage{Name: name, Want: want, Statements: statements}
	}
	element := func(norm string) string { return "MATCH (k:KeyElement {workspace: $w, norm: '" + norm + "'}) " }
	storetest.RunDamages(t, openDamageable, []storetest.Damage{
		damage("a document's length", "partition 1", log+"SET d.runes = d.runes + 1"),
		damage("a document's digest", "partition 1", log+"SET d.sha256 = 'x'"),
		damage("a lost NEXT edge", "partition 1", "MATCH (:Chunk {workspace: $w, index: 1})-[n:NEXT]->() DELETE n"),
		damage("a chunk without its evidence", "partition 1, aggregates 2, orphans 4", "MATCH (c:Chunk {workspace: $w, index: 2}) DETACH DELETE c"),
		damage("a letter of a text", "partition 2, spans 4", log+"MATCH (d)-[:HAS_CHUNK]->(c) SET c.text = replace(c.text, 'Starbuck', 'Starbukk')"),
		damage("a span beside its surface", "spans 1", element("starbuck")+"MATCH (k)<-[e:MENTIONS]-() SET e.start = e.start + 1, e.end = e.end + 1"),
		damage("a span of the title", "spans 1", element("ahab")+"MATCH (k)<-[e:MENTIONS {in: 'title'}]-() SET e.end = e.end + 1"),
		damage("a support", "aggregates 1", "MATCH (f:AtomicFact {workspace: $w, support: 2}) SET f.support = 9"),
		damage("a caption", "aggregates 1", element("ishmael")+"SET k.name = 'Queequeg'"),
		damage("a tally", "aggregates 1", element("ishmael")+"SET k.typeCounts = [9]"),
		damage("a lost ABOUT edge", "aggregates 1", element("captain")+"MATCH (k)<-[a:ABOUT]-() DELETE a"),
		damage("an invented ABOUT edge", "aggregates 1", element("whale")+"MATCH (f:AtomicFact {workspace: $w, text: 'Starbuck obeys Ahab.'}) CREATE (f)-[:ABOUT {support: 1}]->(k)"),
		damage("a proposal's support", "aggregates 1", "MATCH (p:Proposal {workspace: $w}) SET p.support = 9"),
		damage("a proposal's confidence", "aggregates 1", "MATCH (p:Proposal {workspace: $w}) SET p.confidence = 1.0"),
		damage("a proposal without evidence", "orphans 1", "CREATE (:Proposal {workspace: $w, key: $w + '/px', id: 'px', part: 'relation', name: 'X', support: 1, signature: '', confidence: 0.0})"),
		damage("a fact without evidence", "orphans 1", "CREATE (:AtomicFact {workspace: $w, key: $w + '/fx', id: 'fx', text: 'x', support: 1})"),
		damage("a chunk without document", "sources 1", log+"DETACH DELETE d"),
		damage("a lost entity", "dangling 1", element("裴廓德号")+"MATCH (k)-[a:HAS_ATTRIBUTE]->() DELETE a"),
		damage("a lost key element", "aggregates 1, dangling 1", element("captain")+"DETACH DELETE k"),
		damage("a lost typed relation", "relations 1", "MATCH (:KeyElement {workspace: $w})-[r:OBEYS]->() DELETE r"),
		damage("a typed relation of another support", "relations 1", "MATCH (:KeyElement {workspace: $w})-[r:OBEYS]->() SET r.support = 7"),
		damage("a typed relation without triple", "relations 1", "MATCH (t:Triple {workspace: $w, relation: 'OBEYS'}) DETACH DELETE t"),
		damage("a relation drawn by hand", "relations 1", element("whale")+"MATCH (a:KeyElement {workspace: $w, norm: 'ahab'}) CREATE (k)-[:EATS]->(a)"),
		damage("a lost label", "storage 1", element("ishmael")+"REMOVE k:Person"),
		damage("a label without a type", "storage 1", element("whale")+"SET k:Entity"),
		damage("a document in part", "partial 1", log+"SET d.partial = true"),
		damage("a lost episode", "episodes 1", "MATCH (e:Episode {workspace: $w, index: 1}) DETACH DELETE e"),
		damage("an episode of another preset", "episodes 1", "MATCH (e:Episode {workspace: $w, index: 1}) SET e.preset = 'x'"),
		damage("an episode without document", "episodes 1, sources 1", "MATCH (e:Episode {workspace: $w, index: 0})<-[h:HAS_EPISODE]-() DELETE h"),
		damage("an episode that covers nothing", "dangling 1", "MATCH (e:Episode {workspace: $w, index: 0})-[c:COVERS]->() DELETE c"),
		damage("an episode that covers a chunk elsewhere", "dangling 1", log+"MATCH (d)-[:HAS_CHUNK]->(c {index: 0}), (e:Episode {workspace: $w, index: 0}) CREATE (e)-[:COVERS]->(c)"),
		damage("no schema", "schema 1", "MATCH (s:SchemaVersion {workspace: $w}) DELETE s"),
	})
}

func openDamageable(t *testing.T) (graph.Store, func(string) error) {
	s := open(t)
	return s, func(statement string) error {
		_, err := write(t.Context(), s, "test", func(tx neo4j.ManagedTransaction) (struct{}, error) {
			return struct{}{}, runAll(t.Context(), tx, []Statement{{statement, map[string]any{"w": string(s.workspace)}}})
		})
		return err
	}
}
