:param entities => ['novels/k1', 'novels/k2'];
:param limit => 1000;
:param scopeDocuments => ['novels/d1', 'novels/d2'];
:param scopeSince => '2026-01-02T03:04:06Z';
:param scopeTags => ['it\'s \\\' `x`") // \n MATCH (n) DETACH DELETE n \u2028 \u0000 亚哈 𝔸=a', 'k=v'];
UNWIND $entities AS key
MATCH (:KeyElement {key: key})-[:HAS_ATTRIBUTE]->(a:Attribute) WHERE EXISTS { MATCH (within:Document)-[:HAS_CHUNK]->(by:Chunk)-[:STATES]->(a) WHERE within.key IN $scopeDocuments AND within.ingestedAt >= datetime($scopeSince) AND all(tag IN $scopeTags WHERE tag IN within.tags) }
WITH DISTINCT a ORDER BY a.entity, a.attribute, a.value, a.id LIMIT $limit
RETURN a.id AS id, a.entity AS entity, a.attribute AS attribute, a.value AS value, COUNT { MATCH (within:Document)-[:HAS_CHUNK]->(by:Chunk)-[:STATES]->(a) WHERE within.key IN $scopeDocuments AND within.ingestedAt >= datetime($scopeSince) AND all(tag IN $scopeTags WHERE tag IN within.tags) RETURN DISTINCT by } AS support
ORDER BY entity, attribute, value, id;
