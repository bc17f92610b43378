:param after => 'novels/';
:param keys => ['novels/d1', 'novels/d2'];
:param like => 'a';
:param limit => 1000;
:param scopeDocuments => ['novels/d1', 'novels/d2'];
:param scopeSince => '2026-01-02T03:04:06Z';
:param scopeTags => ['it\'s \\\' `x`") // \n MATCH (n) DETACH DELETE n \u2028 \u0000 亚哈 𝔸=a', 'k=v'];
CALL () {
  UNWIND $keys AS key MATCH (d:Document {key: key}) RETURN d
}
WITH d WHERE d.key > $after AND (d.source STARTS WITH $like OR d.title CONTAINS $like) AND d.key IN $scopeDocuments AND d.ingestedAt >= datetime($scopeSince) AND all(tag IN $scopeTags WHERE tag IN d.tags)
RETURN d.id AS id, d.source AS source, d.sourceId AS sourceId, d.title AS title, d.language AS language,
  d.sha256 AS sha256, d.tokens AS tokens, d.runes AS runes, d.tags AS tags, d.origin AS origin, d.ingestedAt AS ingestedAt,
  coalesce(d.partial, false) AS partial, d.gists AS gists, d.paged AS paged
ORDER BY d.key LIMIT $limit;
