:param ids => ['novels/p1', 'novels/p2'];
:param least => 0;
:param limit => 1000;
:param part => 'type';
UNWIND $ids AS key
MATCH (p:Proposal {key: key}) WHERE p.support >= $least AND p.part = $part
WITH p ORDER BY p.support DESC, p.id LIMIT $limit
RETURN p.id AS id, p.part AS part, p.name AS name, p.support AS support, p.signature AS signature, p.confidence AS confidence,
  COUNT { MATCH (d:Document)-[:HAS_CHUNK]->(:Chunk)-[:PROPOSES]->(p) RETURN DISTINCT d } AS documents
ORDER BY support DESC, id;
