package main_test

import (
	"errors"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"grove/internal/storetest/neo4jtest"
)

// neo4jSettings choose a store on a server.
func neo4jSettings(uri, user, password string) []string {
	return []string{"GROVE_STORE=neo4j", "GROVE_NEO4J_URI=" + uri, "GROVE_NEO4J_USER=" + user, "GROVE_NEO4J_PASSWORD=" + password}
}

// TestNeo4jCutOff cuts all connections to the server for a moment, again and
// again: the ingest goes on, or ends with a clear error; nothing is lost or doubled.
func TestNeo4jCutOff(t *testing.T) {
	if testing.Short() {
		t.Skip("cuts connections again and again")
	}
	uri, user, password := neo4jtest.Server(t)
	line := newProxy(t, strings.TrimPrefix(strings.TrimPrefix(uri, "bolt://"), "neo4j://"))
	s := newScene(t, 24, 20*time.Millisecond, neo4jSettings("bolt://"+line.Addr().String(), user, password)...)
	workspace := neo4jtest.Workspace()
	const most = 4
	for cuts := 0; ; {
		p := s.start(workspace, "ingest", s.corpus, "--pack", "1")
		ended := make(chan struct{})
		cutting := make(chan int)
		go func() {
			n := 0
			for cuts+n < most {
				select {
				case <-ended:
					cutting <- n
					return
				case <-time.After(600 * time.Millisecond):
					line.cut(200 * time.Millisecond)
					n++
				}
			}
			<-ended
			cutting <- n
		}()
		got, code := p.end()
		close(ended)
		cuts += <-cutting
		if code == 0 {
			t.Logf("%d cuts", cuts)
			if cuts == 0 {
				t.Error("the ingest was over before a cut")
			}
			break
		}
		if e := got.Error; code != 4 || e.Code != "unavailable" || e.Hint == "" || cuts > most {
			t.Fatalf("after %d cuts: exit %d, %+v", cuts, code, got)
		}
	}
	s.whole(workspace)
}

// proxy is a line to a server that can be cut.
type proxy struct {
	net.Listener
	mu    sync.Mutex
	down  bool
	lines []net.Conn
}

func newProxy(t *testing.T, server string) *proxy {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	p := &proxy{Listener: l}
	t.Cleanup(func() {
		p.cut(0)
		_ = l.Close() // the test is over
	})
	go func() {
		for {
			client, err := l.Accept()
			if errors.Is(err, net.ErrClosed) {
				return
			}
			if err == nil {
				go p.join(client, server)
			}
		}
	}()
	return p
}

// join carries bytes between a client and the server until the line is cut.
func (p *proxy) join(client net.Conn, server string) {
	back, err := net.Dial("tcp", server)
	if err != nil {
		_ = client.Close() // a line that was never there
		return
	}
	p.mu.Lock()
	p.lines = append(p.lines, client, back)
	down := p.down
	p.mu.Unlock()
	if down {
		_, _ = client.Close(), back.Close() // as cut
		return
	}
	for _, way := range [][2]net.Conn{{client, back}, {back, client}} {
		go func() {
			_, _ = io.Copy(way[0], way[1]) // ends with the line
			_, _ = way[0].Close(), way[1].Close()
		}()
	}
}

// cut cuts all lines and lets none through for a time.
func (p *proxy) cut(pause time.Duration) {
	p.mu.Lock()
	p.down = true
	for _, c := range p.lines {
		_ = c.Close() // its other end may have closed it
	}
	p.lines = nil
	p.mu.Unlock()
	time.Sleep(pause)
	p.mu.Lock()
	p.down = false
	p.mu.Unlock()
}
