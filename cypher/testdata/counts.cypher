:param after => 'novels/';
:param `end` => 'novels0';
:param workspace => 'novels';
RETURN COUNT { MATCH (n:Document) WHERE n.key > $after AND n.key < $end } AS documents,
  COUNT { MATCH (n:Chunk) WHERE n.key > $after AND n.key < $end } AS chunks,
  COUNT { MATCH (n:Episode) WHERE n.key > $after AND n.key < $end } AS episodes,
  COUNT { MATCH (n:AtomicFact) WHERE n.key > $after AND n.key < $end } AS facts,
  COUNT { MATCH (n:KeyElement) WHERE n.key > $after AND n.key < $end } AS keyElements,
  COUNT { MATCH (n:Triple) WHERE n.key > $after AND n.key < $end } AS triples,
  COUNT { MATCH (n:Attribute) WHERE n.key > $after AND n.key < $end } AS attributes,
  COUNT { MATCH (n:Community) WHERE n.key > $after AND n.key < $end } AS communities,
  COUNT { MATCH (n:Proposal) WHERE n.key > $after AND n.key < $end } AS proposals,
  COUNT { MATCH (n:Keyword) WHERE n.key > $after AND n.key < $end } AS keywords,
  COUNT { MATCH (n:Extraction) WHERE n.key > $after AND n.key < $end } AS extractions,
  COUNT { MATCH (n:Tombstone) WHERE n.key > $after AND n.key < $end } AS tombstones,
  COUNT { MATCH (n:Embedding) WHERE n.key > $after AND n.key < $end } AS embeddings,
  COUNT { MATCH (n:Extraction) WHERE n.workspace = $workspace AND n.state = 'quarantined' } AS quarantined,
  COUNT { MATCH (n:KeyElement) WHERE n.key > $after AND n.key < $end AND n.type IS NOT NULL } AS entities;
