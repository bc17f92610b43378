:param after => 'novels/';
:param `end` => 'novels0';
:param least => 3;
:param limit => 1000;
MATCH (p:Proposal) WHERE p.support >= $least AND p.key > $after AND p.key < $end
WITH p ORDER BY p.support DESC, p.id LIMIT $limit
RETURN p.id AS id, p.part AS part, p.name AS name, p.support AS support, p.signature AS signature, p.confidence AS confidence,
  COUNT { MATCH (d:Document)-[:HAS_CHUNK]->(:Chunk)-[:PROPOSES]->(p) RETURN DISTINCT d } AS documents
ORDER BY support DESC, id;
