:param document => 'novels/d1';
:param from => 0;
:param limit => 1000;
:param scopeDocuments => ['novels/d1', 'novels/d2'];
:param scopeSince => '2026-01-02T03:04:06Z';
:param scopeTags => ['it\'s \\\' `x`") // \n MATCH (n) DETACH DELETE n \u2028 \u0000 亚哈 𝔸=a', 'k=v'];
MATCH (d:Document {key: $document})-[:HAS_EPISODE]->(e:Episode) WHERE e.index >= $from AND d.key IN $scopeDocuments AND d.ingestedAt >= datetime($scopeSince) AND all(tag IN $scopeTags WHERE tag IN d.tags)
WITH DISTINCT d, e ORDER BY d.id, e.index LIMIT $limit
RETURN e.id AS id, d.id AS document, e.index AS index, e.start AS start, e.`end` AS `end`, e.words AS words, e.gist AS gist, e.preset AS preset
ORDER BY document, index;
