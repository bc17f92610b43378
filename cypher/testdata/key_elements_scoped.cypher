:param facts => ['novels/f1'];
:param limit => 1000;
:param scopeDocuments => ['novels/d1', 'novels/d2'];
:param scopeSince => '2026-01-02T03:04:06Z';
:param scopeTags => ['it\'s \\\' `x`") // \n MATCH (n) DETACH DELETE n \u2028 \u0000 亚哈 𝔸=a', 'k=v'];
UNWIND $facts AS key
MATCH (f:AtomicFact {key: key})-[:ABOUT]->(k:KeyElement) WHERE EXISTS { MATCH (within:Document)-[:HAS_CHUNK]->(:Chunk)-[said:HAS_FACT]->(f) WHERE within.key IN $scopeDocuments AND within.ingestedAt >= datetime($scopeSince) AND all(tag IN $scopeTags WHERE tag IN within.tags) AND k.id IN said.about }
WITH f, k ORDER BY f.id, k.id LIMIT $limit
RETURN f.id AS fact, k.id AS id, k.norm AS norm, k.name AS name, k.aliases AS aliases, k.type AS type,
  k.description AS description, COUNT { MATCH (within:Document)-[:HAS_CHUNK]->(by:Chunk)-[:MENTIONS]->(k) WHERE within.key IN $scopeDocuments AND within.ingestedAt >= datetime($scopeSince) AND all(tag IN $scopeTags WHERE tag IN within.tags) RETURN DISTINCT by } AS support
ORDER BY fact, id;
