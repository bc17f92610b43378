:param facts => ['novels/f1'];
:param limit => 1000;
UNWIND $facts AS key
MATCH (f:AtomicFact {key: key})-[:ABOUT]->(k:KeyElement)
WITH f, k ORDER BY f.id, k.id LIMIT $limit
RETURN f.id AS fact, k.id AS id, k.norm AS norm, k.name AS name, k.aliases AS aliases, k.type AS type,
  k.description AS description, k.support AS support
ORDER BY fact, id;
