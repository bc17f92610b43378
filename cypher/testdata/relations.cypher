:param elements => ['novels/k1', 'novels/k2'];
:param fanout => 50;
UNWIND $elements AS key
MATCH (e:KeyElement {key: key})
CALL (e) {
  MATCH (e)-[r]-(o:KeyElement)
  RETURN r ORDER BY r.support DESC, r.id LIMIT $fanout
}
MATCH (t:Triple {key: r.key})
RETURN e.id AS element, t.id AS id, t.subject AS subject, t.relation AS relation, t.object AS object, t.name AS name, t.support AS support,
  startNode(r).name AS headName, endNode(r).name AS tailName
ORDER BY element, support DESC, id;
