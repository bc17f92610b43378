// Saved queries for Neo4j Browser (queries.zip holds the same, to be dropped on it)
// and cypher-shell.
//
// A query begins with a comment, its title, and ends with a semicolon at the end
// of a line. Run "Choose the workspace" first, with the name of yours: it sets the
// parameter that the others use. In the Browser it stays set until the window closes.
// The first line of Cypher names what to look for, with values that fit the
// sample of `grove demo`: change them to yours. A name is sought as it is stored, in
// lower case and without a leading article; an entity is found by each of its names.
// A line "// == Name ==" begins a folder of the Browser's favorites.
//
// Each query finds its first nodes by an index: the key, which is
// workspace + "/" + id, or the workspace with one more property. In the
// properties a span is counted in characters of the document, the end excluded.

// == Overview ==

// Choose the workspace
:param workspace => 'demo';

// Workspaces on this server
MATCH (w:Workspace) WHERE w.key > ''
RETURN w.name AS workspace, w.changeNumber AS changes
ORDER BY workspace;

// Nodes by label
WITH $workspace AS workspace
WITH workspace, workspace + '/' AS prefix
UNWIND [
  ['Document', COUNT { MATCH (n:Document) WHERE n.key STARTS WITH prefix }],
  ['Chunk', COUNT { MATCH (n:Chunk) WHERE n.key STARTS WITH prefix }],
  ['Episode', COUNT { MATCH (n:Episode) WHERE n.key STARTS WITH prefix }],
  ['AtomicFact', COUNT { MATCH (n:AtomicFact) WHERE n.key STARTS WITH prefix }],
  ['KeyElement', COUNT { MATCH (n:KeyElement) WHERE n.key STARTS WITH prefix }],
  ['of these: Entity', COUNT { MATCH (n:KeyElement) WHERE n.key STARTS WITH prefix AND n:Entity }],
  ['Triple', COUNT { MATCH (n:Triple) WHERE n.key STARTS WITH prefix }],
  ['Attribute', COUNT { MATCH (n:Attribute) WHERE n.key STARTS WITH prefix }],
  ['Keyword', COUNT { MATCH (n:Keyword) WHERE n.key STARTS WITH prefix }],
  ['Community', COUNT { MATCH (n:Community) WHERE n.key STARTS WITH prefix }],
  ['Proposal', COUNT { MATCH (n:Proposal) WHERE n.key STARTS WITH prefix }],
  ['SchemaVersion', COUNT { MATCH (n:SchemaVersion) WHERE n.key STARTS WITH prefix }],
  ['Decision', COUNT { MATCH (n:Decision) WHERE n.key STARTS WITH prefix }],
  ['Job', COUNT { MATCH (n:Job) WHERE n.key STARTS WITH prefix }],
  ['Extraction', COUNT { MATCH (n:Extraction) WHERE n.key STARTS WITH prefix }],
  ['EpisodeReply', COUNT { MATCH (n:EpisodeReply) WHERE n.key STARTS WITH prefix }],
  ['Tombstone', COUNT { MATCH (n:Tombstone) WHERE n.key STARTS WITH prefix }],
  ['Embedding', COUNT { MATCH (n:Embedding) WHERE n.key STARTS WITH prefix }],
  ['Workspace', COUNT { MATCH (n:Workspace {key: workspace}) }]
] AS row
RETURN row[0] AS label, row[1] AS nodes;

// Entities and their typed relations (graph)
WITH $workspace AS workspace
MATCH (t:Triple) WHERE t.key STARTS WITH workspace + '/'
WITH workspace, t ORDER BY t.support DESC, t.id LIMIT 100
MATCH (subject:KeyElement {key: workspace + '/' + t.subject})-[relation {id: t.id}]->(object:KeyElement)
RETURN subject, relation, object;

