:param element => 'novels/k1';
:param limit => 1000;
:param scopeSince => '2026-01-02T03:04:06Z';
MATCH (e:KeyElement {key: $element})<-[:ABOUT]-(f:AtomicFact)-[:ABOUT]->(k:KeyElement) WHERE EXISTS { MATCH (within:Document)-[:HAS_CHUNK]->(:Chunk)-[said:HAS_FACT]->(f) WHERE within.ingestedAt >= datetime($scopeSince) AND e.id IN said.about } AND EXISTS { MATCH (within:Document)-[:HAS_CHUNK]->(:Chunk)-[said:HAS_FACT]->(f) WHERE within.ingestedAt >= datetime($scopeSince) AND k.id IN said.about }
WITH k, count(f) AS shared ORDER BY shared DESC, k.id LIMIT $limit
RETURN shared, k.id AS id, k.norm AS norm, k.name AS name, k.aliases AS aliases, k.type AS type,
  k.description AS description, COUNT { MATCH (within:Document)-[:HAS_CHUNK]->(by:Chunk)-[:MENTIONS]->(k) WHERE within.ingestedAt >= datetime($scopeSince) RETURN DISTINCT by } AS support
ORDER BY shared DESC, id;
