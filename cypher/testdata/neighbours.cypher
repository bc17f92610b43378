:param element => 'novels/k1';
:param limit => 1000;
MATCH (e:KeyElement {key: $element})<-[:ABOUT]-(f:AtomicFact)-[:ABOUT]->(k:KeyElement)
WITH k, count(f) AS shared ORDER BY shared DESC, k.id LIMIT $limit
RETURN shared, k.id AS id, k.norm AS norm, k.name AS name, k.aliases AS aliases, k.type AS type,
  k.description AS description, k.support AS support
ORDER BY shared DESC, id;