// Most connected key elements
WITH $workspace AS workspace
MATCH (k:KeyElement) WHERE k.key STARTS WITH workspace + '/'
RETURN k.name AS name, k.type AS type, COUNT { (k)<-[:ABOUT]-(:AtomicFact) } AS facts,
  COUNT { (k)--(:KeyElement) } AS relations, COUNT { (k)-[:HAS_ATTRIBUTE]->() } AS attributes
ORDER BY facts + relations + attributes DESC, k.id LIMIT 25;

// Entities by type
WITH $workspace AS workspace
MATCH (k:KeyElement) WHERE k.key STARTS WITH workspace + '/' AND k:Entity
WITH k ORDER BY k.support DESC, k.id
RETURN k.type AS type, count(*) AS entities, collect(k.name)[..5] AS examples
ORDER BY entities DESC, type;

// Relations by type
WITH $workspace AS workspace
MATCH (t:Triple) WHERE t.key STARTS WITH workspace + '/'
WITH t ORDER BY t.support DESC, t.id
RETURN t.relation AS relation, count(*) AS triples, collect(t.name)[..3] AS examples
ORDER BY triples DESC, relation;

// == Documents ==

// What was read
WITH $workspace AS workspace
MATCH (d:Document) WHERE d.key STARTS WITH workspace + '/'
RETURN d.source AS source, d.title AS title, d.language AS language, d.tokens AS tokens,
  COUNT { (d)-[:HAS_CHUNK]->() } AS chunks, d.tags AS tags, d.ingestedAt AS ingestedAt,
  coalesce(properties(d).partial, false) AS partial
ORDER BY source, d.id LIMIT 100;

// A document and its chunks (graph)
WITH $workspace AS workspace, 'sample/moby-dick/chapter-036.txt' AS source
MATCH (d:Document {workspace: workspace, source: source})-[has:HAS_CHUNK]->(c:Chunk)
OPTIONAL MATCH (c)-[next:NEXT]->(:Chunk)
RETURN d, has, c, next
ORDER BY c.index LIMIT 100;

// Facts of a chunk, with their key elements (graph)
WITH $workspace AS workspace, 'sample/haldre/kestrel-expedition.md' AS source, 0 AS index
MATCH (d:Document {workspace: workspace, source: source})-[has:HAS_CHUNK]->(c:Chunk {index: index})
MATCH (c)-[states:HAS_FACT]->(f:AtomicFact)
OPTIONAL MATCH (f)-[about:ABOUT]->(k:KeyElement)
RETURN d, has, c, states, f, about, k
ORDER BY states.start, f.id, k.id LIMIT 50;

// Facts of a chunk, in reading order
WITH $workspace AS workspace, 'sample/haldre/kestrel-expedition.md' AS source, 0 AS index
MATCH (:Document {workspace: workspace, source: source})-[:HAS_CHUNK]->(c:Chunk {index: index})-[h:HAS_FACT]->(f:AtomicFact)
RETURN h.start AS start, h.`end` AS `end`, f.text AS fact, f.support AS support,
  COLLECT { MATCH (f)-[:ABOUT]->(k:KeyElement) RETURN k.name ORDER BY k.name } AS about
ORDER BY start, `end`, f.id;

// What its deletion would take
WITH $workspace AS workspace, 'sample/haldre/kestrel-expedition.md' AS source
MATCH (d:Document {workspace: workspace, source: source})-[:HAS_CHUNK]->(c:Chunk)
WITH d, c ORDER BY c.index
WITH d, collect(c) AS chunks
UNWIND chunks AS c
OPTIONAL MATCH (c)-[:HAS_FACT|MENTIONS|STATES]->(item)
WITH d, chunks, collect(DISTINCT item) AS items
WITH chunks, COLLECT {
  UNWIND items AS item
  WITH item WHERE NOT EXISTS { MATCH (item)<-[:HAS_FACT|MENTIONS|STATES]-(other:Chunk) WHERE NOT other IN chunks }
  RETURN item ORDER BY item.id
} AS gone, items
UNWIND [
  ['Chunk', size(chunks), chunks],
  ['AtomicFact', size([i IN items WHERE i:AtomicFact]), [i IN gone WHERE i:AtomicFact]],
  ['KeyElement', size([i IN items WHERE i:KeyElement]), [i IN gone WHERE i:KeyElement]],
  ['Triple', size([i IN items WHERE i:Triple]), [i IN gone WHERE i:Triple]],
  ['Attribute', size([i IN items WHERE i:Attribute]), [i IN gone WHERE i:Attribute]]
] AS row
RETURN row[0] AS label, row[1] AS supported, size(row[2]) AS removed, [i IN row[2] | i.name][..5] AS examples;

