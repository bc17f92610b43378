:param after => 'novels/f1';
:param `end` => 'novels0';
:param limit => 2;
MATCH (f:AtomicFact) WHERE f.key > $after AND f.key < $end
WITH f ORDER BY f.key LIMIT $limit
RETURN f.id AS id, f.text AS text, f.support AS support,
  COLLECT {
    MATCH (c:Chunk)-[e:HAS_FACT]->(f)
    RETURN e {chunk: c.id, .text, .about, .start, .`end`, .`in`, .surface, .count} ORDER BY c.id, e.`in`, e.surface
  } AS evidence
ORDER BY id;
