:param chunks => ['novels/c1'];
:param version => 'v1';
UNWIND $chunks AS key
MATCH (x:Extraction {key: key}) WHERE x.version = $version
RETURN x.id AS chunk, x.version AS version, x.result AS result
ORDER BY chunk;
