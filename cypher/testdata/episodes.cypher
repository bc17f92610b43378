:param chunks => ['novels/c1', 'novels/c2'];
:param limit => 1000;
UNWIND $chunks AS key
MATCH (d:Document)-[:HAS_EPISODE]->(e:Episode)-[:COVERS]->(:Chunk {key: key})
WITH DISTINCT d, e ORDER BY d.id, e.index LIMIT $limit
RETURN e.id AS id, d.id AS document, e.index AS index, e.start AS start, e.`end` AS `end`, e.words AS words, e.gist AS gist, e.preset AS preset
ORDER BY document, index;
