package web

import (
	"context"
	"encoding/json"
	"net/http"
	"regexp"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/web/keys"
)

// call is one request on its way through a route.
type call struct {
	gin    *gin.Context
	server *server
	route  route
	// key is whose request it is; nil where no keys are asked for.
	key *keys.Key
	// values are the parameters of the route, checked.
	values map[string]any
	// slot is what it takes of its key's requests; nil where the route needs no key.
	slot *slot
	// memory is what it has of the server's memory for large bodies, in bytes.
	memory int64
	// inTime ends what endable does to the reading of the body, and tells whether it has
	// done nothing; nil where the body does not end with a workspace.
	inTime func() bool
}

// workspace is the name in the address, "" where it has none.
func (c *call) workspace() string { return c.gin.Param("workspace") }

func (c *call) text(name string) string { s, _ := c.values[name].(string); return s }
func (c *call) number(name string) int  { n, _ := c.values[name].(int); return n }
func (c *call) list(name string) []string {
	l, _ := c.values[name].([]string)
	return l
}
func (c *call) flag(name string) bool { b, _ := c.values[name].(bool); return b }

// id is the id in the address.
func (c *call) id() graph.ID { return graph.ID(c.text("id")) }

// reply answers with JSON.
func (c *call) reply(status int, v any) error {
	raw, err := json.Marshal(v)
	if err != nil {
		return fault.Wrap(err, "web.reply", c.route.id)
	}
	c.gin.Data(status, "application/json", raw)
	return nil
}

// result replies with v as JSON, or returns err if it is not nil.
func (c *call) result(v any, err error) error {
	if err != nil {
		return err
	}
	return c.reply(http.StatusOK, v)
}

// empty answers that it is done, and nothing else.
func (c *call) empty() error {
	c.gin.Status(http.StatusNoContent)
	c.gin.Writer.WriteHeaderNow()
	return nil
}

// deadlines gives a route its time, where it has one of its own. Recorders have no
// deadlines, and need none.
func (c *call) deadlines() {
	now, limits := time.Now(), c.server.Limits
	control := http.NewResponseController(c.gin.Writer)
	switch c.route.pace {
	case uploading:
		_ = control.SetReadDeadline(now.Add(limits.UploadTime))
		_ = control.SetWriteDeadline(now.Add(limits.UploadTime + answerTime))
	case asking:
		if c.route.body == nil && !c.route.lines {
			c.noReadDeadline()
		}
		_ = control.SetWriteDeadline(now.Add(limits.QuestionTime + answerTime))
	case streaming:
		c.noReadDeadline()
	}
}

// noReadDeadline is for what is longer at work than its request may take to come: a
// deadline that passes would end it.
func (c *call) noReadDeadline() {
	_ = http.NewResponseController(c.gin.Writer).SetReadDeadline(time.Time{})
}

// route is one operation: everything that router, checks and OpenAPI document need.
type route struct {
	method, path string
	// id is the operation's name, unique; summary is for the document.
	id, summary string
	// role is what a key needs; "" is nothing, not even a key.
	role   keys.Role
	params []param
	// body is a value of the type that a JSON body has; nil for none. file tells that
	// a form with a file is taken, too.
	body any
	file bool
	// lines tells that the body is JSON lines.
	lines bool
	// answers are what may come back, beside problems.
	answers []answer
	pace    pace
	// serve does the work; inside does it in the workspace of the address. A route
	// has one of them.
	serve  func(context.Context, *call) error
	inside func(context.Context, *call, Workspace) error
}

// answer is one way to answer. A value is that of a JSON answer's type; other media
// have none.
type answer struct {
	status int
	media  string
	value  any
}

// pace says how much time a route has.
type pace int

const (
	ordinary pace = iota
	uploading
	asking
	streaming
)

// reads tells whether the route has a body to read.
func (r route) reads() bool { return r.body != nil || r.lines }

func ok(value any) []answer       { return []answer{{http.StatusOK, jsonType, value}} }
func accepted(value any) []answer { return []answer{{http.StatusAccepted, jsonType, value}} }

// ginPath writes a path of the document as the router reads it: {id} is :id.
func ginPath(path string) string {
	return strings.NewReplacer("{", ":", "}", "").Replace(path)
}

// ginParam is a parameter in a path as the router has it.
var ginParam = regexp.MustCompile(`:([^/]+)`)

// documentPath undoes ginPath: :id is {id}.
func documentPath(path string) string { return ginParam.ReplaceAllString(path, "{$1}") }