// Two documents' common entities (graph)
WITH $workspace AS workspace, 'sample/haldre/isolde-quill.md' AS one, 'sample/haldre/tobias-quill.md' AS other
MATCH (d:Document {workspace: workspace, source: one})-[has1:HAS_CHUNK]->(c1:Chunk)-[m1:MENTIONS]->(k:Entity)
MATCH (k)<-[m2:MENTIONS]-(c2:Chunk)<-[has2:HAS_CHUNK]-(e:Document {workspace: workspace, source: other})
RETURN d, has1, c1, m1, k, m2, c2, has2, e LIMIT 100;

// == Entities ==

// One hop of an entity (graph)
WITH $workspace AS workspace, 'Isolde Quill' AS name
MATCH (k:KeyElement {workspace: workspace}) WHERE k.norm = toLower(name) OR k.merged = true AND toLower(name) IN k.norms
OPTIONAL MATCH (k)-[relation]-(o:KeyElement)
OPTIONAL MATCH (k)-[has:HAS_ATTRIBUTE]->(a:Attribute)
RETURN k, relation, o, has, a LIMIT 100;

// All that an entity rests on (graph)
WITH $workspace AS workspace, 'Anselm Drury' AS name
MATCH (k:KeyElement {workspace: workspace}) WHERE k.norm = toLower(name) OR k.merged = true AND toLower(name) IN k.norms
CALL (workspace, k) {
  MATCH path = (k)--(:KeyElement) RETURN path LIMIT 25
  UNION
  MATCH (k)-[r]-(:KeyElement)
  MATCH path = (:Triple {key: workspace + '/' + r.id})<-[:STATES]-(:Chunk)<-[:HAS_CHUNK]-(:Document) RETURN path LIMIT 25
  UNION
  MATCH path = (k)-[:HAS_ATTRIBUTE]->(:Attribute)<-[:STATES]-(:Chunk)<-[:HAS_CHUNK]-(:Document) RETURN path LIMIT 25
  UNION
  MATCH path = (k)<-[:ABOUT]-(:AtomicFact)<-[:HAS_FACT]-(:Chunk)<-[:HAS_CHUNK]-(:Document) RETURN path LIMIT 25
}
RETURN path;

// Attributes of an entity, with their proof
WITH $workspace AS workspace, 'Isolde Quill' AS name
MATCH (k:KeyElement {workspace: workspace}) WHERE k.norm = toLower(name) OR k.merged = true AND toLower(name) IN k.norms
WITH DISTINCT k
MATCH (k)-[:HAS_ATTRIBUTE]->(a:Attribute)
MATCH (a)<-[s:STATES]-(c:Chunk)<-[:HAS_CHUNK]-(d:Document)
RETURN a.attribute AS attribute, a.value AS value, a.support AS support,
  d.source AS source, s.start AS start, s.`end` AS `end`, s.surface AS surface
ORDER BY attribute, value, source, start;

// Facts of an entity, with their proof
WITH $workspace AS workspace, 'Isolde Quill' AS name
MATCH (k:KeyElement {workspace: workspace}) WHERE k.norm = toLower(name) OR k.merged = true AND toLower(name) IN k.norms
MATCH (k)<-[:ABOUT]-(f:AtomicFact)
MATCH (f)<-[h:HAS_FACT]-(c:Chunk)<-[:HAS_CHUNK]-(d:Document)
RETURN f.text AS fact, d.source AS source, h.start AS start, h.`end` AS `end`
ORDER BY source, start, f.id LIMIT 100;

