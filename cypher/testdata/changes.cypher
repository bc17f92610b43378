:param after => 'c1';
:param limit => 1000;
:param since => 7;
:param workspace => 'novels';
CALL () {
  MATCH (n:Chunk) WHERE n.workspace = $workspace AND n.changed >= $since
    AND (n.changed > $since OR n.id > $after)
  RETURN n.changed AS number, n.id AS chunk, false AS gone ORDER BY number, chunk LIMIT $limit
UNION ALL
  MATCH (n:Tombstone) WHERE n.workspace = $workspace AND n.changed >= $since
    AND (n.changed > $since OR n.id > $after)
  RETURN n.changed AS number, n.id AS chunk, true AS gone ORDER BY number, chunk LIMIT $limit
}
RETURN number, chunk, gone ORDER BY number, chunk LIMIT $limit;
