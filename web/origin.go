package web

import (
	"net/http"
	"net/url"
	"slices"

	"github.com/gin-gonic/gin"

	"grove/internal/fault"
)

// origins decides which pages of browsers may send requests: those of the service itself, and those
// of the allowed origins.
type origins struct {
	allowed    []string
	protection *http.CrossOriginProtection
}

// newOrigins returns an Invalid error for an origin that is not scheme://host or scheme://host:port.
func newOrigins(allowed []string) (origins, error) {
	o := origins{allowed: allowed, protection: http.NewCrossOriginProtection()}
	for _, origin := range allowed {
		u, err := url.Parse(origin)
		if err == nil {
			err = o.protection.AddTrustedOrigin(origin)
		}
		if err != nil || u.Scheme != "http" && u.Scheme != "https" {
			return o, fault.New(fault.Invalid, "web.origins", origin, "not an origin", "give scheme://host or scheme://host:port")
		}
	}
	return o, nil
}

// check refuses the requests of pages of other sites, except that a browser may be sent to the
// explorer or the page /docs from anywhere.
func (o origins) check(r *http.Request) error {
	read := r.Method == http.MethodGet || r.Method == http.MethodHead
	if page := r.URL.Path == "/" || r.URL.Path == "/docs"; read && page && r.Header.Get("Sec-Fetch-Mode") == "navigate" {
		return nil
	}
	return o.sameSite(r)
}

// sameSite refuses the requests of pages of other sites, those that read too: they cost work although
// the page cannot see the response.
func (o origins) sameSite(r *http.Request) error {
	probe := *r
	probe.Method = http.MethodPost // CrossOriginProtection lets requests through that only read
	return fault.From(Forbidden, "web", "", o.protection.Check(&probe), "the service does not accept requests from pages of other sites")
}

// share sets the headers by which a browser lets a page of an allowed origin read the response, and
// answers its preflight request; it reports whether the request was one.
func (o origins) share(g *gin.Context) (preflight bool) {
	if len(o.allowed) == 0 {
		return false
	}
	g.Writer.Header().Add("Vary", "Origin")
	origin := g.GetHeader("Origin")
	if !slices.Contains(o.allowed, origin) {
		return false
	}
	g.Header("Access-Control-Allow-Origin", origin)
	g.Header("Access-Control-Expose-Headers", "Location, Retry-After, "+requestIDHeader)
	if g.Request.Method != http.MethodOptions || g.GetHeader("Access-Control-Request-Method") == "" {
		return false
	}
	g.Header("Access-Control-Allow-Methods", "GET, POST, PUT, DELETE")
	g.Header("Access-Control-Allow-Headers", "Authorization, Content-Type, Idempotency-Key, "+lastEventID+", X-Api-Key, "+requestIDHeader)
	g.Header("Access-Control-Max-Age", "600")
	g.AbortWithStatus(http.StatusNoContent)
	return true
}

// Local refuses requests that do not name a loopback address as their host, such as those of a page
// whose name was made to resolve to one, and those of pages of other sites.
func Local(h http.Handler) http.Handler {
	none := origins{protection: http.NewCrossOriginProtection()}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !isLoopback(r.Host) || none.sameSite(r) != nil {
			http.Error(w, "only requests of this machine to a loopback address are accepted", http.StatusForbidden)
			return
		}
		h.ServeHTTP(w, r)
	})
}
