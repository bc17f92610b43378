:param workspace => 'novels';
MATCH (w:Workspace {key: $workspace}) RETURN w.changeNumber AS number;
