//go:build !torture

package app

// The numbers of random histories that TestHistoryDoesNotShow plays on each store. `make torture` plays more.
const (
	historiesEmbedded = 100
	historiesOnNeo4j  = 8
)
