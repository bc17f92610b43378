:param chunks => ['novels/c1'];
:param limit => 1000;
UNWIND $chunks AS key
MATCH (c:Chunk {key: key})-[m:MENTIONS]->(k:KeyElement)
WITH c, k, sum(m.count) AS count ORDER BY c.id, k.id LIMIT $limit
RETURN c.id AS chunk, count, k.id AS id, k.norm AS norm, k.name AS name, k.aliases AS aliases, k.type AS type,
  k.description AS description, k.support AS support
ORDER BY chunk, id;
