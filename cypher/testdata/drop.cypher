:param after => 'novels/';
:param `end` => 'novels0';
:param limit => 5000;
MATCH (n:Chunk) WHERE n.key >= $after AND n.key < $end
WITH n ORDER BY n.key LIMIT $limit
DETACH DELETE n
RETURN count(*) AS dropped;
