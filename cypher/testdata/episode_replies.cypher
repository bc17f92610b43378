:param replies => ['novels/r1', 'novels/r2'];
UNWIND $replies AS key
MATCH (r:EpisodeReply {key: key})
RETURN r.id AS id, r.document AS document, r.result AS result
ORDER BY id;
