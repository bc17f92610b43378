:param beam => 500;
:param fanout => 50;
:param from => 'novels/k1';
:param limit => 20;
:param scopeDocuments => ['novels/d1', 'novels/d2'];
:param scopeSince => '2026-01-02T03:04:06Z';
:param scopeTags => ['it\'s \\\' `x`") // \n MATCH (n) DETACH DELETE n \u2028 \u0000 亚哈 𝔸=a', 'k=v'];
:param to => 'novels/k2';
:param workspace => 'novels';
MATCH (from:KeyElement {key: $from}), (to:KeyElement {key: $to}) WHERE from <> to
WITH to, [{elements: [from], triples: [], weight: 0}] AS open, [] AS found
CALL (open) {
  UNWIND open AS p
  WITH p, last(p.elements) AS e
  MATCH (e)-[r]-(goal:KeyElement {key: $to}) USING INDEX SEEK goal:KeyElement(key)
  MATCH (t:Triple {key: r.key})
  WITH p, goal, r, COUNT { MATCH (within:Document)-[:HAS_CHUNK]->(by:Chunk)-[:STATES]->(t) WHERE within.key IN $scopeDocuments AND within.ingestedAt >= datetime($scopeSince) AND all(tag IN $scopeTags WHERE tag IN within.tags) RETURN DISTINCT by } AS support WHERE support > 0
  WITH p.elements + [goal] AS elements, p.triples + [r.id] AS triples, p.weight + support AS weight
  ORDER BY weight DESC, triples LIMIT $limit
  RETURN collect({elements: elements, triples: triples, weight: weight}) AS closed
}
WITH to, open, found + closed AS found
CALL (to, open, found) {
  UNWIND CASE WHEN size(found) < $limit THEN open ELSE [] END AS p
  WITH p, last(p.elements) AS e
  CALL (e) {
    MATCH (e)-[r]-(next:KeyElement)
  MATCH (t:Triple {key: r.key})
  WITH next, r, COUNT { MATCH (within:Document)-[:HAS_CHUNK]->(by:Chunk)-[:STATES]->(t) WHERE within.key IN $scopeDocuments AND within.ingestedAt >= datetime($scopeSince) AND all(tag IN $scopeTags WHERE tag IN within.tags) RETURN DISTINCT by } AS support WHERE support > 0
    RETURN r, next, support ORDER BY support DESC, r.id, next.id LIMIT $fanout
  }
  WITH p, r, next, support WHERE next <> to AND NOT next IN p.elements
  WITH p.elements + [next] AS elements, p.triples + [r.id] AS triples, p.weight + support AS weight
  ORDER BY weight DESC, triples LIMIT $beam
  RETURN collect({elements: elements, triples: triples, weight: weight}) AS longer
}
WITH to, longer AS open, found
CALL (open) {
  UNWIND open AS p
  WITH p, last(p.elements) AS e
  MATCH (e)-[r]-(goal:KeyElement {key: $to}) USING INDEX SEEK goal:KeyElement(key)
  MATCH (t:Triple {key: r.key})
  WITH p, goal, r, COUNT { MATCH (within:Document)-[:HAS_CHUNK]->(by:Chunk)-[:STATES]->(t) WHERE within.key IN $scopeDocuments AND within.ingestedAt >= datetime($scopeSince) AND all(tag IN $scopeTags WHERE tag IN within.tags) RETURN DISTINCT by } AS support WHERE support > 0
  WITH p.elements + [goal] AS elements, p.triples + [r.id] AS triples, p.weight + support AS weight
  ORDER BY weight DESC, triples LIMIT $limit
  RETURN collect({elements: elements, triples: triples, weight: weight}) AS closed
}
WITH to, open, found + closed AS found
UNWIND found AS p
WITH p ORDER BY size(p.triples), p.weight DESC, p.triples LIMIT $limit
RETURN p.weight AS weight, [e IN p.elements | e.id] AS elements, [e IN p.elements | e.name] AS names,
  COLLECT {
    UNWIND range(0, size(p.triples) - 1) AS i
    MATCH (t:Triple {key: $workspace + '/' + p.triples[i]})
    RETURN t {.id, .subject, .relation, .object, .name, support: COUNT { MATCH (within:Document)-[:HAS_CHUNK]->(by:Chunk)-[:STATES]->(t) WHERE within.key IN $scopeDocuments AND within.ingestedAt >= datetime($scopeSince) AND all(tag IN $scopeTags WHERE tag IN within.tags) RETURN DISTINCT by }} ORDER BY i
  } AS path
ORDER BY size(p.triples), p.weight DESC, p.triples;
