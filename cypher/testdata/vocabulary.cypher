:param after => 'novels/';
:param `end` => 'novels0';
CALL () {
MATCH (n:KeyElement) WHERE n.key > $after AND n.key < $end AND n.type IS NOT NULL
RETURN 'type' AS part, n.type AS name, count(*) AS count
UNION ALL
MATCH (n:Triple) WHERE n.key > $after AND n.key < $end
RETURN 'relation' AS part, n.relation AS name, count(*) AS count
UNION ALL
MATCH (n:Attribute) WHERE n.key > $after AND n.key < $end
RETURN 'attribute' AS part, n.attribute AS name, count(*) AS count
}
RETURN part, name, count ORDER BY part, name;
