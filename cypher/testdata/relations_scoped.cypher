:param elements => ['novels/k1', 'novels/k2'];
:param fanout => 50;
:param scopeDocuments => ['novels/d1', 'novels/d2'];
:param scopeSince => '2026-01-02T03:04:06Z';
:param scopeTags => ['it\'s \\\' `x`") // \n MATCH (n) DETACH DELETE n \u2028 \u0000 亚哈 𝔸=a', 'k=v'];
UNWIND $elements AS key
MATCH (e:KeyElement {key: key})
CALL (e) {
  MATCH (e)<-[r:HATES]-(:KeyElement)
  MATCH (t:Triple {key: r.key})
  WITH r, t, COUNT { MATCH (within:Document)-[:HAS_CHUNK]->(by:Chunk)-[:STATES]->(t) WHERE within.key IN $scopeDocuments AND within.ingestedAt >= datetime($scopeSince) AND all(tag IN $scopeTags WHERE tag IN within.tags) RETURN DISTINCT by } AS support WHERE support > 0
  RETURN r, t, support ORDER BY support DESC, r.id LIMIT $fanout
}
RETURN e.id AS element, t.id AS id, t.subject AS subject, t.relation AS relation, t.object AS object, t.name AS name, support AS support,
  startNode(r).name AS headName, endNode(r).name AS tailName
ORDER BY element, support DESC, id;
