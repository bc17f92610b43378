:param keys => ['novels/k1', 'novels/k2'];
:param limit => 1000;
:param norms => ['a'];
:param prefix => 'a';
:param scopeDocuments => ['novels/d1', 'novels/d2'];
:param scopeSince => '2026-01-02T03:04:06Z';
:param scopeTags => ['it\'s \\\' `x`") // \n MATCH (n) DETACH DELETE n \u2028 \u0000 亚哈 𝔸=a', 'k=v'];
:param workspace => 'novels';
CALL () {
  UNWIND $norms AS norm MATCH (k:KeyElement {workspace: $workspace, norm: norm}) RETURN k
UNION
  MATCH (k:KeyElement {workspace: $workspace, merged: true}) WHERE any(norm IN k.norms WHERE norm IN $norms) RETURN k
UNION
  MATCH (k:KeyElement) WHERE k.workspace = $workspace AND k.norm STARTS WITH $prefix AND EXISTS { MATCH (within:Document)-[:HAS_CHUNK]->(by:Chunk)-[:MENTIONS]->(k) WHERE within.key IN $scopeDocuments AND within.ingestedAt >= datetime($scopeSince) AND all(tag IN $scopeTags WHERE tag IN within.tags) }
  RETURN k ORDER BY k.norm, k.id LIMIT $limit
UNION
  MATCH (k:KeyElement {workspace: $workspace, merged: true}) WHERE any(norm IN k.norms WHERE norm STARTS WITH $prefix) RETURN k
UNION
  UNWIND $keys AS key MATCH (k:KeyElement {key: key}) RETURN k
}
WITH k WHERE EXISTS { MATCH (within:Document)-[:HAS_CHUNK]->(by:Chunk)-[:MENTIONS]->(k) WHERE within.key IN $scopeDocuments AND within.ingestedAt >= datetime($scopeSince) AND all(tag IN $scopeTags WHERE tag IN within.tags) }
WITH k ORDER BY k.norm, k.id LIMIT $limit
RETURN k.id AS id, k.norm AS norm, k.name AS name, k.aliases AS aliases, k.type AS type,
  k.description AS description, COUNT { MATCH (within:Document)-[:HAS_CHUNK]->(by:Chunk)-[:MENTIONS]->(k) WHERE within.key IN $scopeDocuments AND within.ingestedAt >= datetime($scopeSince) AND all(tag IN $scopeTags WHERE tag IN within.tags) RETURN DISTINCT by } AS support
ORDER BY norm, id;
