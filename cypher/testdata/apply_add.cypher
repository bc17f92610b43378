:param rows => [{key: 'novels/ctvewlgq4xyvk25ecnldpksif'}, {key: 'novels/cx5m2g6hh6vad5wrbfi2224wb'}];
UNWIND $rows AS row
MATCH (n:Tombstone {key: row.key})
DELETE n;
:param rows => [{gists: null, gistsDue: null, id: 'dlw6l2lndwzmyz4hzwmf34prf', ingestedAt: datetime('1851-11-14T12:30:15Z'), key: 'novels/dlw6l2lndwzmyz4hzwmf34prf', language: 'en', name: 'a.txt', origin: '/library/a.txt', paged: null, partial: null, runes: 34, sha256: 'a18ce9743497c769a1c68f2cd0f347835b26e8dec4d2d8400837c82f6b734f15', source: 'a.txt', sourceId: null, tags: [], title: null, tokens: 6, workspace: 'novels'}];
UNWIND $rows AS row
MERGE (n:Document {key: row.key})
SET n += row;
:param rows => [{changed: 7, `end`: 25, heading: null, id: 'ctvewlgq4xyvk25ecnldpksif', index: 0, key: 'novels/ctvewlgq4xyvk25ecnldpksif', name: 'a.txt 1', page: null, start: 0, text: 'Ahab commands the Pequod.', tokens: 4, workspace: 'novels'}, {changed: 7, `end`: 34, heading: null, id: 'cx5m2g6hh6vad5wrbfi2224wb', index: 1, key: 'novels/cx5m2g6hh6vad5wrbfi2224wb', name: 'a.txt 2', page: null, start: 25, text: ' The end.', tokens: 2, workspace: 'novels'}];
UNWIND $rows AS row
MERGE (n:Chunk {key: row.key})
SET n += row;
:param rows => [{aliasCounts: [1], aliases: ['Ahab'], description: null, descriptionCounts: [], descriptions: [], id: 'kb5sqozf67tinpnuzwhuwvfv5', key: 'novels/kb5sqozf67tinpnuzwhuwvfv5', merged: null, name: 'Ahab', norm: 'ahab', norms: null, support: 1, type: 'Person', typeCounts: [1], types: ['Person'], workspace: 'novels'}, {aliasCounts: [1], aliases: ['Pequod'], description: null, descriptionCounts: [], descriptions: [], id: 'ktlomffze6nq7ddlygyjg46ny', key: 'novels/ktlomffze6nq7ddlygyjg46ny', merged: null, name: 'Pequod', norm: 'pequod', norms: null, support: 1, type: 'Document', typeCounts: [1], types: ['Document'], workspace: 'novels'}];
UNWIND $rows AS row
MERGE (n:KeyElement {key: row.key})
SET n += row;
:param rows => [{id: 'fe2fzx7f5u3xyzp7c6arfyzfa', key: 'novels/fe2fzx7f5u3xyzp7c6arfyzfa', name: 'Ahab commands the Pequod.', support: 1, text: 'Ahab commands the Pequod.', textCounts: [1], texts: ['Ahab commands the Pequod.'], workspace: 'novels'}];
UNWIND $rows AS row
MERGE (n:AtomicFact {key: row.key})
SET n += row;
:param rows => [{attribute: 'kind', entity: 'ktlomffze6nq7ddlygyjg46ny', id: 'ab3aqchhjeogvqhs7j5mbhjln', key: 'novels/ab3aqchhjeogvqhs7j5mbhjln', name: 'kind: it\'s \\\' `x`") // \n MATCH (n) DETACH DELETE n \u2028 \u0000 亚哈 𝔸', support: 1, value: 'it\'s \\\' `x`") // \n MATCH (n) DETACH DELETE n \u2028 \u0000 亚哈 𝔸', workspace: 'novels'}];
UNWIND $rows AS row
MERGE (n:Attribute {key: row.key})
SET n += row;
:param rows => [{id: 't7xbgiuxbpshfwffngsr25j2h', key: 'novels/t7xbgiuxbpshfwffngsr25j2h', name: 'ahab COMMANDS pequod', nameCounts: [1], names: ['ahab COMMANDS pequod'], object: 'ktlomffze6nq7ddlygyjg46ny', relation: 'COMMANDS', subject: 'kb5sqozf67tinpnuzwhuwvfv5', support: 1, workspace: 'novels'}, {id: 'tzjuldn6m7hzuo24iujwqx2ok', key: 'novels/tzjuldn6m7hzuo24iujwqx2ok', name: 'pequod MENTIONS ahab', nameCounts: [1], names: ['pequod MENTIONS ahab'], object: 'kb5sqozf67tinpnuzwhuwvfv5', relation: 'MENTIONS', subject: 'ktlomffze6nq7ddlygyjg46ny', support: 1, workspace: 'novels'}];
UNWIND $rows AS row
MERGE (n:Triple {key: row.key})
SET n += row;
:param rows => [{confidence: 1, id: 'pu2utngpviq5essd7ve7xvo73', key: 'novels/pu2utngpviq5essd7ve7xvo73', name: 'STEERS', part: 'relation', signature: 'Person>Document', signatureCounts: [1], signatures: ['Person>Document'], support: 1, workspace: 'novels'}];
UNWIND $rows AS row
MERGE (n:Proposal {key: row.key})
SET n += row;
:param rows => [{key: 'novels/ktlomffze6nq7ddlygyjg46ny'}];
UNWIND $rows AS row
MATCH (n:KeyElement {key: row.key})
SET n:Entity:Document_;
:param rows => [{key: 'novels/kb5sqozf67tinpnuzwhuwvfv5'}];
UNWIND $rows AS row
MATCH (n:KeyElement {key: row.key})
SET n:Entity:Person;
:param rows => [{from: 'novels/dlw6l2lndwzmyz4hzwmf34prf', to: 'novels/ctvewlgq4xyvk25ecnldpksif'}, {from: 'novels/dlw6l2lndwzmyz4hzwmf34prf', to: 'novels/cx5m2g6hh6vad5wrbfi2224wb'}];
UNWIND $rows AS row
MATCH (from:Document {key: row.from}) USING INDEX SEEK from:Document(key)
MATCH (to:Chunk {key: row.to}) USING INDEX SEEK to:Chunk(key)
CREATE (from)-[:HAS_CHUNK]->(to);
:param rows => [{from: 'novels/ctvewlgq4xyvk25ecnldpksif', to: 'novels/cx5m2g6hh6vad5wrbfi2224wb'}];
UNWIND $rows AS row
MATCH (from:Chunk {key: row.from}) USING INDEX SEEK from:Chunk(key)
MATCH (to:Chunk {key: row.to}) USING INDEX SEEK to:Chunk(key)
CREATE (from)-[:NEXT]->(to);
:param rows => [{from: 'novels/ktlomffze6nq7ddlygyjg46ny', to: 'novels/ab3aqchhjeogvqhs7j5mbhjln'}];
UNWIND $rows AS row
MATCH (from:KeyElement {key: row.from}) USING INDEX SEEK from:KeyElement(key)
MATCH (to:Attribute {key: row.to}) USING INDEX SEEK to:Attribute(key)
CREATE (from)-[:HAS_ATTRIBUTE]->(to);
:param rows => [{from: 'novels/fe2fzx7f5u3xyzp7c6arfyzfa', support: 1, to: 'novels/kb5sqozf67tinpnuzwhuwvfv5'}, {from: 'novels/fe2fzx7f5u3xyzp7c6arfyzfa', support: 1, to: 'novels/ktlomffze6nq7ddlygyjg46ny'}];
UNWIND $rows AS row
MATCH (from:AtomicFact {key: row.from}) USING INDEX SEEK from:AtomicFact(key)
MATCH (to:KeyElement {key: row.to}) USING INDEX SEEK to:KeyElement(key)
MERGE (from)-[a:ABOUT]->(to)
SET a.support = row.support;
:param rows => [{from: 'novels/kb5sqozf67tinpnuzwhuwvfv5', id: 't7xbgiuxbpshfwffngsr25j2h', key: 'novels/t7xbgiuxbpshfwffngsr25j2h', support: 1, to: 'novels/ktlomffze6nq7ddlygyjg46ny'}];
UNWIND $rows AS row
MATCH (from:KeyElement {key: row.from}) USING INDEX SEEK from:KeyElement(key)
MATCH (to:KeyElement {key: row.to}) USING INDEX SEEK to:KeyElement(key)
MERGE (from)-[r:COMMANDS {key: row.key}]->(to)
SET r.id = row.id, r.support = row.support;
:param rows => [{from: 'novels/ktlomffze6nq7ddlygyjg46ny', id: 'tzjuldn6m7hzuo24iujwqx2ok', key: 'novels/tzjuldn6m7hzuo24iujwqx2ok', support: 1, to: 'novels/kb5sqozf67tinpnuzwhuwvfv5'}];
UNWIND $rows AS row
MATCH (from:KeyElement {key: row.from}) USING INDEX SEEK from:KeyElement(key)
MATCH (to:KeyElement {key: row.to}) USING INDEX SEEK to:KeyElement(key)
MERGE (from)-[r:MENTIONS_ {key: row.key}]->(to)
SET r.id = row.id, r.support = row.support;
:param rows => [{from: 'novels/ctvewlgq4xyvk25ecnldpksif', properties: {about: ['kb5sqozf67tinpnuzwhuwvfv5', 'ktlomffze6nq7ddlygyjg46ny'], count: 1, `end`: 25, `in`: 'text', start: 0, surface: 'Ahab commands the Pequod.', text: 'Ahab commands the Pequod.'}, to: 'novels/fe2fzx7f5u3xyzp7c6arfyzfa'}];
UNWIND $rows AS row
MATCH (from:Chunk {key: row.from}) USING INDEX SEEK from:Chunk(key)
MATCH (to:AtomicFact {key: row.to}) USING INDEX SEEK to:AtomicFact(key)
CREATE (from)-[e:HAS_FACT]->(to)
SET e = row.properties;
:param rows => [{from: 'novels/ctvewlgq4xyvk25ecnldpksif', properties: {apart: null, count: 1, description: null, `end`: 4, `in`: 'text', same: null, start: 0, surface: 'Ahab', type: 'Person'}, to: 'novels/kb5sqozf67tinpnuzwhuwvfv5'}, {from: 'novels/ctvewlgq4xyvk25ecnldpksif', properties: {apart: null, count: 1, description: null, `end`: 24, `in`: 'text', same: null, start: 18, surface: 'Pequod', type: 'Document'}, to: 'novels/ktlomffze6nq7ddlygyjg46ny'}];
UNWIND $rows AS row
MATCH (from:Chunk {key: row.from}) USING INDEX SEEK from:Chunk(key)
MATCH (to:KeyElement {key: row.to}) USING INDEX SEEK to:KeyElement(key)
CREATE (from)-[e:MENTIONS]->(to)
SET e = row.properties;
:param rows => [{from: 'novels/ctvewlgq4xyvk25ecnldpksif', properties: {count: 1, `end`: 25, `in`: 'text', start: 0, surface: 'Ahab commands the Pequod.'}, to: 'novels/ab3aqchhjeogvqhs7j5mbhjln'}];
UNWIND $rows AS row
MATCH (from:Chunk {key: row.from}) USING INDEX SEEK from:Chunk(key)
MATCH (to:Attribute {key: row.to}) USING INDEX SEEK to:Attribute(key)
CREATE (from)-[e:STATES]->(to)
SET e = row.properties;
:param rows => [{from: 'novels/ctvewlgq4xyvk25ecnldpksif', properties: {count: 1, `end`: 25, head: 'ahab', `in`: 'text', start: 0, surface: 'Ahab commands the Pequod.', tail: 'pequod'}, to: 'novels/t7xbgiuxbpshfwffngsr25j2h'}, {from: 'novels/ctvewlgq4xyvk25ecnldpksif', properties: {count: 1, `end`: 25, head: 'pequod', `in`: 'text', start: 0, surface: 'Ahab commands the Pequod.', tail: 'ahab'}, to: 'novels/tzjuldn6m7hzuo24iujwqx2ok'}];
UNWIND $rows AS row
MATCH (from:Chunk {key: row.from}) USING INDEX SEEK from:Chunk(key)
MATCH (to:Triple {key: row.to}) USING INDEX SEEK to:Triple(key)
CREATE (from)-[e:STATES]->(to)
SET e = row.properties;
:param rows => [{from: 'novels/ctvewlgq4xyvk25ecnldpksif', properties: {count: 1, `end`: 25, `in`: 'text', object: 'Pequod', signature: 'Person>Document', start: 0, subject: 'it\'s \\\' `x`") // \n MATCH (n) DETACH DELETE n \u2028 \u0000 亚哈 𝔸', surface: 'Ahab commands the Pequod.'}, to: 'novels/pu2utngpviq5essd7ve7xvo73'}];
UNWIND $rows AS row
MATCH (from:Chunk {key: row.from}) USING INDEX SEEK from:Chunk(key)
MATCH (to:Proposal {key: row.to}) USING INDEX SEEK to:Proposal(key)
CREATE (from)-[e:PROPOSES]->(to)
SET e = row.properties;
