:param after => 'novels/';
:param `end` => 'novels0';
:param limit => 1000;
MATCH (p:Proposal) WHERE p.key > $after AND p.key < $end
WITH p ORDER BY p.key LIMIT $limit
RETURN p.id AS id, p.part AS part, p.name AS name, p.support AS support, p.signature AS signature, p.confidence AS confidence,
  COLLECT {
    MATCH (c:Chunk)-[e:PROPOSES]->(p)
    RETURN e {chunk: c.id, .subject, .object, .signature, .start, .`end`, .`in`, .surface, .count} ORDER BY c.id, e.`in`, e.surface
  } AS evidence
ORDER BY id;