// Evidence of a triple, from document to relation (graph)
WITH $workspace AS workspace, 'Isolde Quill' AS name, 'CHILD_OF' AS relation
MATCH (subject:KeyElement {workspace: workspace}) WHERE subject.norm = toLower(name) OR subject.merged = true AND toLower(name) IN subject.norms
MATCH (subject)-[r]->(object:KeyElement) WHERE type(r) = relation
MATCH (t:Triple {key: workspace + '/' + r.id})<-[states:STATES]-(c:Chunk)<-[has:HAS_CHUNK]-(d:Document)
MATCH (c)-[m:MENTIONS]->(named) WHERE named IN [subject, object]
RETURN subject, r, object, t, states, c, has, d, m LIMIT 100;

// Evidence of a triple, as a quotation
WITH $workspace AS workspace, 'Isolde Quill' AS name
MATCH (subject:KeyElement {workspace: workspace}) WHERE subject.norm = toLower(name) OR subject.merged = true AND toLower(name) IN subject.norms
MATCH (subject)-[r]->(:KeyElement)
MATCH (t:Triple {key: workspace + '/' + r.id})<-[s:STATES]-(c:Chunk)<-[:HAS_CHUNK]-(d:Document)
RETURN t.name AS triple, s.surface AS quotation, d.source AS source, s.start AS start, s.`end` AS `end`
ORDER BY triple, source, start;

// Shortest paths between two entities (graph)
WITH $workspace AS workspace, 'Isolde Quill' AS from, 'Port Selwick' AS to
MATCH (a:KeyElement {workspace: workspace}) WHERE a.norm = toLower(from) OR a.merged = true AND toLower(from) IN a.norms
MATCH (b:KeyElement {workspace: workspace}) WHERE b.norm = toLower(to) OR b.merged = true AND toLower(to) IN b.norms
MATCH path = SHORTEST 5 (a)(()--(:KeyElement)){1,4}(b)
RETURN path;

// Facts that two key elements share (graph)
WITH $workspace AS workspace, 'Ahab' AS one, 'Starbuck' AS other
MATCH (a:KeyElement {workspace: workspace}) WHERE a.norm = toLower(one) OR a.merged = true AND toLower(one) IN a.norms
MATCH (b:KeyElement {workspace: workspace}) WHERE b.norm = toLower(other) OR b.merged = true AND toLower(other) IN b.norms
MATCH (a)<-[x:ABOUT]-(f:AtomicFact)-[y:ABOUT]->(b)
RETURN a, x, f, y, b
ORDER BY f.support DESC, f.id LIMIT 50;

// Nearest key elements, by shared facts
WITH $workspace AS workspace, 'Ahab' AS name
MATCH (k:KeyElement {workspace: workspace}) WHERE k.norm = toLower(name) OR k.merged = true AND toLower(name) IN k.norms
MATCH (k)<-[:ABOUT]-(f:AtomicFact)-[:ABOUT]->(o:KeyElement)
WITH o, count(f) AS shared ORDER BY shared DESC, o.id LIMIT 25
RETURN o.name AS name, o.type AS type, shared
ORDER BY shared DESC, o.id;

// Names written in several ways
WITH $workspace AS workspace
MATCH (k:KeyElement) WHERE k.key STARTS WITH workspace + '/' AND size(k.aliases) > 1
RETURN k.name AS name, k.type AS type, k.aliases AS aliases, k.aliasCounts AS counts
ORDER BY size(aliases) DESC, k.id LIMIT 50;

// == Health ==

