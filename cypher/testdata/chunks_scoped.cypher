:param keys => ['novels/c1'];
:param limit => 1000;
:param scopeDocuments => ['novels/d1', 'novels/d2'];
:param scopeSince => '2026-01-02T03:04:06Z';
:param scopeTags => ['it\'s \\\' `x`") // \n MATCH (n) DETACH DELETE n \u2028 \u0000 亚哈 𝔸=a', 'k=v'];
UNWIND $keys AS key
MATCH (d:Document)-[:HAS_CHUNK]->(c:Chunk {key: key}) WHERE d.key IN $scopeDocuments AND d.ingestedAt >= datetime($scopeSince) AND all(tag IN $scopeTags WHERE tag IN d.tags)
WITH d, c ORDER BY d.id, c.index, c.id LIMIT $limit
RETURN d.id AS document, c.id AS id, c.index AS index, c.start AS start, c.`end` AS `end`, c.text AS text,
  c.tokens AS tokens, c.page AS page, c.heading AS heading, c.name AS name,
  [(p:Chunk)-[:NEXT]->(c) | p.id][0] AS previous, [(c)-[:NEXT]->(n:Chunk) | n.id][0] AS next,
  d.source AS source, d.sourceId AS sourceId, d.title AS title
ORDER BY document, index, id;
