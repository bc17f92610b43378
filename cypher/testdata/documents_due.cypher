:param after => 'novels/';
:param `end` => 'novels0';
:param limit => 1000;
:param workspace => 'novels';
MATCH (d:Document) USING INDEX SEEK d:Document(workspace, gistsDue) WHERE d.key > $after AND d.key < $end AND d.workspace = $workspace AND d.gistsDue = true AND NOT coalesce(d.partial, false)
RETURN d.id AS id, d.source AS source, d.sourceId AS sourceId, d.title AS title, d.language AS language,
  d.sha256 AS sha256, d.tokens AS tokens, d.runes AS runes, d.tags AS tags, d.origin AS origin, d.ingestedAt AS ingestedAt,
  coalesce(d.partial, false) AS partial, d.gists AS gists, d.paged AS paged
ORDER BY d.key LIMIT $limit;