// Orphans, which a sound graph has none of
WITH $workspace AS workspace
WITH workspace + '/' AS prefix
UNWIND [
  ['Chunk without a document', COLLECT { MATCH (n:Chunk) WHERE n.key STARTS WITH prefix AND NOT EXISTS { (n)<-[:HAS_CHUNK]-(:Document) } RETURN n.id ORDER BY n.id }],
  ['AtomicFact without a chunk', COLLECT { MATCH (n:AtomicFact) WHERE n.key STARTS WITH prefix AND NOT EXISTS { (n)<-[:HAS_FACT]-(:Chunk) } RETURN n.id ORDER BY n.id }],
  ['KeyElement without a chunk', COLLECT { MATCH (n:KeyElement) WHERE n.key STARTS WITH prefix AND NOT EXISTS { (n)<-[:MENTIONS]-(:Chunk) } RETURN n.id ORDER BY n.id }],
  ['Triple without a chunk', COLLECT { MATCH (n:Triple) WHERE n.key STARTS WITH prefix AND NOT EXISTS { (n)<-[:STATES]-(:Chunk) } RETURN n.id ORDER BY n.id }],
  ['Triple without its relation', COLLECT { MATCH (n:Triple) WHERE n.key STARTS WITH prefix AND NOT EXISTS { MATCH (:KeyElement {key: prefix + n.subject})-[{id: n.id}]->(:KeyElement) } RETURN n.id ORDER BY n.id }],
  ['Attribute without a chunk', COLLECT { MATCH (n:Attribute) WHERE n.key STARTS WITH prefix AND NOT EXISTS { (n)<-[:STATES]-(:Chunk) } RETURN n.id ORDER BY n.id }],
  ['Attribute without an entity', COLLECT { MATCH (n:Attribute) WHERE n.key STARTS WITH prefix AND NOT EXISTS { (n)<-[:HAS_ATTRIBUTE]-(:KeyElement) } RETURN n.id ORDER BY n.id }]
] AS row
RETURN row[0] AS orphan, size(row[1]) AS nodes, row[1][..5] AS ids;

// Journal of extractions, by state
WITH $workspace AS workspace
MATCH (x:Extraction) WHERE x.key STARTS WITH workspace + '/'
OPTIONAL MATCH (c:Chunk {key: x.key})
WITH x, c ORDER BY x.id
RETURN coalesce(properties(x).state, 'extracted') AS state, count(x) AS extractions, count(c) AS inTheGraph,
  count(x) - count(c) AS withoutAChunk, collect(properties(x).error)[..3] AS errors
ORDER BY state;

// What changed last
WITH $workspace AS workspace, 0 AS after
MATCH (c:Chunk) WHERE c.workspace = workspace AND c.changed > after
MATCH (d:Document)-[:HAS_CHUNK]->(c)
WITH c, d ORDER BY d.source, d.id
RETURN c.changed AS change, count(c) AS chunks, collect(DISTINCT d.source)[..5] AS sources
ORDER BY change DESC LIMIT 25;

// Schema, the versions and what they allow
WITH $workspace AS workspace
MATCH (s:SchemaVersion) WHERE s.key STARTS WITH workspace + '/'
RETURN s.version AS version, s.body AS body
ORDER BY version DESC;

// Indexes and constraints of Grove
SHOW INDEXES YIELD name, type, labelsOrTypes, properties, state, owningConstraint
WHERE name STARTS WITH 'grove_'
RETURN name, type, labelsOrTypes, properties, state, owningConstraint IS NOT NULL AS isUnique
ORDER BY name;

// == Communities ==

// The largest communities, with title and summary
WITH $workspace AS workspace
MATCH (c:Community) WHERE c.key STARTS WITH workspace + '/'
WITH c ORDER BY c.level DESC, c.size DESC, c.id LIMIT 25
RETURN c.level AS level, c.size AS size, c.title AS title, c.summary AS summary,
  COLLECT { MATCH (c)<-[:KEYWORD_OF]-(w:Keyword) RETURN w.name ORDER BY w.rank } AS keywords
ORDER BY level DESC, size DESC, c.id;

