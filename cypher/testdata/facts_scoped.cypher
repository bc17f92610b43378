:param elements => ['novels/k1', 'novels/k2'];
:param limit => 1000;
:param scopeDocuments => ['novels/d1', 'novels/d2'];
:param scopeSince => '2026-01-02T03:04:06Z';
:param scopeTags => ['it\'s \\\' `x`") // \n MATCH (n) DETACH DELETE n \u2028 \u0000 亚哈 𝔸=a', 'k=v'];
UNWIND $elements AS key
MATCH (k:KeyElement {key: key})<-[:ABOUT]-(f:AtomicFact)<-[h:HAS_FACT]-(c:Chunk)<-[:HAS_CHUNK]-(d:Document) WHERE d.key IN $scopeDocuments AND d.ingestedAt >= datetime($scopeSince) AND all(tag IN $scopeTags WHERE tag IN d.tags) AND EXISTS { MATCH (within:Document)-[:HAS_CHUNK]->(:Chunk)-[said:HAS_FACT]->(f) WHERE within.key IN $scopeDocuments AND within.ingestedAt >= datetime($scopeSince) AND all(tag IN $scopeTags WHERE tag IN within.tags) AND k.id IN said.about }
WITH k, f, c, d, h ORDER BY h.start, h.`end`, h.`in`, h.surface
WITH k, f, c, d, head(collect(h)) AS h
RETURN f.id AS fact, f.text AS text, k.id AS element, c.id AS chunk, d.id AS document, c.index AS index,
  h.start AS start, h.`end` AS `end`, h.`in` AS `in`
ORDER BY document, index, start, fact, element LIMIT $limit;
