:param rows => [{attempts: 0, error: null, id: 'c1', key: 'novels/c1', name: 'Extraction of c1', packet: null, raw: null, result: 'it\'s \\\' `x`") // \n MATCH (n) DETACH DELETE n \u2028 \u0000 亚哈 𝔸', state: null, version: 'v', workspace: 'novels'}, {attempts: 0, error: null, id: 'c2', key: 'novels/c2', name: 'Extraction of c2', packet: null, raw: null, result: '{}', state: null, version: 'v', workspace: 'novels'}];
UNWIND $rows AS row
MERGE (n:Extraction {key: row.key})
SET n += row;
