:param after => 'novels/';
:param `end` => 'novels0';
:param limit => 1;
MATCH (s:SchemaVersion) WHERE s.key > $after AND s.key < $end
RETURN s.version AS version, s.body AS body, coalesce(s.settled, true) AS settled
ORDER BY s.key DESC LIMIT $limit;
