:param chunks => ['novels/c1'];
:param limit => 1000;
:param scopeTags => ['it\'s \\\' `x`") // \n MATCH (n) DETACH DELETE n \u2028 \u0000 亚哈 𝔸='];
UNWIND $chunks AS key
MATCH (c:Chunk {key: key})-[m:MENTIONS]->(k:KeyElement) WHERE EXISTS { MATCH (within:Document)-[:HAS_CHUNK]->(c) WHERE all(tag IN $scopeTags WHERE tag IN within.tags) }
WITH c, k, sum(m.count) AS count ORDER BY c.id, k.id LIMIT $limit
RETURN c.id AS chunk, count, k.id AS id, k.norm AS norm, k.name AS name, k.aliases AS aliases, k.type AS type,
  k.description AS description, COUNT { MATCH (within:Document)-[:HAS_CHUNK]->(by:Chunk)-[:MENTIONS]->(k) WHERE all(tag IN $scopeTags WHERE tag IN within.tags) RETURN DISTINCT by } AS support
ORDER BY chunk, id;
