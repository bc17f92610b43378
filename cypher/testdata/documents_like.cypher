:param after => 'novels/';
:param `end` => 'novels0';
:param like => 'it\'s \\\' `x`") // \n MATCH (n) DETACH DELETE n \u2028 \u0000 亚哈 𝔸';
:param limit => 1000;
:param titles => ['it\'s \\\' `x`") // \n MATCH (n) DETACH DELETE n \u2028 \u0000 亚哈 𝔸'];
CALL () {
  MATCH (d:Document) WHERE d.key > $after AND d.key < $end AND d.title IN $titles RETURN d
}
WITH d WHERE d.key > $after AND (d.source STARTS WITH $like OR d.title CONTAINS $like)
RETURN d.id AS id, d.source AS source, d.sourceId AS sourceId, d.title AS title, d.language AS language,
  d.sha256 AS sha256, d.tokens AS tokens, d.runes AS runes, d.tags AS tags, d.origin AS origin, d.ingestedAt AS ingestedAt,
  coalesce(d.partial, false) AS partial, d.gists AS gists, d.paged AS paged
ORDER BY d.key LIMIT $limit;
