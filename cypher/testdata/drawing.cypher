:param elements => ['novels/k1', 'novels/k2'];
UNWIND $elements AS key
MATCH (e:KeyElement {key: key})
OPTIONAL MATCH (e)-[r]->(o:KeyElement) WHERE o.key IN $elements
RETURN e, r, o;
