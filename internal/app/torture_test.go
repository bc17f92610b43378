//go:build torture

package app

const (
	historiesEmbedded = 200
	historiesOnNeo4j  = 20
)
