:param elements => ['novels/k1', 'novels/k2'];
:param limit => 1000;
UNWIND $elements AS key
MATCH (k:KeyElement {key: key})<-[:ABOUT]-(f:AtomicFact)<-[h:HAS_FACT]-(c:Chunk)<-[:HAS_CHUNK]-(d:Document)
WITH k, f, c, d, h ORDER BY h.start, h.`end`, h.`in`, h.surface
WITH k, f, c, d, head(collect(h)) AS h
RETURN f.id AS fact, f.text AS text, k.id AS element, c.id AS chunk, d.id AS document, c.index AS index,
  h.start AS start, h.`end` AS `end`, h.`in` AS `in`
ORDER BY document, index, start, fact, element LIMIT $limit;
