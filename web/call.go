package web

import (
	"context"
	"encoding/json"
	"net/http"
	"regexp"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"grove/internal/eval/run"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/jobs"
	"grove/web/keys"
)

// call is a request to a route.
type call struct {
	gin    *gin.Context
	server *server
	route  route
	// key is the API key of the request; nil if none is required.
	key *keys.Key
	arguments
	// slot is its slot among the concurrent requests of its key; nil if the route needs no key.
	slot *slot
	// memory is the bytes that it acquired from server.memory.
	memory int64
	// inTime ends the effect of cancelableRead, and reports whether the reading was not
	// canceled; nil outside of cancelableRead.
	inTime func() bool
}

// arguments are what a request asks for. They stay valid after it: gin reuses its context for other
// requests.
type arguments struct {
	// workspace is the name in the path, "" if the path has none.
	workspace string
	// values are the validated parameters by name.
	values map[string]any
}

func (a arguments) text(name string) string { s, _ := a.values[name].(string); return s }
func (a arguments) number(name string) int  { n, _ := a.values[name].(int); return n }
func (a arguments) list(name string) []string {
	l, _ := a.values[name].([]string)
	return l
}
func (a arguments) flag(name string) bool { b, _ := a.values[name].(bool); return b }

// id is the id in the path.
func (a arguments) id() graph.ID { return graph.ID(a.text("id")) }

// reply responds with JSON.
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

// empty responds with 204 No Content, or returns err if it is not nil.
func (c *call) empty(err error) error {
	if err != nil {
		return err
	}
	c.gin.Status(http.StatusNoContent)
	c.gin.Writer.WriteHeaderNow()
	return nil
}

// deadlines sets the deadlines of a route whose pace has its own. Response recorders do not
// support deadlines and need none.
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

// noReadDeadline removes the read deadline, which would end work that takes longer than the
// request may take to arrive.
func (c *call) noReadDeadline() {
	_ = http.NewResponseController(c.gin.Writer).SetReadDeadline(time.Time{})
}

// route is an operation: everything that the router, the validation and the OpenAPI document need.
type route struct {
	method, path string
	// id is the unique name of the operation, summary its line in the OpenAPI document.
	id, summary string
	// role is the role that a key needs; "" needs no key.
	role   keys.Role
	params []param
	// body is a value of the type of the JSON body; nil for none. With file a form with a
	// file is accepted, too.
	body any
	file bool
	// lines is set if the body is JSON lines.
	lines bool
	// answers are the possible responses other than problems.
	answers []answer
	pace    pace
	// serve does the work, or inside does it in the workspace of the path, or costly reads the
	// JSON body of the response, for all identical requests under way, and may outlive each of
	// them. A route has one of them.
	serve  func(context.Context, *call) error
	inside func(context.Context, *call, Workspace) error
	costly func(context.Context, arguments, Workspace) (any, error)
}

// answer is a possible response. value has the type of a JSON body; other media have none.
type answer struct {
	status int
	media  string
	value  any
}

// pace is the kind of deadlines of a route.
type pace int

const (
	ordinary pace = iota
	uploading
	asking
	streaming
)

// reads reports whether the route has a body to read.
func (r route) reads() bool { return r.body != nil || r.lines }

func ok(value any) []answer { return []answer{{http.StatusOK, jsonType, value}} }
func accepted() []answer    { return []answer{{http.StatusAccepted, jsonType, jobs.Job{}}} }
func deleted() []answer     { return []answer{{status: http.StatusNoContent}} }

// workspaceName is the parameter that all routes of a workspace have.
var workspaceName = pathText("workspace", "the workspace's name")

// within returns the parameters of a route in a workspace.
func within(params []param) []param { return append([]param{workspaceName}, params...) }

// read returns a route whose response is what it reads in the workspace.
func read[T any](path, id, summary string, serve func(context.Context, *call, Workspace) (T, error), params ...param) route {
	return route{method: http.MethodGet, path: in + path, id: id, summary: summary, role: keys.Read, params: within(params),
		answers: ok(*new(T)), inside: replied(serve)}
}

