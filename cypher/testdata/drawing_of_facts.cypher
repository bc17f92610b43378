:param elements => ['novels/k1', 'novels/k2'];
UNWIND $elements AS key
MATCH (e:KeyElement {key: key})
OPTIONAL MATCH (e)<-[a:ABOUT]-(f:AtomicFact)-[b:ABOUT]->(o:KeyElement) WHERE o.key IN $elements AND e.id < o.id
RETURN e, a, f, b, o;
