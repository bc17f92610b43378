package cypher

import "grove/internal/graph"

// attributeOf decodes an attribute. The attribute's own key is kept in the
// property "attribute", since "key" names the node.
func attributeOf(r row) graph.Attribute {
	return graph.Attribute{ID: r.id("id"), Entity: r.id("entity"), Key: r.text("attribute"), Value: r.text("value"), Support: r.number("support")}
}

// attributeRow are the properties of an Attribute node.
func attributeRow(w scope, a graph.Attribute) map[string]any {
	m := w.base(a.ID, a.Name())
	m["entity"], m["attribute"], m["value"], m["support"] = string(a.Entity), a.Key, a.Value, a.Support
	return m
}
