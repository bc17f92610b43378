:param entities => ['novels/k1', 'novels/k2'];
:param limit => 5;
UNWIND $entities AS key
MATCH (:KeyElement {key: key})-[:HAS_ATTRIBUTE]->(a:Attribute)
WITH DISTINCT a ORDER BY a.entity, a.attribute, a.value, a.id LIMIT $limit
RETURN a.id AS id, a.entity AS entity, a.attribute AS attribute, a.value AS value, a.support AS support
ORDER BY entity, attribute, value, id;
