:param chunks => ['novels/c1'];
:param version => 'v1';
UNWIND $chunks AS key
MATCH (x:Extraction {key: key}) WHERE $version IN ['', x.version]
RETURN x.id AS chunk, x.version AS version, x.result AS result, x.state AS state,
  x.packet AS packet, x.attempts AS attempts, x.error AS error, x.raw AS raw
ORDER BY chunk;
