:param after => 'novels/';
:param `end` => 'novels0';
:param limit => 1000;
MATCH (k:KeyElement) WHERE k.key > $after AND k.key < $end
WITH k ORDER BY k.key LIMIT $limit
RETURN k.id AS id, k.norm AS norm, k.name AS name, k.aliases AS aliases, k.type AS type,
  k.description AS description, k.support AS support,
  COLLECT {
    MATCH (c:Chunk)-[e:MENTIONS]->(k)
    RETURN e {chunk: c.id, .type, .description, .same, .apart, .start, .`end`, .`in`, .surface, .count} ORDER BY c.id, e.`in`, e.surface
  } AS evidence
ORDER BY id;
