:param after => 'novels/';
:param `end` => 'novels0';
:param limit => 1000;
MATCH (a:Attribute) WHERE a.key > $after AND a.key < $end
WITH a ORDER BY a.key LIMIT $limit
RETURN a.id AS id, a.entity AS entity, a.attribute AS attribute, a.value AS value, a.support AS support,
  COLLECT {
    MATCH (c:Chunk)-[e:STATES]->(a)
    RETURN e {chunk: c.id, .start, .`end`, .`in`, .surface, .count} ORDER BY c.id, e.`in`, e.surface
  } AS evidence
ORDER BY id;
