:param after => 'novels/c1';
:param limit => 1000;
:param proposals => ['novels/p1'];
UNWIND $proposals AS key
MATCH (:Proposal {key: key})<-[:PROPOSES]-(c:Chunk)<-[:HAS_CHUNK]-(d:Document) WHERE c.key > $after
RETURN DISTINCT c.id AS chunk, d.id AS document
ORDER BY chunk LIMIT $limit;
