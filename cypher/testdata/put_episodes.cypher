:param rows => [{key: 'novels/d1'}];
UNWIND $rows AS row
MATCH (:Document {key: row.key})-[:HAS_EPISODE]->(n:Episode)
DETACH DELETE n;
:param rows => [{`end`: 4, gist: 'it\'s \\\' `x`") // \n MATCH (n) DETACH DELETE n \u2028 \u0000 亚哈 𝔸', id: 'eyvrgyji3fvsmth7dbzhktxv6', index: 0, key: 'novels/eyvrgyji3fvsmth7dbzhktxv6', name: 'a.txt · page 1', preset: '600/280', start: 0, words: 2, workspace: 'novels'}, {`end`: 9, gist: 'it\'s \\\' `x`") // \n MATCH (n) DETACH DELETE n \u2028 \u0000 亚哈 𝔸', id: 'ebwumb3cefg4zjlfx5qyp7ma7', index: 1, key: 'novels/ebwumb3cefg4zjlfx5qyp7ma7', name: 'a.txt · page 2', preset: '600/280', start: 4, words: 2, workspace: 'novels'}];
UNWIND $rows AS row
MERGE (n:Episode {key: row.key})
SET n += row;
:param rows => [{from: 'novels/d1', to: 'novels/eyvrgyji3fvsmth7dbzhktxv6'}, {from: 'novels/d1', to: 'novels/ebwumb3cefg4zjlfx5qyp7ma7'}];
UNWIND $rows AS row
MATCH (from:Document {key: row.from}) USING INDEX SEEK from:Document(key)
MATCH (to:Episode {key: row.to}) USING INDEX SEEK to:Episode(key)
CREATE (from)-[:HAS_EPISODE]->(to);
:param rows => [{from: 'novels/eyvrgyji3fvsmth7dbzhktxv6', to: 'novels/ebwumb3cefg4zjlfx5qyp7ma7'}];
UNWIND $rows AS row
MATCH (from:Episode {key: row.from}) USING INDEX SEEK from:Episode(key)
MATCH (to:Episode {key: row.to}) USING INDEX SEEK to:Episode(key)
CREATE (from)-[:NEXT]->(to);
:param rows => [{from: 'novels/eyvrgyji3fvsmth7dbzhktxv6', to: 'novels/c1'}, {from: 'novels/ebwumb3cefg4zjlfx5qyp7ma7', to: 'novels/c1'}, {from: 'novels/ebwumb3cefg4zjlfx5qyp7ma7', to: 'novels/c2'}];
UNWIND $rows AS row
MATCH (from:Episode {key: row.from}) USING INDEX SEEK from:Episode(key)
MATCH (to:Chunk {key: row.to}) USING INDEX SEEK to:Chunk(key)
CREATE (from)-[:COVERS]->(to);
:param rows => [{document: 'd1', except: ['r1'], workspace: 'novels'}];
UNWIND $rows AS row
MATCH (n:EpisodeReply {workspace: row.workspace, document: row.document}) WHERE NOT n.id IN row.except
DELETE n;
