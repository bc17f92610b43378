package cypher

import (
	"testing"

	"grove/internal/graph"
	"grove/internal/storetest"
)

func TestConformance(t *testing.T) {
	storetest.Run(t, "neo4j", func(t *testing.T) graph.Store { return open(t) })
}

func TestObserved(t *testing.T) {
	storetest.Observed(t, func(t *testing.T, observe graph.Observe) graph.Store {
		s := open(t)
		s.observe = observe
		return s
	})
}
