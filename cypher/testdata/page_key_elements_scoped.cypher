:param after => 'novels/';
:param `end` => 'novels0';
:param limit => 1000;
:param scopeDocuments => ['novels/d1', 'novels/d2'];
:param scopeSince => '2026-01-02T03:04:06Z';
:param scopeTags => ['it\'s \\\' `x`") // \n MATCH (n) DETACH DELETE n \u2028 \u0000 亚哈 𝔸=a', 'k=v'];
MATCH (k:KeyElement) WHERE k.key > $after AND k.key < $end AND EXISTS { MATCH (within:Document)-[:HAS_CHUNK]->(by:Chunk)-[:MENTIONS]->(k) WHERE within.key IN $scopeDocuments AND within.ingestedAt >= datetime($scopeSince) AND all(tag IN $scopeTags WHERE tag IN within.tags) }
WITH k ORDER BY k.key LIMIT $limit
RETURN k.id AS id, k.norm AS norm, k.name AS name, k.aliases AS aliases, k.type AS type,
  k.description AS description, COUNT { MATCH (within:Document)-[:HAS_CHUNK]->(by:Chunk)-[:MENTIONS]->(k) WHERE within.key IN $scopeDocuments AND within.ingestedAt >= datetime($scopeSince) AND all(tag IN $scopeTags WHERE tag IN within.tags) RETURN DISTINCT by } AS support,
  COLLECT {
    MATCH (c:Chunk)-[e:MENTIONS]->(k) WHERE EXISTS { MATCH (within:Document)-[:HAS_CHUNK]->(c) WHERE within.key IN $scopeDocuments AND within.ingestedAt >= datetime($scopeSince) AND all(tag IN $scopeTags WHERE tag IN within.tags) }
    RETURN e {chunk: c.id, .type, .description, .same, .apart, .start, .`end`, .`in`, .surface, .count} ORDER BY c.id, e.`in`, e.surface
  } AS evidence
ORDER BY id;