// costly returns a route whose response is what it reads in the workspace by work that grows with the graph.
func costly[T any](path, id, summary string, serve func(context.Context, arguments, Workspace) (T, error), params ...param) route {
	return route{method: http.MethodGet, path: in + path, id: id, summary: summary, role: keys.Read, params: within(params),
		answers: ok(*new(T)), costly: func(ctx context.Context, a arguments, w Workspace) (any, error) { return serve(ctx, a, w) }}
}

// act returns a route that changes the graph, and whose response is the effect.
func act[T any](method, path, id, summary string, serve func(context.Context, *call, Workspace) (T, error), params ...param) route {
	return route{method: method, path: in + path, id: id, summary: summary, role: keys.Write, params: within(params), pace: asking,
		answers: ok(*new(T)), inside: replied(serve)}
}

// byID returns what a method of a part of the workspace gives for the id in the path.
func byID[P, T any, ID ~string](part func(Workspace) P,
	do func(P, context.Context, ID) (T, error)) func(context.Context, *call, Workspace) (T, error) {
	return func(ctx context.Context, c *call, w Workspace) (T, error) { return do(part(w), ctx, ID(c.text("id"))) }
}

// change is act for a change that the body describes.
func change[B, T any](method, path, id, summary string, serve func(context.Context, *call, Workspace, B) (T, error),
	params ...param) route {
	r := act(method, path, id, summary, func(ctx context.Context, c *call, w Workspace) (out T, err error) {
		body, err := decode[B](ctx, c, c.server.Limits.Body)
		if err != nil {
			return out, err
		}
		return serve(ctx, c, w, body)
	}, params...)
	r.body = *new(B)
	return r
}

// queue returns a route that queues a job, or acts on a queued one, and whose response is the job.
func queue(method, path, id, summary string, serve func(context.Context, *call, Workspace) (jobs.Job, error), params ...param) route {
	return route{method: method, path: in + path, id: id, summary: summary, role: keys.Write, params: within(params), answers: accepted(),
		inside: queued(serve)}
}

// ofRuns returns a route that is served from the runs of the workspace, which is not opened.
func ofRuns(method string, role keys.Role, path, id, summary string, answers []answer,
	serve func(context.Context, *call, run.Folder) error, params ...param) route {
	return route{method: method, path: in + path, id: id, summary: summary, role: role, params: within(params), pace: asking,
		answers: answers, serve: func(ctx context.Context, c *call) error {
			runs, err := c.server.Service.Runs(ctx, c.workspace)
			if err != nil {
				return err
			}
			return serve(ctx, c, runs)
		}}
}

// replied replies with what serve returns.
func replied[T any](serve func(context.Context, *call, Workspace) (T, error)) func(context.Context, *call, Workspace) error {
	return func(ctx context.Context, c *call, w Workspace) error {
		v, err := serve(ctx, c, w)
		return c.result(v, err)
	}
}

// queued replies with the job that serve returns, and the location of its state.
func queued(serve func(context.Context, *call, Workspace) (jobs.Job, error)) func(context.Context, *call, Workspace) error {
	return func(ctx context.Context, c *call, w Workspace) error {
		j, err := serve(ctx, c, w)
		if err != nil {
			return err
		}
		c.gin.Header("Location", "/v1/workspaces/"+c.workspace+"/jobs/"+string(j.ID))
		return c.reply(http.StatusAccepted, j)
	}
}

// paced returns the route with deadlines of a kind.
func (r route) paced(p pace) route { r.pace = p; return r }

// ginPath converts a path of the OpenAPI document to one of the router: {id} becomes :id.
func ginPath(path string) string {
	return strings.NewReplacer("{", ":", "}", "").Replace(path)
}

// ginParam matches a parameter in a path of the router.
var ginParam = regexp.MustCompile(`:([^/]+)`)

// documentPath is the inverse of ginPath.
func documentPath(path string) string { return ginParam.ReplaceAllString(path, "{$1}") }
