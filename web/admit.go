package web

import (
	"net"
	"net/http"
	"strings"

	"github.com/gin-gonic/gin"
	"golang.org/x/time/rate"

	"grove/internal/fault"
)

// keyID is the name under which gin.Context holds the id of the request's key.
const keyID = "key"

// admit authenticates the request, limits its rate and checks the role and workspaces of its key.
func (s *server) admit(c *call) error {
	existing, err := s.Keys.List()
	if err != nil {
		return err
	}
	secret := secretOf(c.gin)
	if len(existing) > 0 {
		s.keysSeen.Store(true)
	}
	if secret == "" && !s.keysSeen.Load() && !s.KeysRequired {
		if !isLoopback(c.gin.Request.Host) {
			return fault.New(Forbidden, "web.admit", c.gin.Request.Host,
				"without API keys the service accepts requests to localhost only",
				"use localhost or 127.0.0.1, or have an API key made")
		}
		if forwarded(c.gin.Request.Header) {
			return fault.New(Forbidden, "web.admit", "",
				"the request was forwarded by a proxy, and no API keys exist", "have an API key made")
		}
		return s.limitRate("")
	}
	k, ok, err := s.Keys.Check(secret)
	if err != nil {
		return err
	}
	if !ok {
		return fault.New(Unauthenticated, "web.admit", "",
			"the API key is missing or unknown", "send Authorization: Bearer KEY")
	}
	c.key = &k
	c.gin.Set(keyID, k.ID)
	if err := s.limitRate(k.ID); err != nil {
		return err
	}
	if !k.Role.May(c.route.role) {
		return fault.New(Forbidden, "web.admit", "", "the key has the role "+string(k.Role)+" only",
			"use a key with the role "+string(c.route.role))
	}
	if name := c.workspace; name != "" && !k.Opens(name) {
		return otherWorkspace()
	}
	return nil
}

// otherWorkspace is the error of a key that does not open the workspace, whether it exists or not.
func otherWorkspace() error {
	return fault.New(Forbidden, "web.admit", "", "the key does not open this workspace", "use a key that does")
}

// secretOf returns the API key in the request's header, "" without one.
func secretOf(g *gin.Context) string {
	if scheme, secret, ok := strings.Cut(g.GetHeader("Authorization"), " "); ok && strings.EqualFold(scheme, "Bearer") {
		return strings.TrimSpace(secret)
	}
	return g.GetHeader("X-Api-Key")
}

// limitRate counts a request against the rate of a key; clients without a key share "".
func (s *server) limitRate(id string) error {
	s.mu.Lock()
	l, ok := s.limiters[id]
	if !ok {
		l = rate.NewLimiter(rate.Limit(s.Limits.Rate), s.Limits.Burst)
		s.limiters[id] = l
	}
	s.mu.Unlock()
	if !l.Allow() {
		return fault.New(RateLimited, "web.limitRate", "", "the rate limit of the key is exceeded", "wait, and send fewer requests")
	}
	return nil
}

// slot is one of the concurrent requests of a key. A streamed question shares the slot of the
// request that started it with those that read its stream, so that a client that reconnects
// needs no second one. Readers beyond slotHolders need slots of their own.
type slot struct {
	key     string
	holders int
}

// slotHolders is the maximum number of holders of a slot: the question and three clients.
const slotHolders = 4

// acquireSlot gives the request a slot: that of the live stream that it reads, or a free one.
func (s *server) acquireSlot(c *call) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if live := c.liveStream(); live != nil && live.slot.holders > 0 && live.slot.holders < slotHolders {
		live.slot.holders++
		c.slot = live.slot
		return nil
	}
	key := c.gin.GetString(keyID)
	if s.underWay[key] >= s.Limits.KeyRequests {
		return fault.New(RateLimited, "web.acquireSlot", "", "too many concurrent requests with this key",
			"wait until one of them has ended")
	}
	s.underWay[key]++
	c.slot = &slot{key, 1}
	return nil
}

// shareSlot adds a holder of a slot.
func (s *server) shareSlot(shared *slot) {
	s.mu.Lock()
	defer s.mu.Unlock()
	shared.holders++
}

// releaseSlot removes a holder of a slot; the last one frees it.
func (s *server) releaseSlot(held *slot) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if held.holders--; held.holders > 0 {
		return
	}
	if s.underWay[held.key]--; s.underWay[held.key] == 0 {
		delete(s.underWay, held.key)
	}
}

// forwarded reports whether a proxy forwarded the request.
func forwarded(h http.Header) bool {
	for name := range h {
		if name == "Forwarded" || strings.HasPrefix(name, "X-Forwarded-") {
			return true
		}
	}
	return false
}

// isLoopback reports whether a host, with or without a port, is localhost or a loopback address.
func isLoopback(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.Trim(host, "[]")
	ip := net.ParseIP(host)
	return strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback()
}

// mayOpen reports whether the request's key opens a workspace.
func (c *call) mayOpen(name string) bool { return c.key == nil || c.key.Opens(name) }
