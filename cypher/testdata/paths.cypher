:param beam => 500;
:param fanout => 50;
:param from => 'novels/k1';
:param limit => 20;
:param to => 'novels/k2';
:param workspace => 'novels';
MATCH (from:KeyElement {key: $from}), (to:KeyElement {key: $to}) WHERE from <> to
CALL (from, to) {
  WITH from AS e, [from] AS elements, [] AS triples, 0 AS weight
  MATCH (e)-[r]-(goal:KeyElement {key: $to}) USING INDEX SEEK goal:KeyElement(key)
  RETURN 1 AS hops, elements + [to] AS elements, triples + [r.id] AS triples, weight + r.support AS weight
  ORDER BY weight DESC, triples LIMIT $limit
UNION ALL
  WITH from AS e, [from] AS elements, [] AS triples, 0 AS weight
  CALL (e) {
    MATCH (e)-[r]-(next:KeyElement)
    RETURN r, next ORDER BY r.support DESC, r.id, next.id LIMIT $fanout
  }
  WITH * WHERE next <> to AND NOT next IN elements
  WITH next AS e, elements + [next] AS elements, triples + [r.id] AS triples, weight + r.support AS weight
  ORDER BY weight DESC, triples LIMIT $beam
  MATCH (e)-[r]-(goal:KeyElement {key: $to}) USING INDEX SEEK goal:KeyElement(key)
  RETURN 2 AS hops, elements + [to] AS elements, triples + [r.id] AS triples, weight + r.support AS weight
  ORDER BY weight DESC, triples LIMIT $limit
UNION ALL
  WITH from AS e, [from] AS elements, [] AS triples, 0 AS weight
  CALL (e) {
    MATCH (e)-[r]-(next:KeyElement)
    RETURN r, next ORDER BY r.support DESC, r.id, next.id LIMIT $fanout
  }
  WITH * WHERE next <> to AND NOT next IN elements
  WITH next AS e, elements + [next] AS elements, triples + [r.id] AS triples, weight + r.support AS weight
  ORDER BY weight DESC, triples LIMIT $beam
  CALL (e) {
    MATCH (e)-[r]-(next:KeyElement)
    RETURN r, next ORDER BY r.support DESC, r.id, next.id LIMIT $fanout
  }
  WITH * WHERE next <> to AND NOT next IN elements
  WITH next AS e, elements + [next] AS elements, triples + [r.id] AS triples, weight + r.support AS weight
  ORDER BY weight DESC, triples LIMIT $beam
  MATCH (e)-[r]-(goal:KeyElement {key: $to}) USING INDEX SEEK goal:KeyElement(key)
  RETURN 3 AS hops, elements + [to] AS elements, triples + [r.id] AS triples, weight + r.support AS weight
  ORDER BY weight DESC, triples LIMIT $limit
}
WITH hops, elements, triples, weight ORDER BY hops, weight DESC, triples LIMIT $limit
RETURN hops, weight, [e IN elements | e.id] AS elements, [e IN elements | e.name] AS names,
  COLLECT {
    UNWIND range(0, hops - 1) AS i
    MATCH (t:Triple {key: $workspace + '/' + triples[i]})
    RETURN t {.id, .subject, .relation, .object, .name, .support} ORDER BY i
  } AS path
ORDER BY hops, weight DESC, triples;