// Communities by level and size
WITH $workspace AS workspace
MATCH (c:Community) WHERE c.key STARTS WITH workspace + '/'
RETURN c.level AS level, count(c) AS communities, sum(c.size) AS entities,
  min(c.size) AS smallest, round(avg(c.size), 1) AS average, max(c.size) AS largest
ORDER BY level DESC;

// Communities at the top, with their keywords (graph)
WITH $workspace AS workspace
MATCH (c:Community) WHERE c.key STARTS WITH workspace + '/' AND NOT EXISTS { (c)-[:PARENT]->() }
WITH c ORDER BY c.level DESC, c.size DESC, c.id LIMIT 10
MATCH (c)<-[keywordOf:KEYWORD_OF]-(w:Keyword)-[represents:REPRESENTS]->(e:KeyElement)
OPTIONAL MATCH (c)<-[parent:PARENT]-(below:Community)
RETURN c, keywordOf, w, represents, e, parent, below LIMIT 300;

// The community of an entity, unfolded (graph)
WITH $workspace AS workspace, 'Isolde Quill' AS name
MATCH (k:KeyElement {workspace: workspace}) WHERE k.norm = toLower(name) OR k.merged = true AND toLower(name) IN k.norms
MATCH (k)-[:MEMBER_OF]->(c:Community)
MATCH (c)<-[keywordOf:KEYWORD_OF]-(w:Keyword)-[represents:REPRESENTS]->(:KeyElement)
WITH c, collect(keywordOf) AS keywordOf, collect(represents) AS represents
MATCH (c)<-[memberOf:MEMBER_OF]-(e:KeyElement)
WITH c, keywordOf, represents, e, memberOf ORDER BY e.support DESC, e.id LIMIT 50
OPTIONAL MATCH (e)-[relation]->(other:KeyElement)-[:MEMBER_OF]->(c)
RETURN c, keywordOf, represents, e, memberOf, relation, other;

// Keywords of an entity's communities
WITH $workspace AS workspace, 'Isolde Quill' AS name
MATCH (k:KeyElement {workspace: workspace}) WHERE k.norm = toLower(name) OR k.merged = true AND toLower(name) IN k.norms
MATCH (k)-[:MEMBER_OF]->(:Community)-[:PARENT]->{0,8}(c:Community)
MATCH (c)<-[:KEYWORD_OF]-(w:Keyword)-[:REPRESENTS]->(e:KeyElement)
RETURN c.level AS level, c.title AS community, w.rank AS rank, w.name AS keyword, e.type AS type, e.support AS support
ORDER BY level DESC, c.id, rank;

// Bottom-up, from an entity to the top (graph)
WITH $workspace AS workspace, 'Isolde Quill' AS name
MATCH (k:KeyElement {workspace: workspace}) WHERE k.norm = toLower(name) OR k.merged = true AND toLower(name) IN k.norms
MATCH up = (k)-[:MEMBER_OF]->(:Community)-[:PARENT]->{0,8}(top:Community) WHERE NOT EXISTS { (top)-[:PARENT]->() }
OPTIONAL MATCH (k)-[has:HAS_ATTRIBUTE]->(a:Attribute)
OPTIONAL MATCH (k)<-[represents:REPRESENTS]-(w:Keyword)-[keywordOf:KEYWORD_OF]->(:Community)
RETURN up, has, a, represents, w, keywordOf LIMIT 100;

// Top-down, from a community to the text (graph)
WITH $workspace AS workspace, 'Isolde Quill' AS name
MATCH (k:KeyElement {workspace: workspace}) WHERE k.norm = toLower(name) OR k.merged = true AND toLower(name) IN k.norms
MATCH (k)-[:MEMBER_OF]->(c:Community)
MATCH down = (c)<-[:KEYWORD_OF]-(:Keyword)-[:REPRESENTS]->(e:KeyElement)
OPTIONAL MATCH up = (c)-[:PARENT]->{1,8}(:Community)
OPTIONAL CALL (e) {
  MATCH proof = (e)-[:HAS_ATTRIBUTE]->(a:Attribute)<-[:STATES]-(:Chunk)<-[:HAS_CHUNK]-(:Document)
  RETURN proof ORDER BY a.support DESC, a.id LIMIT 3
  UNION
  MATCH proof = (e)<-[:ABOUT]-(f:AtomicFact)<-[:HAS_FACT]-(:Chunk)<-[:HAS_CHUNK]-(:Document)
  RETURN proof ORDER BY f.support DESC, f.id LIMIT 1
}
RETURN up, down, proof;

