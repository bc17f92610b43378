:param raise => 1;
:param workspace => 'novels';
MERGE (w:Workspace {key: $workspace})
ON CREATE SET w.id = $workspace, w.workspace = $workspace, w.name = $workspace, w.changeNumber = 0
SET w.changeNumber = w.changeNumber + $raise
RETURN w.changeNumber AS number;
