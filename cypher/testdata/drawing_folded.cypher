:param communities => ['novels/m1'];
UNWIND $communities AS key
MATCH (c:Community {key: key})
OPTIONAL MATCH (c)-[p:PARENT]->(o:Community)
RETURN c, p, o;
