:param rows => [{key: 'novels/dlw6l2lndwzmyz4hzwmf34prf'}];
UNWIND $rows AS row
MATCH (:Document {key: row.key})-[:HAS_EPISODE]->(n:Episode)
DETACH DELETE n;
:param rows => [{document: 'dlw6l2lndwzmyz4hzwmf34prf', except: [], workspace: 'novels'}];
UNWIND $rows AS row
MATCH (n:EpisodeReply {workspace: row.workspace, document: row.document}) WHERE NOT n.id IN row.except
DELETE n;
:param rows => [{key: 'novels/dlw6l2lndwzmyz4hzwmf34prf'}];
UNWIND $rows AS row
MATCH (n:Document {key: row.key})
DETACH DELETE n;
:param rows => [{key: 'novels/ctvewlgq4xyvk25ecnldpksif'}, {key: 'novels/cx5m2g6hh6vad5wrbfi2224wb'}];
UNWIND $rows AS row
MATCH (n:Chunk {key: row.key})
DETACH DELETE n;
:param rows => [{key: 'novels/ctvewlgq4xyvk25ecnldpksif'}, {key: 'novels/cx5m2g6hh6vad5wrbfi2224wb'}];
UNWIND $rows AS row
MATCH (n:Extraction {key: row.key})
DETACH DELETE n;
:param rows => [{changed: 7, id: 'ctvewlgq4xyvk25ecnldpksif', key: 'novels/ctvewlgq4xyvk25ecnldpksif', name: 'Removed ctvewlgq4xyvk25ecnldpksif', workspace: 'novels'}, {changed: 7, id: 'cx5m2g6hh6vad5wrbfi2224wb', key: 'novels/cx5m2g6hh6vad5wrbfi2224wb', name: 'Removed cx5m2g6hh6vad5wrbfi2224wb', workspace: 'novels'}];
UNWIND $rows AS row
MERGE (n:Tombstone {key: row.key})
SET n += row;
:param rows => [{key: 'novels/cfaqiswspnwjjewfy3fyt6f2o'}];
UNWIND $rows AS row
MATCH (n:Tombstone {key: row.key})
DELETE n;
:param rows => [{from: 'novels/fe2fzx7f5u3xyzp7c6arfyzfa', to: 'novels/ktlomffze6nq7ddlygyjg46ny'}];
UNWIND $rows AS row
MATCH (from:AtomicFact {key: row.from}) USING INDEX SEEK from:AtomicFact(key)
MATCH (to:KeyElement {key: row.to}) USING INDEX SEEK to:KeyElement(key)
MATCH (from)-[a:ABOUT]->(to)
DELETE a;
:param rows => [{key: 'novels/ab3aqchhjeogvqhs7j5mbhjln'}];
UNWIND $rows AS row
MATCH (n:Attribute {key: row.key})
DETACH DELETE n;
:param rows => [{key: 'novels/tzjuldn6m7hzuo24iujwqx2ok'}];
UNWIND $rows AS row
MATCH (n:Triple {key: row.key})
DETACH DELETE n;
:param rows => [{key: 'novels/pu2utngpviq5essd7ve7xvo73'}];
UNWIND $rows AS row
MATCH (n:Proposal {key: row.key})
DETACH DELETE n;
:param rows => [{gists: null, gistsDue: null, id: 'deuguvdus5oofsjf3ojpejyqx', ingestedAt: datetime('1851-11-14T12:30:15Z'), key: 'novels/deuguvdus5oofsjf3ojpejyqx', language: 'en', name: 'b.txt', origin: '/library/b.txt', paged: null, partial: null, runes: 13, sha256: '4dab8d3e988794afeedaa171c23742202c4e226d6cbb349e6fb40d7b9905e7ec', source: 'b.txt', sourceId: null, tags: [], title: null, tokens: 2, workspace: 'novels'}];
UNWIND $rows AS row
MERGE (n:Document {key: row.key})
SET n += row;
:param rows => [{changed: 7, `end`: 13, heading: null, id: 'cfaqiswspnwjjewfy3fyt6f2o', index: 0, key: 'novels/cfaqiswspnwjjewfy3fyt6f2o', name: 'b.txt 1', page: null, start: 0, text: 'Ahab, Pequod.', tokens: 2, workspace: 'novels'}];
UNWIND $rows AS row
MERGE (n:Chunk {key: row.key})
SET n += row;
:param rows => [{aliasCounts: [1], aliases: ['Ahab'], description: null, descriptionCounts: [], descriptions: [], id: 'kb5sqozf67tinpnuzwhuwvfv5', key: 'novels/kb5sqozf67tinpnuzwhuwvfv5', merged: null, name: 'Ahab', norm: 'ahab', norms: null, support: 1, type: 'Captain', typeCounts: [1], types: ['Captain'], workspace: 'novels'}, {aliasCounts: [1], aliases: ['Pequod'], description: null, descriptionCounts: [], descriptions: [], id: 'ktlomffze6nq7ddlygyjg46ny', key: 'novels/ktlomffze6nq7ddlygyjg46ny', merged: null, name: 'Pequod', norm: 'pequod', norms: null, support: 1, type: 'Document', typeCounts: [1], types: ['Document'], workspace: 'novels'}];
UNWIND $rows AS row
MERGE (n:KeyElement {key: row.key})
SET n += row;
:param rows => [{id: 'fe2fzx7f5u3xyzp7c6arfyzfa', key: 'novels/fe2fzx7f5u3xyzp7c6arfyzfa', name: 'Ahab commands the Pequod.', support: 1, text: 'Ahab commands the Pequod.', textCounts: [1], texts: ['Ahab commands the Pequod.'], workspace: 'novels'}];
UNWIND $rows AS row
MERGE (n:AtomicFact {key: row.key})
SET n += row;
:param rows => [{id: 't7xbgiuxbpshfwffngsr25j2h', key: 'novels/t7xbgiuxbpshfwffngsr25j2h', name: 'ahab COMMANDS pequod', nameCounts: [1], names: ['ahab COMMANDS pequod'], object: 'ktlomffze6nq7ddlygyjg46ny', relation: 'COMMANDS', subject: 'kb5sqozf67tinpnuzwhuwvfv5', support: 1, workspace: 'novels'}];
UNWIND $rows AS row
MERGE (n:Triple {key: row.key})
SET n += row;
:param rows => [{key: 'novels/kb5sqozf67tinpnuzwhuwvfv5'}];
UNWIND $rows AS row
MATCH (n:KeyElement {key: row.key})
REMOVE n:Entity:Person;
:param rows => [{key: 'novels/kb5sqozf67tinpnuzwhuwvfv5'}];
UNWIND $rows AS row
MATCH (n:KeyElement {key: row.key})
SET n:Entity:Captain;
:param rows => [{from: 'novels/deuguvdus5oofsjf3ojpejyqx', to: 'novels/cfaqiswspnwjjewfy3fyt6f2o'}];
UNWIND $rows AS row
MATCH (from:Document {key: row.from}) USING INDEX SEEK from:Document(key)
MATCH (to:Chunk {key: row.to}) USING INDEX SEEK to:Chunk(key)
CREATE (from)-[:HAS_CHUNK]->(to);
:param rows => [{from: 'novels/fe2fzx7f5u3xyzp7c6arfyzfa', support: 1, to: 'novels/kb5sqozf67tinpnuzwhuwvfv5'}];
UNWIND $rows AS row
MATCH (from:AtomicFact {key: row.from}) USING INDEX SEEK from:AtomicFact(key)
MATCH (to:KeyElement {key: row.to}) USING INDEX SEEK to:KeyElement(key)
MERGE (from)-[a:ABOUT]->(to)
SET a.support = row.support;
:param rows => [{from: 'novels/ktlomffze6nq7ddlygyjg46ny', id: 'tzjuldn6m7hzuo24iujwqx2ok', key: 'novels/tzjuldn6m7hzuo24iujwqx2ok', support: 1, to: 'novels/kb5sqozf67tinpnuzwhuwvfv5'}];
UNWIND $rows AS row
MATCH (from:KeyElement {key: row.from}) USING INDEX SEEK from:KeyElement(key)
MATCH (to:KeyElement {key: row.to}) USING INDEX SEEK to:KeyElement(key)
MATCH (from)-[r:MENTIONS_ {key: row.key}]->(to)
DELETE r;
:param rows => [{from: 'novels/kb5sqozf67tinpnuzwhuwvfv5', id: 't7xbgiuxbpshfwffngsr25j2h', key: 'novels/t7xbgiuxbpshfwffngsr25j2h', support: 1, to: 'novels/ktlomffze6nq7ddlygyjg46ny'}];
UNWIND $rows AS row
MATCH (from:KeyElement {key: row.from}) USING INDEX SEEK from:KeyElement(key)
MATCH (to:KeyElement {key: row.to}) USING INDEX SEEK to:KeyElement(key)
MERGE (from)-[r:COMMANDS {key: row.key}]->(to)
SET r.id = row.id, r.support = row.support;
:param rows => [{from: 'novels/cfaqiswspnwjjewfy3fyt6f2o', properties: {about: ['kb5sqozf67tinpnuzwhuwvfv5'], count: 1, `end`: 13, `in`: 'text', start: 0, surface: 'Ahab, Pequod.', text: 'Ahab commands the Pequod.'}, to: 'novels/fe2fzx7f5u3xyzp7c6arfyzfa'}];
UNWIND $rows AS row
MATCH (from:Chunk {key: row.from}) USING INDEX SEEK from:Chunk(key)
MATCH (to:AtomicFact {key: row.to}) USING INDEX SEEK to:AtomicFact(key)
CREATE (from)-[e:HAS_FACT]->(to)
SET e = row.properties;
:param rows => [{from: 'novels/cfaqiswspnwjjewfy3fyt6f2o', properties: {apart: null, count: 1, description: null, `end`: 4, `in`: 'text', same: null, start: 0, surface: 'Ahab', type: 'Captain'}, to: 'novels/kb5sqozf67tinpnuzwhuwvfv5'}, {from: 'novels/cfaqiswspnwjjewfy3fyt6f2o', properties: {apart: null, count: 1, description: null, `end`: 12, `in`: 'text', same: null, start: 6, surface: 'Pequod', type: 'Document'}, to: 'novels/ktlomffze6nq7ddlygyjg46ny'}];
UNWIND $rows AS row
MATCH (from:Chunk {key: row.from}) USING INDEX SEEK from:Chunk(key)
MATCH (to:KeyElement {key: row.to}) USING INDEX SEEK to:KeyElement(key)
CREATE (from)-[e:MENTIONS]->(to)
SET e = row.properties;
:param rows => [{from: 'novels/cfaqiswspnwjjewfy3fyt6f2o', properties: {count: 1, `end`: 13, head: 'ahab', `in`: 'text', start: 0, surface: 'Ahab, Pequod.', tail: 'pequod'}, to: 'novels/t7xbgiuxbpshfwffngsr25j2h'}];
UNWIND $rows AS row
MATCH (from:Chunk {key: row.from}) USING INDEX SEEK from:Chunk(key)
MATCH (to:Triple {key: row.to}) USING INDEX SEEK to:Triple(key)
CREATE (from)-[e:STATES]->(to)
SET e = row.properties;
