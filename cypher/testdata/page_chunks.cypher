:param after => 'novels/';
:param `end` => 'novels0';
:param limit => 1000;
MATCH (c:Chunk) WHERE c.key > $after AND c.key < $end
WITH c ORDER BY c.key LIMIT $limit
RETURN [(d:Document)-[:HAS_CHUNK]->(c) | d.id][0] AS document, c.id AS id, c.index AS index, c.start AS start, c.`end` AS `end`, c.text AS text,
  c.tokens AS tokens, c.page AS page, c.heading AS heading, c.name AS name
ORDER BY id;
