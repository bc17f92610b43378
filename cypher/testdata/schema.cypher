:param after => 'novels/';
:param `end` => 'novels0';
MATCH (s:SchemaVersion) WHERE s.key > $after AND s.key < $end
RETURN s.version AS version, s.body AS body
ORDER BY s.key DESC LIMIT 1;
