:param after => 'novels/';
:param keys => ['novels/d1'];
:param limit => 1000;
:param origins => ['/o'];
:param sourceIds => ['1'];
:param sources => ['it\'s \\\' `x`") // \n MATCH (n) DETACH DELETE n \u2028 \u0000 亚哈 𝔸'];
:param workspace => 'novels';
CALL () {
  UNWIND $keys AS key MATCH (d:Document {key: key}) RETURN d
UNION
  UNWIND $sources AS value MATCH (d:Document {workspace: $workspace, source: value}) RETURN d
UNION
  UNWIND $sourceIds AS value MATCH (d:Document {workspace: $workspace, sourceId: value}) RETURN d
UNION
  UNWIND $origins AS value MATCH (d:Document {workspace: $workspace, origin: value}) RETURN d
}
WITH d WHERE d.key > $after
RETURN d.id AS id, d.source AS source, d.sourceId AS sourceId, d.title AS title, d.language AS language,
  d.sha256 AS sha256, d.tokens AS tokens, d.runes AS runes, d.tags AS tags, d.origin AS origin, d.ingestedAt AS ingestedAt,
  coalesce(d.partial, false) AS partial, d.gists AS gists, d.paged AS paged
ORDER BY d.key LIMIT $limit;
