:param document => 'novels/d1';
:param from => 0;
:param limit => 1000;
:param scopeDocuments => ['novels/d1'];
MATCH (d:Document {key: $document})-[:HAS_CHUNK]->(c:Chunk) WHERE c.index >= $from AND d.key IN $scopeDocuments
WITH d, c ORDER BY d.id, c.index, c.id LIMIT $limit
RETURN d.id AS document, c.id AS id, c.index AS index, c.start AS start, c.`end` AS `end`, c.text AS text,
  c.tokens AS tokens, c.page AS page, c.heading AS heading, c.name AS name,
  [(p:Chunk)-[:NEXT]->(c) | p.id][0] AS previous, [(c)-[:NEXT]->(n:Chunk) | n.id][0] AS next,
  d.source AS source, d.sourceId AS sourceId, d.title AS title
ORDER BY document, index, id;
