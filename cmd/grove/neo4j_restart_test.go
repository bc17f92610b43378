//go:build torture

package main_test

import (
	"strings"
	"testing"
	"time"

	"grove/internal/storetest/neo4jtest"
)

// TestNeo4jRestarted stops the server in the middle of an ingest, which ends
// with a clear error, and starts it again: the next ingest ends the work. The
// server asks for a password, and a wrong one is refused.
func TestNeo4jRestarted(t *testing.T) {
	server := neo4jtest.NewOwn(t)
	s := newScene(t, 24, 20*time.Millisecond, neo4jSettings(server.URI, server.User, server.Password)...)
	p := s.start("w", "ingest", s.corpus, "--pack", "1")
	p.await("some calls", func() bool { return s.server.Stats().Paid >= 15 })
	server.Stop()
	got, code := p.end()
	if e := got.Error; code != 4 || e.Code != "unavailable" || e.Item != server.URI || e.Hint == "" {
		t.Errorf("the server gone: exit %d, %+v", code, e)
	}
	if r := runWith(t, s.environment("w"), "documents", "stats"); r.code != 4 || s.read(r).Error.Code != "unavailable" {
		t.Errorf("no server is %q, exit %d", s.read(r).Error.Code, r.code)
	}
	server.Start()
	s.whole("w")
	if n := s.server.Stats().PaidTwice; n > 0 {
		t.Errorf("%d replies were paid for twice", n)
	}
	s.wrongPassword(server)
}

// wrongPassword tries to log in with what is not right, not often enough for
// the server to bar the user.
func (s *scene) wrongPassword(server *neo4jtest.Own) {
	s.Helper()
	for wrong, args := range map[string][]string{"GROVE_NEO4J_PASSWORD=wrong": {"ingest", s.corpus},
		"GROVE_NEO4J_USER=ahab": {"documents", "stats"},
		"GROVE_NEO4J_PASSWORD=": {"ask", "Who is Anna?"}} {
		r := runWith(s.T, s.environment("w", wrong), args...)
		e := s.read(r).Error
		if r.code != 4 || e.Code != "unavailable" || e.Item != server.URI || !strings.Contains(e.Hint, "GROVE_NEO4J_PASSWORD") {
			s.Errorf("%s with %s: exit %d, %+v", args[0], wrong, r.code, e)
		}
	}
}
