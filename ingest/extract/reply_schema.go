package extract

import (
	"strings"

	"grove/internal/lists"
)

// schema returns the JSON Schema of the reply.
func (p Prompt) schema() string {
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
	factLists  = []string{lines("facts")}
	graphLists = []string{lines("entities"), lines("triples")}
	bothLists  = []string{lines("entities"), lines("facts"), lines("triples")} // facts and triples refer to entities

	oneOfFacts, packetOfFacts = object(factLists...), packet(factLists)
	oneOfGraph, packetOfGraph = object(graphLists...), packet(graphLists)
	oneOfBoth, packetOfBoth   = object(bothLists...), packet(bothLists)
)

const str = `{"type":"string"}`

func property(name, kind string) string { return `"` + name + `":` + kind }

func array(of string) string { return `{"type":"array","items":` + of + `}` }

// lines is a list of items, each a line: fields, with or without their names, would be a third of the reply.
func lines(name string) string { return property(name, array(str)) }

// object returns a closed object that must have all its properties.
func object(properties ...string) string {
	names := lists.Map(properties, func(p string) string { return p[:strings.IndexByte(p, ':')] })
	return `{"type":"object","additionalProperties":false,"required":[` + strings.Join(names, ",") +
		`],"properties":{` + strings.Join(properties, ",") + `}}`
}

func packet(of []string) string {
	return object(property("texts", array(object(append([]string{property("id", str)}, of...)...))))
}
