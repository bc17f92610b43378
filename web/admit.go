package web

import (
	"net"
	"net/http"
	"strings"

	"github.com/gin-gonic/gin"
	"golang.org/x/time/rate"

	"grove/internal/fault"
)

// keyID is where the id of a request's key is kept for the log.
const keyID = "key"

// admit finds who asks, and refuses who may not, or asks too often.
func (s *server) admit(c *call) error {
	known, err := s.Keys.List()
	if err != nil {
		return err
	}
	secret := secretOf(c.gin)
	if secret == "" && len(known) == 0 && !s.KeysRequired {
		if !isLoopback(c.gin.Request.Host) {
			return fault.New(Forbidden, "web.admit", c.gin.Request.Host, "without keys the service answers to names of this machine alone", "ask localhost or 127.0.0.1")
		}
		if forwarded(c.gin.Request.Header) {
			return fault.New(Forbidden, "web.admit", "", "the request was forwarded, and there are no keys", "others reach the service by a proxy: make a key with `grove keys add NAME`")
		}
		return s.pace("")
	}
	k, ok, err := s.Keys.Check(secret)
	if err != nil {
		return err
	}
	if !ok {
		return fault.New(Unauthenticated, "web.admit", "", "the request has no key that is known here", "send Authorization: Bearer KEY; `grove keys add` makes one")
	}
	c.key = &k
	c.gin.Set(keyID, k.ID)
	if err := s.pace(k.ID); err != nil {
		return err
	}
	if !k.Role.May(c.route.role) {
		return fault.New(Forbidden, "web.admit", "", "the key is for "+string(k.Role)+" alone", "use a key for "+string(c.route.role))
	}
	if name := c.workspace(); name != "" && !k.Opens(name) {
		return otherWorkspace()
	}
	return nil
}

// otherWorkspace refuses a key for a workspace, whether there is one or not.
func otherWorkspace() error {
	return fault.New(Forbidden, "web.admit", "", "the key is not for this workspace", "use a key that is")
}

// secretOf is the key that a request carries, "" without one.
func secretOf(g *gin.Context) string {
	if scheme, secret, ok := strings.Cut(g.GetHeader("Authorization"), " "); ok && strings.EqualFold(scheme, "Bearer") {
		return strings.TrimSpace(secret)
	}
	return g.GetHeader("X-Api-Key")
}

// pace takes a request off what a key may ask; "" is everyone without one.
func (s *server) pace(id string) error {
	s.mu.Lock()
	l, ok := s.limiters[id]
	if !ok {
		l = rate.NewLimiter(rate.Limit(s.Limits.Rate), s.Limits.Burst)
		s.limiters[id] = l
	}
	s.mu.Unlock()
	if !l.Allow() {
		return fault.New(RateLimited, "web.pace", "", "more requests than a key may make", "wait, and ask less often")
	}
	return nil
}

// slot is one of the requests that a key may have under way. A streamed question shares the
// slot of the request that began it with those that read it on, so that a client that comes
// back needs no second one.
type slot struct {
	key     string
	holders int
}

// acquireSlot gives the request its slot: that of the stream that it reads on, or a free one.
func (s *server) acquireSlot(c *call) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if live := c.liveStream(); live != nil && live.slot.holders > 0 {
		live.slot.holders++
		c.slot = live.slot
		return nil
	}
	key := c.gin.GetString(keyID) // "" is everyone without one
	if s.underWay[key] >= s.Limits.KeyRequests {
		return fault.New(RateLimited, "web.acquireSlot", "", "too many requests of this key under way", "wait until one of them is answered")
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

// releaseSlot takes a holder off a slot, which the last one frees.
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

// forwarded tells whether a proxy passed a request on, for whomever.
func forwarded(h http.Header) bool {
	for name := range h {
		if name == "Forwarded" || strings.HasPrefix(name, "X-Forwarded-") {
			return true
		}
	}
	return false
}

// isLoopback tells whether a host, with or without a port, is this machine by a name
// that nobody else gives out.
func isLoopback(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.Trim(host, "[]")
	ip := net.ParseIP(host)
	return strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback()
}

// mayOpen tells whether the request's key is for a workspace.
func (c *call) mayOpen(name string) bool { return c.key == nil || c.key.Opens(name) }
