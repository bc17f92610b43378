:param keys => [];
:param limit => 1000;
CALL () {
  UNWIND $keys AS key MATCH (k:KeyElement {key: key}) RETURN k
}
WITH k ORDER BY k.norm, k.id LIMIT $limit
RETURN k.id AS id, k.norm AS norm, k.name AS name, k.aliases AS aliases, k.type AS type,
  k.description AS description, k.support AS support
ORDER BY norm, id;
