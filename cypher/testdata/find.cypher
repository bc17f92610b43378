:param keys => ['novels/k1', 'novels/k2'];
:param limit => 1000;
:param norms => ['it\'s \\\' `x`") // \n MATCH (n) DETACH DELETE n \u2028 \u0000 亚哈 𝔸'];
:param prefix => 'a';
:param workspace => 'novels';
CALL () {
  UNWIND $norms AS norm MATCH (k:KeyElement {workspace: $workspace, norm: norm}) RETURN k
UNION
  MATCH (k:KeyElement {workspace: $workspace, merged: true}) WHERE any(norm IN k.norms WHERE norm IN $norms) RETURN k
UNION
  MATCH (k:KeyElement) WHERE k.workspace = $workspace AND k.norm STARTS WITH $prefix
  RETURN k ORDER BY k.norm, k.id LIMIT $limit
UNION
  MATCH (k:KeyElement {workspace: $workspace, merged: true}) WHERE any(norm IN k.norms WHERE norm STARTS WITH $prefix) RETURN k
UNION
  UNWIND $keys AS key MATCH (k:KeyElement {key: key}) RETURN k
}
WITH k ORDER BY k.norm, k.id LIMIT $limit
RETURN k.id AS id, k.norm AS norm, k.name AS name, k.aliases AS aliases, k.type AS type,
  k.description AS description, k.support AS support
ORDER BY norm, id;
