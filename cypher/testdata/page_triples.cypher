:param after => 'novels/';
:param `end` => 'novels0';
:param limit => 1000;
MATCH (t:Triple) WHERE t.key > $after AND t.key < $end
WITH t ORDER BY t.key LIMIT $limit
RETURN t.id AS id, t.subject AS subject, t.relation AS relation, t.object AS object, t.name AS name, t.support AS support,
  COLLECT {
    MATCH (c:Chunk)-[e:STATES]->(t)
    RETURN e {chunk: c.id, .head, .tail, .start, .`end`, .`in`, .surface, .count} ORDER BY c.id, e.`in`, e.surface
  } AS evidence
ORDER BY id;
