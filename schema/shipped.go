package schema

import (
	_ "embed" // the shipped schemas
	"sync"
)

//go:embed general.json
var generalJSON []byte

//go:embed novels.json
var novelsJSON []byte

var (
	general = sync.OnceValue(func() *Schema { return mustParse("general", generalJSON) })
	novels  = sync.OnceValue(func() *Schema { return mustParse("novels", novelsJSON) })
)

func mustParse(name string, raw []byte) *Schema {
	s, err := Parse(raw)
	if err != nil {
		panic("the shipped schema " + name + " does not parse: " + err.Error())
	}
	return s
}

// General returns the shipped schema for texts of any kind. It is shared: do not change it.
func General() *Schema { return general() }

// Novels returns the shipped schema for stories. It is shared: do not change it.
func Novels() *Schema { return novels() }

// Shipped returns a shipped schema by its name; false where there is none.
func Shipped(name string) (*Schema, bool) {
	for _, s := range []*Schema{General(), Novels()} {
		if s.Name == name {
			return s, true
		}
	}
	return nil, false
}
