package extract

import (
	"encoding/json"
	"strings"
)

// ReplySchema returns the JSON Schema of the reply.
func (p Prompt) ReplySchema() json.RawMessage {
	switch packed := len(p.Pieces) > 1; {
	case p.Part == Facts && packed:
		return packetOfFacts
	case p.Part == Facts:
		return oneOfFacts
	case p.Part == Graph && packed:
		return packetOfGraph
	case p.Part == Graph:
		return oneOfGraph
	case packed:
		return packetOfBoth
	}
	return oneOfBoth
}

var (
	factLists  = []string{list("facts", property("text", str), property("elements", array(str)))}
	graphLists = []string{
		list("entities", property("name", str), property("type", str), property("description", str)),
		list("triples", property("head", str), property("relation", str), property("tail", str)),
		list("attributes", property("entity", str), property("key", str), property("value", str)),
	}
	bothLists = append(factLists[:1:1], graphLists...)

	oneOfFacts, packetOfFacts = json.RawMessage(object(factLists...)), packet(factLists)
	oneOfGraph, packetOfGraph = json.RawMessage(object(graphLists...)), packet(graphLists)
	oneOfBoth, packetOfBoth   = json.RawMessage(object(bothLists...)), packet(bothLists)
)

const str = `{"type":"string"}`

func property(name, kind string) string { return `"` + name + `":` + kind }

func array(of string) string { return `{"type":"array","items":` + of + `}` }

func list(name string, properties ...string) string {
	return property(name, array(object(properties...)))
}

// object returns a closed object that must have all its properties.
func object(properties ...string) string {
	names := make([]string, len(properties))
	for i, p := range properties {
		names[i] = p[:strings.IndexByte(p, ':')]
	}
	return `{"type":"object","additionalProperties":false,"required":[` + strings.Join(names, ",") +
		`],"properties":{` + strings.Join(properties, ",") + `}}`
}

func packet(lists []string) json.RawMessage {
	return json.RawMessage(object(property("texts", array(object(append([]string{property("id", str)}, lists...)...)))))
}
