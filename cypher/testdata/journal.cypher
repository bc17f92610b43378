:param rows => [{id: 'c1', key: 'novels/c1', name: 'Extraction of c1', result: 'it\'s \\\' `x`") // \n MATCH (n) DETACH DELETE n \u2028 \u0000 亚哈 𝔸', version: 'v', workspace: 'novels'}, {id: 'c2', key: 'novels/c2', name: 'Extraction of c2', result: '{}', version: 'v', workspace: 'novels'}];
UNWIND $rows AS row
MERGE (n:Extraction {key: row.key})
SET n += row;