// Top-down, from a community to the words of the text
WITH $workspace AS workspace, 'Isolde Quill' AS name
MATCH (k:KeyElement {workspace: workspace}) WHERE k.norm = toLower(name) OR k.merged = true AND toLower(name) IN k.norms
MATCH (k)-[:MEMBER_OF]->(:Community)-[:PARENT]->{0,8}(c:Community)
MATCH (c)<-[:KEYWORD_OF]-(w:Keyword)-[:REPRESENTS]->(e:KeyElement)
CALL (e) {
  MATCH (e)-[:HAS_ATTRIBUTE]->(a:Attribute)<-[s:STATES]-(chunk:Chunk)
  RETURN 'Attribute' AS kind, a.name AS item, s, chunk ORDER BY a.support DESC, a.id, chunk.id LIMIT 2
  UNION
  MATCH (e)<-[:ABOUT]-(f:AtomicFact)<-[s:HAS_FACT]-(chunk:Chunk)
  RETURN 'AtomicFact' AS kind, f.text AS item, s, chunk ORDER BY f.support DESC, f.id, chunk.id LIMIT 2
}
MATCH (chunk)<-[:HAS_CHUNK]-(d:Document)
RETURN c.level AS level, c.title AS community, w.name AS keyword, e.type AS type, kind, item,
  s.surface AS quotation, d.source AS source, chunk.index AS chunk, s.start AS start, s.`end` AS `end`
ORDER BY level DESC, c.id, w.rank, kind DESC, item, source, start LIMIT 100;

// Faults of the tree, which a sound one has none of
WITH $workspace AS workspace
WITH workspace + '/' AS prefix
UNWIND [
  ['Entity in no community', COLLECT { MATCH (e:KeyElement) WHERE e.key STARTS WITH prefix AND e:Entity AND NOT EXISTS { (e)-[:MEMBER_OF]->(:Community) } RETURN e.id ORDER BY e.id }],
  ['Entity in several communities', COLLECT { MATCH (e:KeyElement) WHERE e.key STARTS WITH prefix AND COUNT { (e)-[:MEMBER_OF]->(:Community) } > 1 RETURN e.id ORDER BY e.id }],
  ['Member that is no entity', COLLECT { MATCH (e:KeyElement) WHERE e.key STARTS WITH prefix AND NOT e:Entity AND EXISTS { (e)-[:MEMBER_OF]->(:Community) } RETURN e.id ORDER BY e.id }],
  ['Community without a member', COLLECT { MATCH (c:Community) WHERE c.key STARTS WITH prefix AND c.level = 0 AND NOT EXISTS { (c)<-[:MEMBER_OF]-(:KeyElement) } RETURN c.id ORDER BY c.id }],
  ['Community of another size than its members', COLLECT { MATCH (c:Community) WHERE c.key STARTS WITH prefix AND c.size <> COUNT { MATCH (c)<-[:PARENT]-{0,8}(:Community)<-[:MEMBER_OF]-(e:KeyElement) RETURN e } RETURN c.id ORDER BY c.id }],
  ['Keyword without its entity or community', COLLECT { MATCH (w:Keyword) WHERE w.key STARTS WITH prefix AND NOT (EXISTS { (w)-[:REPRESENTS]->(:KeyElement) } AND EXISTS { (w)-[:KEYWORD_OF]->(:Community) }) RETURN w.id ORDER BY w.id }]
] AS row
RETURN row[0] AS fault, size(row[1]) AS nodes, row[1][..5] AS ids;
