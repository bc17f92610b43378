:param rows => [{body: '{}', id: 's0000000002', key: 'novels/s0000000002', name: 'Schema 2', settled: false, version: 2, workspace: 'novels'}];
UNWIND $rows AS row
MERGE (n:SchemaVersion {key: row.key})
SET n += row;
