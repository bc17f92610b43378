:param document => 'novels/d1';
:param from => 3;
:param limit => 2;
MATCH (d:Document {key: $document})-[:HAS_EPISODE]->(e:Episode) WHERE e.index >= $from
WITH DISTINCT d, e ORDER BY d.id, e.index LIMIT $limit
RETURN e.id AS id, d.id AS document, e.index AS index, e.start AS start, e.`end` AS `end`, e.words AS words, e.gist AS gist, e.preset AS preset
ORDER BY document, index;
